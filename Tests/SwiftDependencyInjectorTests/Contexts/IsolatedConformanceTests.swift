import StitcherTestSupport
import SwiftDependencyInjector
import Testing

private protocol Greeter: AnyObject { func hello() -> String }

/// Any thread may create a model, but only the main actor may use its conformance.
private final class Model: Sendable, @MainActor Greeter {
  @MainActor func hello() -> String { "hello" }
}

/// Implementations that conform to their abstraction on the main actor only.
@Suite(.timeLimit(.minutes(20))) struct IsolatedConformanceTests {
  /// Properties that any thread may read.
  private struct Holder: @unchecked Sendable {
    // Safe: each read checks the executor.
    let lazy: Injectable<Greeter>
    let observed: ObservedInjectable<Greeter>
  }

  @MainActor @Test func othersFindNothing() {
    let context = freshContext()
    let injector = Injector.build(context: context)
    defer { injector.destroy() }
    injector.register(Greeter.self) { @MainActor in Model() }
    let holder = Holder(
      lazy: Injectable(context: context), observed: ObservedInjectable(context: context))
    for _ in 0..<2 {
      #expect((injector.get(injectionType: .singleton) as Greeter).hello() == "hello")
      #expect(holder.lazy.wrappedValue?.hello() == "hello")
      #expect(holder.observed.wrappedValue?.hello() == "hello")
    }
    let failure = problem(
      "CreationFailed",
      """
      'Greeter' can't be created. 'Model' conforms to 'Greeter' only on an actor, such as the main actor: the conformance is \
      isolated, and the request was made elsewhere. Make the request on that actor, or declare the conformance \
      'nonisolated'.
      """)
    let reads: [@Sendable () -> Bool] = [
      { (injector.getSafe(injectionType: .singleton) as Greeter?) == nil },
      { holder.lazy.wrappedValue == nil }, { holder.observed.wrappedValue == nil },
    ]
    for read in reads {
      let logged = Worker { lines { if !read() { Issue.record() } } }.join()
      #expect(logged.contains(failure), "\(logged)")
    }
    #expect(holder.observed.wrappedValue?.hello() == "hello")
  }

  @MainActor @Test func observedPropertiesReleaseWhatADestroyedContextMade() {
    let context = freshContext()
    let injector = Injector.build(context: context)
    injector.register(Greeter.self) { @MainActor in Model() }
    let property = ObservedInjectable<Greeter>(context: context)
    #expect(property.wrappedValue?.hello() == "hello")
    weak let model = property.wrappedValue as? Model
    injector.destroy()
    #expect(property.wrappedValue == nil)
    #expect(model == nil)
  }

  @Test func soTheyDoWhereTheConformanceHasACondition() {
    let context = freshContext()
    let injector = Injector.build(context: context)
    injector.register(Numbered.self) { Wrapper(7) }
    let property = ObservedInjectable<Numbered>(context: context)
    #expect(property.wrappedValue?.number == 7)
    injector.destroy()
    #expect(property.wrappedValue == nil)
  }
}

/// A conditional conformance.
private final class Wrapper<Inner: Sendable>: Sendable {
  let inner: Inner
  init(_ inner: Inner) { self.inner = inner }
}

private protocol Numbered: AnyObject { var number: Int { get } }

extension Wrapper: Numbered where Inner == Int {
  var number: Int { inner }
}
