import Foundation
import StitcherEngine
import StitcherTestSupport
import SwiftDependencyInjector
import Testing

/// An abstraction with several implementations.
private protocol Repository: AnyObject, Sendable {
  var key: String { get }
}

/// An implementation of the abstraction.
private final class Source: Repository {
  let key: String
  let tracked: Tracked?
  init(_ key: String, _ lifetimes: Lifetimes? = nil) {
    self.key = key
    tracked = lifetimes.map { Tracked($0) }
  }
}

/// The number of contexts so far.
private let contexts = Counter()

/// The values that an observed property publishes, with a publisher library and without.
@Suite(.timeLimit(.minutes(20))) struct ImplementationPublisherTests {
  private let context = InjectionContext.custom(name: "publisher \(contexts.increment())")
  private let lifetimes = Lifetimes()
  private var injector: Injector { .build(context: context) }

  /// Registers the implementations "a", "b", "c" and "nil"; "a" is the default.
  private func register() {
    let lifetimes = lifetimes
    injector.register(
      (any Repository).self, defaultDependency: "a",
      implementations: [
        "a": { Source("a", lifetimes) }, "b": { Source("b", lifetimes) },
        "c": { Source("c", lifetimes) }, "nil": { nil },
      ])
  }

  /// Changes the default key.
  private func use(_ key: String) {
    injector.updateDependencyKey(of: (any Repository).self, newKey: key)
  }

  /// Subscribes in one of the ways.
  private func subscribe(
    _ way: Way, to publisher: ImplementationPublisher<any Repository>,
    _ receive: @escaping @Sendable (any Repository) -> Void
  ) -> Cancellation {
    switch way {
    case .closure:
      let subscription: ImplementationCancellable = publisher.sink { receive($0) }
      return Cancellation { subscription.cancel() }
    #if canImport(Combine) || OpenCombine
      case .library:
        let subscription = Held(publisher.eraseToAnyPublisher().sink { receive($0) })
        return Cancellation { subscription.value.cancel() }
    #endif
    }
  }

  @Test(arguments: Way.allCases)
  func aChangeOfTheKeyIsPublishedOnceOnItsThreadAndThePropertyHasIt(way: Way) {
    register()
    let property = ObservedInjectable<any Repository>(context: context)
    let forced = ObservedInject<any Repository>(context: context)
    let received = Log<String>()
    let threads = Log<ObjectIdentifier>()
    let subscriptions = [property.projectedValue, forced.projectedValue].map {
      subscribe(way, to: $0) { repository in
        #expect(property.wrappedValue === repository && forced.wrappedValue === repository)
        received.add(repository.key)
        threads.add(ObjectIdentifier(Thread.current))
      }
    }
    #expect(received.entries == [], "nothing is replayed")
    let thread = Worker {
      use("b")
      #expect(received.entries == ["b", "b"])
      for key in ["b", "nil", "unknown"] { use(key) }
      return ObjectIdentifier(Thread.current)
    }.join()
    #expect(received.entries == ["b", "b"])
    #expect(threads.entries == [thread, thread])
    use("c")
    #expect(received.entries == ["b", "b", "c", "c"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test(arguments: Way.allCases) func aSubscriberMayChangeTheKeyInjectAndCancel(way: Way) {
    register()
    let property = ObservedInjectable<any Repository>(context: context)
    let received = Log<String>()
    let own = Box<Cancellation?>(nil)
    own.value = subscribe(way, to: property.projectedValue) { repository in
      let injected: (any Repository)? = injector.getSafe()
      received.add("\(repository.key) \(injected?.key ?? "")")
      if repository.key == "b" { use("c") } else { own.value?.cancel() }
    }
    use("b")
    #expect(received.entries == ["b b", "c c"])
    use("a")
    #expect(received.entries == ["b b", "c c"])
    own.value = nil
  }

  @Test(arguments: Way.allCases) func noSubscriberGetsAnOlderImplementationAfterANewerOne(way: Way)
  {
    for _ in 0..<100 {
      let context = InjectionContext.custom(name: "race \(contexts.increment())")
      let injector = Injector.build(context: context)
      let keys = ["a", "b", "c", "d"]
      injector.register(
        (any Repository).self, defaultDependency: "a",
        implementations: Dictionary(
          uniqueKeysWithValues: keys.map { key in (key, { Source(key) }) }))
      let property = ObservedInjectable<any Repository>(context: context)
      let last = Box<(any Repository)?>(property.wrappedValue)
      let subscription = subscribe(way, to: property.projectedValue) { last.value = $0 }
      runThreads(4) { thread in
        for round in 0..<5 {
          injector.updateDependencyKey(
            of: (any Repository).self, newKey: keys[(thread + round) % 4])
        }
      }
      #expect(last.value === property.wrappedValue)
      subscription.cancel()
      injector.destroy()
    }
  }

  @Test func aPropertyIsASequenceOfImplementations() async {
    register()
    let property = ObservedInject<any Repository>(context: context)
    var own = property.projectedValue.makeAsyncIterator()
    let values = property.projectedValue.values
    var library = values.makeAsyncIterator()
    for key in ["b", "c"] { use(key) }
    #expect(await own.next()?.key == "c", "who is slow gets the latest")
    #expect(await library.next()?.key == "c")
    use("a")
    #expect(await own.next()?.key == "a")
    #expect(await library.next()?.key == "a")
    let publisher = property.projectedValue
    let task = Task {
      for await _ in publisher { return false }
      return true
    }
    task.cancel()
    #expect(await task.value)
  }

  @Test(arguments: Way.allCases) func aSubscriptionKeepsNeitherPropertyNorImplementations(way: Way)
  {
    register()
    let received = Counter()
    var subscription: Cancellation?
    do {
      let property = ObservedInjectable<any Repository>(context: context)
      subscription = subscribe(way, to: property.projectedValue) { _ in received.increment() }
      use("b")
      #expect(lifetimes.living == 1, "the property holds it")
    }
    #expect(lifetimes.living == 0)
    use("c")
    #expect(received.value == 2, "the subscription goes on")
    #expect(lifetimes.living == 0)
    #expect(subscription != nil)
    subscription = nil
    use("a")
    #expect(received.value == 2)
  }

  @Test @MainActor func aClosureOfTheMainActorIsCalledThere() async {
    register()
    final class Screen {
      let keys = Received<String>()
      var subscription: ImplementationCancellable?
    }
    let screen = Screen()
    let property = ObservedInjectable<any Repository>(context: context)
    screen.subscription = property.projectedValue.sink { [weak screen] repository in
      MainActor.assertIsolated()
      screen?.keys.add(repository.key)
    }
    use("b")
    #expect(screen.keys.entries == ["b"], "at once on the main actor")
    await Task.detached {
      use("c")
      use("a")
    }.value
    await screen.keys.wait(for: 3)
    #expect(screen.keys.entries == ["b", "c", "a"])
    screen.subscription = nil
  }
}
