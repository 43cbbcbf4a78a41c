import StitcherTestSupport
import SwiftDependencyInjector
import Testing

/// The stack depth of a factory call after few and after very many changes.
@Suite(.timeLimit(.minutes(20))) struct ManyChangesTests {
  let injector = Injector.build(context: freshContext())

  /// The address of the top of the calling thread's stack.
  @inline(never)
  private static func stackPosition() -> Int {
    var mark = 0
    return withUnsafeMutablePointer(to: &mark) { Int(bitPattern: UnsafeRawPointer($0)) }
  }

  @Test(arguments: [InjectionType.regular, .singleton])
  func anImplementationIsCalledTheSameWayAfterManyChangesOfTheKey(type: InjectionType) {
    let positions = Log<Int>()
    injector.register(
      Int.self, defaultDependency: "a",
      implementations: [
        "a": {
          positions.add(Self.stackPosition())
          return 1
        }, "b": { 2 },
      ])
    var depths: [Int] = []
    // The changes log many lines, which are discarded here.
    _ = lines {
      for changes in [2, 1000] {
        for change in 0..<changes {
          injector.updateDependencyKey(of: Int.self, newKey: change % 2 == 0 ? "b" : "a")
        }
        injector.resetSingleton(of: Int.self)
        #expect(injector.getSafe(injectionType: type) as Int? == 1)
        depths.append(Self.stackPosition() - (positions.entries.last ?? 0))
      }
    }
    #expect(depths[0] == depths[1])
    injector.destroy()
  }
}
