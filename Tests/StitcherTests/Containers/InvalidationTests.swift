import Stitcher
import StitcherTesting
import Testing

@Suite(.timeLimit(.minutes(20)), .dependencies()) struct InvalidationTests {
  @Test func observedStateRebuildsTheContainer() async throws {
    final class Mailbox: Sendable {}
    let session = Session()
    let container = DependencyContainer { if session.isSignedIn { Mailbox() } }
    try await withActive(container) { () async throws in
      for isSignedIn in [true, false, true] {
        await afterChange {
          session.isSignedIn = isSignedIn
        } until: {
          container.registrar.isEmpty != isSignedIn
        }
        #expect((try DependencyGraph.inject() as Mailbox? != nil) == isSignedIn)
      }
    }
  }

  @Test func stateThatGroupsReadRebuildsTheContainer() async throws {
    struct Inner {}
    struct Enabled {}
    let session = Session()
    let container = DependencyContainer {
      DependencyGroup {
        DependencyGroup { if session.number > 0 { Inner() } }
      }
      DependencyGroup { Enabled() }.enabled(session.isSignedIn)
    }
    try await withActive(container) { () async throws in
      await afterChange {
        session.number = 1
      } until: {
        container.registrar.count == 1
      }
      await afterChange {
        session.isSignedIn = true
      } until: {
        container.registrar.count == 2
      }
      #expect(try DependencyGraph.inject() as Inner? != nil)
      #expect(try DependencyGraph.inject() as Enabled? != nil)
    }
  }

  @Test func eachFormOfTrackingRebuildsTheContainer() async throws {
    let source = ChangeSource()
    let session = Session()
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let builds = Counter()
    let container = DependencyContainer { let _: Void = builds.count() }
    #expect(container.invalidated(tracking: source) === container)
    #expect(container.invalidated(tracking: { session.number }) === container)
    #expect(container.invalidated(tracking: stream) === container)
    #expect(builds.value == 1)
    try await withActive(container) { () async throws in
      await afterChange {
        source.fire()
      } until: {
        builds.value >= 2
      }
      var before = builds.value
      await afterChange {
        session.number = 1
      } until: {
        builds.value > before
      }
      before = builds.value
      await afterChange {
        session.number = 2
      } until: {
        builds.value > before
      }
      before = builds.value
      await afterChange {
        _ = continuation.yield("next")
      } until: {
        builds.value > before
      }
    }
  }

  @Test func trackingBeginsBeforeOrAfterActivation() async throws {
    let builds = Counter()
    let source = ChangeSource()
    let container = DependencyContainer { let _: Void = builds.count() }
    try await withActive(container) { () async throws in
      container.invalidated(tracking: source)
      await afterChange {
        source.fire()
      } until: {
        // An injection meanwhile builds the container as well.
        builds.value >= 2
      }
    }
  }

  @Test func stayingRegistrationsKeepTheirInstancesAndGoneOnesReleaseThem() async throws {
    final class Staying: Sendable {}
    final class Going: Sendable {}
    let session = Session()
    let container = DependencyContainer {
      Dependency { Staying() }.scope(.singleton)
      if !session.isSignedIn { Dependency { Going() }.scope(.singleton) }
    }
    try await withActive(container) { () async throws in
      let staying: Staying = try DependencyGraph.inject()
      weak var going: Going?
      going = try DependencyGraph.inject() as Going
      #expect(going != nil)
      await afterChange {
        session.isSignedIn = true
      } until: {
        container.registrar.count == 1
      }
      await eventually { going == nil }
      #expect(try DependencyGraph.inject() as Staying === staying)
    }
  }

  @Test func newEagerRegistrationsAreCreatedBeforeTheEvent() async throws {
    let session = Session()
    let made = Counter()
    let container = DependencyContainer {
      if session.isSignedIn {
        Dependency(named: "invalidated-eager") {
          made.count()
          return Thing()
        }
        .scope(.singleton).eagerness(.eager)
      }
    }
    try await withActive(container) { () async throws in
      #expect(made.value == 0)
      await afterChange {
        session.isSignedIn = true
      } until: {
        made.value == 1
      }
    }
  }

  @Test func aContainerIsReleasedThoughItTracks() {
    let source = ChangeSource()
    let session = Session()
    weak var released: DependencyContainer?
    do {
      let container = DependencyContainer { if session.isSignedIn { Thing() } }
        .invalidated(tracking: source)
        .invalidated(tracking: { session.number })
      released = container
      #expect(released != nil)
    }
    #expect(released == nil)
    source.fire()
    session.number = 1
  }
}

@Suite(.timeLimit(.minutes(20)), .dependencies()) struct MergingTests {
  @Test func aMergedContainerHoldsTheUnion() throws {
    struct One: Equatable { var number = 1 }
    struct Two {}
    let first = DependencyContainer { One() }
    let second = DependencyContainer {
      One(number: 2)
      Two()
    }
    let merged = DependencyContainer(merging: first, second, .empty)
    #expect(merged.registrar.map(\.locator) == [.type(One.self), .type(Two.self)])
    try withActive(merged) { () throws in
      #expect(try DependencyGraph.inject() as One == One(), "the first child's")
      try withActive(second) { () throws in
        #expect(try (DependencyGraph.inject() as [One]).count == 1, "an active child counts once")
      }
    }
  }

  @Test func oneContainerCanBeMerged() {
    struct Item {}
    let one = DependencyContainer { Item() }
    #expect(DependencyContainer(merging: one) == one)
  }

  @Test func aSequenceIsReadOnce() {
    struct Item {}
    var rest = [DependencyContainer { Item() }, DependencyContainer { "text" }]
    let once = AnySequence { AnyIterator { rest.isEmpty ? nil : rest.removeFirst() } }
    #expect(DependencyContainer(merging: once).registrar.count == 2)
  }

  @Test func childrenAreKept() async throws {
    let session = Session()
    weak var child: DependencyContainer?
    let merged: DependencyContainer
    do {
      let container = DependencyContainer { if session.isSignedIn { Thing() } }
      child = container
      merged = DependencyContainer(merging: [container])
    }
    #expect(child != nil)
    session.isSignedIn = true
    await eventually { merged.registrar.count == 1 }
  }

  @Test func changesPassThroughSeveralLevels() async throws {
    let source = ChangeSource()
    let session = Session()
    let child = DependencyContainer { if session.number > 0 { Thing() } }
      .invalidated(tracking: source)
    let merged = DependencyContainer(
      merging: DependencyContainer(merging: child, .empty), .empty)
    try await withActive(merged) {
      await afterChange {
        session.number = 1
      } until: {
        merged.registrar.count == 1
      }
      await afterChange {
        session.number = 0
      } until: {
        merged.registrar.isEmpty
      }
    }
  }

  @Test(arguments: 1...20) func aChildThatIsAboutToChangeIsFollowed(round: Int) async throws {
    let session = Session()
    let child = DependencyContainer { if session.isSignedIn { Thing() } }
    // The delay differs in each round, so that the child is merged before, during and after its
    // change.
    session.isSignedIn = true
    for _ in 0..<(round * 300) { _ = child.id }
    let merged = DependencyContainer(merging: [child])
    await eventually { merged.registrar.count == 1 }
    session.isSignedIn = false
    await eventually { merged.registrar.isEmpty }
  }
}
