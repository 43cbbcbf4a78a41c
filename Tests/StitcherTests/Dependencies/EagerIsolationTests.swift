import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// A custom global actor.
@globalActor private actor Office { static let shared = Office() }

/// Eager dependencies of an actor are created on that actor, even if another executor activates
/// their container.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct EagerIsolationTests {
  private final class First: Sendable {}
  private final class Second: Sendable {}
  private final class Third: Sendable {}
  private final class Fourth: Sendable {}

  /// The numbers of the created instances, in order.
  private let made = Record<Int>()

  /// Returns a container of four eager dependencies, two of them isolated to actors.
  private func makeContainer() -> DependencyContainer {
    DependencyContainer { [made] in
      Dependency {
        made.append(1)
        return First()
      }
      .scope(.singleton).eagerness(.eager)
      Dependency { @MainActor in
        MainActor.preconditionIsolated()
        made.append(2)
        return Second()
      }
      .scope(.singleton).eagerness(.eager)
      Dependency {
        made.append(3)
        return Third()
      }
      .scope(.singleton).eagerness(.eager)
      Dependency { @Office in
        Office.shared.preconditionIsolated()
        made.append(4)
        return Fourth()
      }
      .scope(.singleton).eagerness(.eager)
    }
  }

  @Test func theyAreThereInOrderWhenAnAwaitedActivationReturns() async {
    let container = makeContainer()
    await DependencyGraph.activate(container)
    #expect(made.elements == [1, 2, 3, 4])
    DependencyGraph.deactivate(container)
  }

  @MainActor @Test func soTheyAreForTheMainActor() async {
    let container = makeContainer()
    await DependencyGraph.activate(container)
    #expect(made.elements == [1, 2, 3, 4])
    DependencyGraph.deactivate(container)
  }

  /// In a separate process.
  @Test func soTheyAreInTheGraphOfTheProcess() async {
    await #expect(processExitsWith: .success) {
      let (awaited, later) = (EagerIsolationTests(), EagerIsolationTests())
      let container = awaited.makeContainer()
      await DependencyGraph.activate(container)
      #expect(awaited.made.elements == [1, 2, 3, 4])
      DependencyGraph.deactivate(container)
      let other = later.makeContainer()
      Worker { DependencyGraph.activate(other) {} }.join()
      await eventually { later.made.elements.count == 4 }
      #expect(later.made.elements.filter { $0 != 2 && $0 != 4 } == [1, 3])
      DependencyGraph.deactivate(other)
    }
  }

  @MainActor @Test func whatMayBeMadeAtOnceIsAndTheRestSoonAfter() async {
    let container = makeContainer()
    DependencyGraph.activate(container) {}
    // The other actor may have been faster.
    #expect(made.elements.filter { $0 != 4 } == [1, 2, 3])
    await eventually { made.elements.count == 4 }
    DependencyGraph.deactivate(container)
  }

  @MainActor @Test func elsewhereTheMainActorIsNotWaitedFor() async {
    let container = makeContainer()
    // The main actor is busy, so its instances are created later.
    boundWorker { DependencyGraph.activate(container) {} }.join()
    #expect(made.elements == [1, 3])
    await eventually { made.elements.count == 4 }
    #expect(made.elements == [1, 3, 2, 4])
    DependencyGraph.deactivate(container)
  }

  @MainActor @Test func whatHasGoneMeanwhileIsNotMade() async {
    let (gone, kept) = (makeContainer(), EagerIsolationTests())
    let other = kept.makeContainer()
    boundWorker {
      DependencyGraph.activate(gone) {}
      DependencyGraph.deactivate(gone)
      DependencyGraph.activate(other) {}
      kept.made.append(0)
    }.join()
    await eventually { kept.made.elements.count == 5 }
    DependencyGraph.deactivate(other)
    #expect(made.elements == [1, 3])
  }

  @Test func aContainerThatReplacesAnotherHasThem() async {
    let property = Dependencies()
    await property.setContainer(makeContainer())
    #expect(made.elements == [1, 2, 3, 4])
    let next = EagerIsolationTests()
    boundWorker { property.setContainer(.empty) {} }.join()
    boundWorker { property.setContainer(next.makeContainer()) {} }.join()
    await eventually { next.made.elements.count == 4 }
    #expect(next.made.elements.filter { $0 != 2 && $0 != 4 } == [1, 3])
  }

  @Test func aContainerThatIsRebuiltHasThem() async {
    let (count, made) = (Counter(), made)
    let container = DependencyContainer {
      for number in 0..<count.value {
        Dependency { @MainActor in
          MainActor.preconditionIsolated()
          made.append(number)
          return First()
        }
        .scope(.singleton).eagerness(.eager).id(number)
      }
    }
    await DependencyGraph.activate(container)
    #expect(made.elements == [])
    for _ in 0..<2 { count.count() }
    container.rebuild()
    await eventually { made.elements.count == 2 }
    #expect(made.elements == [0, 1])
    DependencyGraph.deactivate(container)
  }
}
