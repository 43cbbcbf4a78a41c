import Foundation
import StitcherTestSupport
import SwiftDependencyInjector
import Testing

/// The existence of a context and its contents, while threads register and destroy it.
@Suite(.timeLimit(.minutes(20))) struct ExistenceRaceTests {
  /// Lets two threads use a new context at the same moment, many times.
  private func race(
    _ rounds: Int, _ one: @escaping @Sendable (Injector) -> Void,
    _ other: @escaping @Sendable (Injector) -> Void
  ) -> [Injector] {
    let injectors = (0..<rounds).map { _ in Injector.build(context: freshContext()) }
    injectors.first?.turnOffLogger(forced: true)
    for injector in injectors { injector.register(Int.self) { 0 } }
    let arrivals = Counter()
    runThreads(2) { thread in
      for (round, injector) in injectors.enumerated() {
        arrivals.increment()
        // A barrier would wake one thread long before the other.
        Thread.yieldToOthers { arrivals.value >= 2 * (round + 1) }
        thread == 0 ? one(injector) : other(injector)
      }
    }
    return injectors
  }

  /// Whether the context has registrations although it does not exist, or exists without any.
  private func isContradictory(_ injector: Injector) -> Bool {
    var key: String?
    let isCreatedNow = !lines { key = injector.getCurrentKey(of: UInt.self) }.isEmpty
    return isCreatedNow != (key == nil)
  }

  @Test func aContextIsCreatedTogetherWithWhatIsRegistered() {
    let injector = Injector.build(context: freshContext())
    let log = Log<Bool>()
    let capture = InjectorLog.Capture { line in
      guard line.contains("New context registered") else { return }
      injector.destroy()
      log.add(true)
    }
    InjectorLog.$capture.withValue(capture) { injector.register(UInt.self) { 1 } }
    #expect(log.entries == [true])
    #expect(!isContradictory(injector))
    injector.destroy()
  }

  @Test func aContextExistsIfSomethingWasRegisteredAfterItWasDestroyed() {
    let injectors = race(2000, { $0.destroy() }, { $0.register(UInt.self) { 1 } })
    #expect(!injectors.contains(where: isContradictory))
    for injector in injectors { injector.destroy() }
  }

  @Test func nothingIsLeftOfWhatWasRegisteredBeforeAContextWasDestroyed() {
    let injectors = race(
      2000, { $0.destroy() }, { $0.updateDependencyKey(of: Int.self, newKey: "k") })
    #expect(injectors.allSatisfy { $0.getCurrentKey(of: Int.self) == nil })
    for injector in injectors { injector.destroy() }
  }
}
