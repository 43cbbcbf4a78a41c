import DependencyInjection
import Foundation
import StitcherTestSupport
import Testing

/// Dependencies that need themselves.
@Suite(.timeLimit(.minutes(20))) struct CycleTests {
  final class A: Sendable { init(_ b: B) {} }
  final class B: Sendable { init(_ a: A) {} }
  struct Start { let a: A }

  /// The prefix of types' names.
  static let name = "DependencyInjectionTests.CycleTests."

  /// Returns the text of a cycle.
  private func text(_ type: String, _ path: String...) -> String {
    "Dependency not registered: Dependency of type \(Self.name)\(type) can't be created in container"
      + " DependencyInjection.Container because it needs itself: "
      + path.map { Self.name + $0 }.joined(separator: " -> ")
  }

  /// Registers the cycle.
  private func register(in container: Container, _ scope: DependencyScope) {
    container.register(in: scope) { r in A(try r.tryResolve(type: B.self)) }
    container.register(in: scope) { r in B(try r.tryResolve(type: A.self)) }
    container.register(in: .new) { r in Start(a: try r.tryResolve(type: A.self)) }
  }

  @Test(arguments: [DependencyScope.new, .shared])
  func aCycleIsAnErrorWithThePath(_ scope: DependencyScope) {
    let container = Container()
    register(in: container, scope)
    for _ in 0..<2 {
      let error = #expect(throws: ResolutionError.self) { try container.tryResolve(type: A.self) }
      #expect(error?.localizedDescription == text("A", "A", "B", "A"))
    }
    let fromStart = #expect(throws: ResolutionError.self) {
      try container.tryResolve(type: Start.self)
    }
    #expect(fromStart?.localizedDescription == text("A", "Start", "A", "B", "A"))
  }

  @Test func aCycleWithArgumentsIsAnErrorWithThePath() {
    let container = Container()
    container.register { (r, number: Int) in A(try r.tryResolve(type: B.self, argument: "x")) }
    container.register { (r, text: String) in B(try r.tryResolve(type: A.self, argument: 1)) }
    let error = #expect(throws: ResolutionError.self) {
      try container.tryResolve(type: A.self, argument: 1)
    }
    #expect(
      error?.localizedDescription
        == "Dependency not registered: Dependency of type \(Self.name)A(Swift.Int) can't be created"
        + " in container DependencyInjection.Container because it needs itself: \(Self.name)A(Swift.Int)"
        + " -> \(Self.name)B(Swift.String) -> \(Self.name)A(Swift.Int)")
  }

  @Test func aTypeMayNeedItselfWithOtherArguments() {
    let container = Container()
    container.register(in: .new) { r in "<" + r.resolve(type: String.self, argument: 1) + ">" }
    container.register { (r, number: Int) in
      "\(number) " + r.resolve(type: String.self, arguments: number, true)
    }
    container.register { (_, number: Int, flag: Bool) in "\(flag)" }
    #expect(container.resolve(type: String.self) == "<1 true>")
  }

  @Test func aCycleOverParentsIsAnErrorWithThePath() {
    let parent = Container()
    let child = Container(parent: parent)
    parent.register(in: .new) { r in A(try r.tryResolve(type: B.self)) }
    child.register(in: .shared) { r in B(try r.tryResolve(type: A.self)) }
    let error = #expect(throws: ResolutionError.self) { try child.tryResolve(type: A.self) }
    #expect(error?.localizedDescription == text("A", "A", "B", "A"))
  }

  @Test func whatAChildTakesFromItsParentUnderItsOwnNameIsNoCycle() {
    let parent = Container()
    parent.register(dependency: "parent")
    let child = Container(parent: parent)
    child.register(in: .new) { [unowned parent] _ in parent.resolve(type: String.self) + "'s child"
    }
    #expect(child.resolve(type: String.self) == "parent's child")
  }

  @Test func aCycleThatIsSplitOverThreadsIsAnErrorAndNoDeadlock() {
    for _ in 0..<500 {
      let container = Container()
      let barrier = Barrier(2)
      container.register { r -> A in
        barrier.wait()
        return A(try r.tryResolve(type: B.self))
      }
      container.register { r -> B in
        barrier.wait()
        return B(try r.tryResolve(type: A.self))
      }
      let worker = Worker { () -> String in
        do {
          _ = try container.tryResolve(type: A.self)
          return ""
        } catch { return error.localizedDescription }
      }
      let own = #expect(throws: ResolutionError.self) { try container.tryResolve(type: B.self) }
      for text in [own?.localizedDescription ?? "", worker.join()] {
        #expect(text.contains("because it needs itself: "))
        #expect(text.contains(" -> "))
      }
    }
  }

  @Test func aDeepChainIsNoCycle() {
    let container = Container()
    func register<Value>(_ type: Value.Type, depth: Int) {
      container.register(type: [Value].self, in: .new) { r in
        _ = r.resolve(type: Value.self)
        return []
      }
      if depth > 0 { register([Value].self, depth: depth - 1) }
    }
    container.register(dependency: 1)
    register(Int.self, depth: 10)
    #expect(container.resolve(type: [[[[[[Int]]]]]].self).count == 0)
  }
}
