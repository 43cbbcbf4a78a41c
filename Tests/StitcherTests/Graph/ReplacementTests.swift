import Stitcher
import StitcherTesting
import Synchronization
import Testing

/// A property wrapper that is given another container: one change.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct ReplacementTests {
  /// A flag that any thread may set.
  private final class Flag: Sendable {
    let isSet = Atomic(false)
    var value: Bool { isSet.load(ordering: .sequentiallyConsistent) }
    func set() { isSet.store(true, ordering: .sequentiallyConsistent) }
  }

  /// Replaces a container by equal ones on one thread while another one injects; returns the number
  /// of failed injections.
  private func misses(
    _ inject: @escaping @Sendable () -> Bool, while replace: @escaping @Sendable (Int) -> Void
  ) -> Int {
    let isDone = Flag()
    return runBoundThreads(2) { thread in
      var misses = 0
      if thread == 0 {
        for round in 0..<1_000 { replace(round) }
        isDone.set()
      } else {
        while !isDone.value { if !inject() { misses += 1 } }
      }
      return misses
    }.reduce(0, +)
  }

  @Test func noInjectionFindsNothingWhileAnEqualContainerComes() {
    final class Service: Sendable {}
    let made = Counter()
    @Sendable func container() -> DependencyContainer {
      DependencyContainer {
        Dependency {
          made.count()
          return Service()
        }
        .scope(.singleton)
      }
    }
    let wrapper = Dependencies(wrappedValue: container())
    let first = try? DependencyGraph.inject() as Service
    let missed = misses {
      let found = try? DependencyGraph.inject() as Service
      return found != nil && found === first
    } while: { _ in
      wrapper.setContainer(container()) {}
    }
    #expect(missed == 0)
    #expect(made.value == 1, "the singleton is the same")
  }

  @Test func oneOfTwoIsAlwaysThereAndNeverBoth() {
    protocol Service {}
    struct One: Service {}
    struct Two: Service {}
    let containers = [
      DependencyContainer { Dependency { One() }.conforms(to: (any Service).self) },
      DependencyContainer { Dependency { Two() }.conforms(to: (any Service).self) },
    ]
    let wrapper = Dependencies(wrappedValue: containers[0])
    let missed = misses {
      guard let services = try? DependencyGraph.inject() as [any Service] else { return false }
      return services.count == 1 && (try? DependencyGraph.inject() as any Service) != nil
    } while: { round in
      wrapper.setContainer(containers[(round + 1) % 2]) {}
    }
    #expect(missed == 0)
  }

  @Test func theAsynchronousFormIsOneChange() async throws {
    final class Service: Sendable {}
    let made = Counter()
    @Sendable func container() -> DependencyContainer {
      DependencyContainer {
        Dependency {
          made.count()
          return Service()
        }
        .scope(.singleton).eagerness(.eager)
      }
    }
    let wrapper = Dependencies(wrappedValue: container())
    let isDone = Flag()
    let misses = Counter()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for _ in 0..<300 { await wrapper.setContainer(container()) }
        isDone.set()
      }
      group.addTask {
        while !isDone.value {
          if (try? DependencyGraph.inject() as Service) == nil { misses.count() }
          await Task.yield()
        }
      }
    }
    #expect(misses.value == 0)
    #expect(made.value == 1)
    withExtendedLifetime(wrapper) {}
  }

  @Test func aSingletonThatIsBeingCreatedIsKept() throws {
    final class Service: Sendable {}
    let made = Counter()
    let wrapper = Dependencies()
    @Sendable func container() -> DependencyContainer {
      DependencyContainer {
        Dependency {
          made.count()
          // The factory itself replaces its container by an equal one.
          if made.value == 1 { wrapper.setContainer(container()) {} }
          return Service()
        }
        .scope(.singleton)
      }
    }
    wrapper.setContainer(container()) {}
    let service: Service = try DependencyGraph.inject()
    #expect(try DependencyGraph.inject() as Service === service)
    #expect(made.value == 1)
  }

  @Test func aFactoryMayReplaceItsContainerByAnother() throws {
    final class Old: Sendable {}
    final class New: Sendable {}
    let wrapper = Dependencies()
    let new = DependencyContainer { Dependency { New() }.scope(.singleton) }
    wrapper.setContainer(
      DependencyContainer {
        Dependency {
          wrapper.setContainer(new) {}
          #expect((try? DependencyGraph.inject() as New) != nil, "it is active by then")
          return Old()
        }
        .scope(.singleton)
      }
    ) {}
    _ = try DependencyGraph.inject() as Old
    #expect(try DependencyGraph.inject() as Old? == nil)
    #expect(try DependencyGraph.inject() as New? != nil)
    #expect(wrapper.wrappedValue === new)
  }

  @Test func threadsSetContainersBackAndForth() throws {
    struct One {}
    struct Two {}
    struct Three {}
    let containers = [
      DependencyContainer { One() }, DependencyContainer { Two() }, DependencyContainer { Three() },
    ]
    for round in 0..<100 {
      let wrapper = Dependencies(wrappedValue: containers[round % 3])
      let copies = [wrapper, wrapper, wrapper]
      runBoundThreads(3) { thread in
        for step in 0..<50 {
          copies[thread].setContainer(containers[(thread + step * (thread + 1)) % 3]) {}
        }
      }
      let isActive = [
        try DependencyGraph.inject() as One? != nil, try DependencyGraph.inject() as Two? != nil,
        try DependencyGraph.inject() as Three? != nil,
      ]
      #expect(isActive == containers.map { $0 === wrapper.wrappedValue })
    }
    #expect(try DependencyGraph.inject() as One? == nil)
    #expect(try DependencyGraph.inject() as Two? == nil)
    #expect(try DependencyGraph.inject() as Three? == nil)
  }

  @Test func whatWasReplacedIsReleased() async {
    final class Service: Sendable {}
    weak var old: DependencyContainer?
    let wrapper = Dependencies()
    do {
      let container = DependencyContainer { Service() }
      wrapper.setContainer(container) {}
      old = container
    }
    #expect(old != nil)
    wrapper.setContainer(.empty) {}
    // A factory of another test may run in an earlier snapshot of the graph.
    await eventually { old == nil }
  }
}
