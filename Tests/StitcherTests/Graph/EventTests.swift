import Stitcher
import StitcherTesting
import Testing

/// The table of the documented graph-changed events. Each test runs in a separate process without
/// other events.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct EventTests {
  @Test func eachActionSendsItsEvents() async {
    await #expect(processExitsWith: .success) {
      let events = Counter()
      let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
      func expect(
        _ count: Int, after action: () -> Void, sourceLocation: SourceLocation = #_sourceLocation
      ) {
        let before = events.value
        action()
        #expect(events.value - before == count, sourceLocation: sourceLocation)
      }
      let container = DependencyContainer { Thing() }
      expect(1, after: { DependencyGraph.activate(container) })
      expect(1, after: { DependencyGraph.activate(container) {} })
      expect(0, after: { _ = try? DependencyGraph.inject() as Thing })
      expect(1, after: { DependencyGraph.deactivate(container) })
      expect(0, after: { DependencyGraph.deactivate(container) })
      expect(1, after: { DependencyGraph.deactivateAll() })
      DependencyGraph.activate(container)
      DependencyGraph.activate(DependencyContainer { 1 })
      expect(1, after: { DependencyGraph.deactivateAll() })
      expect(0, after: { DependencyGraph.releaseUnusedStorage() })
      let source = ChangeSource()
      let managed = DependencyContainer { Dependency { Thing() }.scope(.managed(by: source)) }
      expect(1, after: { DependencyGraph.activate(managed) })
      _ = try DependencyGraph.inject() as Thing
      expect(0, after: { source.fire() })
      cancellable.cancel()
      expect(0, after: { DependencyGraph.deactivateAll() })
    }
  }

  @Test func asynchronousActivationSendsOneEvent() async {
    await #expect(processExitsWith: .success) {
      let events = Counter()
      let made = Counter()
      let cancellable = DependencyGraph.graphChangedPublisher.sink {
        events.count()
        #expect(made.value == 1, "eager instances are there")
      }
      let container = DependencyContainer {
        Dependency {
          made.count()
          return Thing()
        }
        .scope(.singleton).eagerness(.eager)
      }
      await DependencyGraph.activate(container)
      #expect(events.value == 1)
      cancellable.cancel()
    }
  }

  @Test func aWrapperSendsOneEventForAReplacement() async {
    await #expect(processExitsWith: .success) {
      let events = Counter()
      let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
      do {
        var wrapper = Dependencies(wrappedValue: DependencyContainer { Thing() })
        #expect(events.value == 1)
        wrapper.wrappedValue = DependencyContainer { Thing() }
        #expect(events.value == 2)
        let same = wrapper.wrappedValue
        wrapper.wrappedValue = same
        #expect(events.value == 2)
        await wrapper.setContainer(.empty)
        #expect(events.value == 3)
        let done = Counter()
        wrapper.setContainer(wrapper.wrappedValue) { done.count() }
        #expect(events.value == 3)
        #expect(done.value == 1, "the same container completes, too")
        wrapper.setContainer(.empty) { done.count() }
        #expect(events.value == 4)
        #expect(done.value == 2)
        DependencyGraph.activate(wrapper.wrappedValue) {}
        #expect(events.value == 5)
        let active = DependencyContainer { Thing() }
        DependencyGraph.activate(active) {}
        DependencyGraph.deactivate(wrapper.wrappedValue)
        #expect(events.value == 7)
        wrapper.setContainer(active) {}
        #expect(events.value == 8, "also if nothing has to be changed")
      }
      #expect(events.value == 9)
      cancellable.cancel()
    }
  }

  @Test func aWrapperReplacesAtOnce() async {
    await #expect(processExitsWith: .success) {
      struct Old {}
      struct New {}
      let seen = Record<[Bool]>()
      @Sendable func present() -> [Bool] {
        [
          (try? DependencyGraph.inject() as Old) != nil,
          (try? DependencyGraph.inject() as New) != nil,
        ]
      }
      let wrapper = Dependencies(wrappedValue: DependencyContainer { Old() })
      let cancellable = DependencyGraph.graphChangedPublisher.sink { seen.append(present()) }
      await wrapper.setContainer(DependencyContainer { New() })
      #expect(seen.elements == [[false, true]])
      wrapper.setContainer(DependencyContainer { Old() }) {}
      #expect(seen.elements == [[false, true], [true, false]])
      cancellable.cancel()
    }
  }

  @Test func anEventSeesTheNewStateAndMayUseTheGraph() async {
    await #expect(processExitsWith: .success) {
      struct Item: Equatable {}
      let other = DependencyContainer { 1 }
      let seen = Record<Bool>()
      let cancellable = DependencyGraph.graphChangedPublisher.sink {
        let isThere = (try? DependencyGraph.inject() as Item?) == .some(.some(Item()))
        seen.append(isThere)
        if seen.elements.count == 1 { DependencyGraph.activate(other) }
      }
      let container = DependencyContainer { Item() }
      DependencyGraph.activate(container)
      #expect(seen.elements == [true, true])
      DependencyGraph.deactivate(container)
      #expect(seen.elements == [true, true, false])
      cancellable.cancel()
    }
  }

  @Test func aBurstOfChangesIsOneRebuildAndOneEvent() async {
    await #expect(processExitsWith: .success) {
      var isAtOnce = false
      slowUpdatesDown()
      repeat {
        let session = Session()
        let builds = Counter()
        let container = DependencyContainer {
          let _: Void = builds.count()
          if session.isSignedIn, session.number > 0, session.number > 1 { Thing() }
        }
        await DependencyGraph.activate(container)
        let events = Counter()
        let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
        let before = builds.value
        #expect(before == 1, "activation does not build it again")
        await afterChange {
          isAtOnce = wereMadeAtOnce {
            session.isSignedIn = true
            for number in 1...20 { session.number = number }
          }
        } until: {
          (try? DependencyGraph.inject() as Thing) != nil
        }
        // Two builds: the update, and the injection on the changing thread.
        if isAtOnce { #expect(builds.value <= before + 2) }
        if isAtOnce { #expect(events.value == 1) }
        cancellable.cancel()
        DependencyGraph.deactivate(container)
      } while !isAtOnce
    }
  }

  @Test func aRebuildThatChangesNothingSendsOneEvent() async {
    await #expect(processExitsWith: .success) {
      let source = ChangeSource()
      let builds = Counter()
      let container = DependencyContainer {
        let _: Void = builds.count()
        Dependency { Thing() }.scope(.singleton)
      }
      .invalidated(tracking: source)
      await DependencyGraph.activate(container)
      let thing: Thing = try DependencyGraph.inject()
      let events = Counter()
      let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
      await afterChange {
        source.fire()
      } until: {
        events.value == 1
      }
      #expect(builds.value == 2)
      let again: Thing = try DependencyGraph.inject()
      #expect(again === thing, "an equal registration keeps its instance")
      cancellable.cancel()
    }
  }

  @Test func anInactiveContainerIsRefreshedWithoutAnEvent() async {
    await #expect(processExitsWith: .success) {
      let session = Session()
      let container = DependencyContainer {
        if session.isSignedIn { Thing() }
      }
      let events = Counter()
      let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
      session.isSignedIn = true
      await eventually { container.registrar.count == 1 }
      #expect(events.value == 0)
      cancellable.cancel()
    }
  }

  @Test func childrenThatChangeTogetherAreOneRebuildAndOneEvent() async {
    await #expect(processExitsWith: .success) {
      struct First {}
      struct Second {}
      struct Third {}
      var isAtOnce = false
      slowUpdatesDown()
      repeat {
        let source = ChangeSource()
        let session = Session()
        let first = DependencyContainer { if session.isSignedIn { First() } }
          .invalidated(tracking: source)
        let second = DependencyContainer { if session.isSignedIn { Second() } }
          .invalidated(tracking: source)
        let inner = DependencyContainer(merging: first, second)
        let third = DependencyContainer { if session.isSignedIn { Third() } }
          .invalidated(tracking: source)
        let merged = DependencyContainer(merging: [inner, third])
        await DependencyGraph.activate(merged)
        let events = Counter()
        let cancellable = DependencyGraph.graphChangedPublisher.sink { events.count() }
        await afterChange {
          isAtOnce = wereMadeAtOnce {
            session.isSignedIn = true
            source.fire()
          }
        } until: {
          events.value > 0
        }
        if isAtOnce { #expect((merged.registrar.count, events.value) == (3, 1)) }
        cancellable.cancel()
        DependencyGraph.deactivate(merged)
      } while !isAtOnce
    }
  }

  @Test func deactivateAllReleasesEverything() async {
    await #expect(processExitsWith: .success) {
      struct Item {}
      let one = DependencyContainer { Dependency { Thing() }.scope(.singleton) }
      let other = DependencyContainer { Item() }
      await DependencyGraph.activate(one)
      await DependencyGraph.activate(other)
      weak var thing: Thing?
      thing = try DependencyGraph.inject() as Thing
      #expect(thing != nil)
      DependencyGraph.deactivateAll()
      #expect(thing == nil)
      #expect(try DependencyGraph.inject() as Item? == nil)
      await DependencyGraph.activate(one)
      let again: Thing? = try DependencyGraph.inject()
      #expect(again != nil)
    }
  }
}
