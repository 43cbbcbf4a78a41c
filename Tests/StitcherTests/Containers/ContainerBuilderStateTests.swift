#if DEBUG
  import StitcherEngine
  import Testing

  @testable import Stitcher

  /// The state machine that decides which builds of a container may run.
  @Suite struct ContainerBuilderStateTests {
    private var state = ContainerBuilder.State()

    /// Begins and ends a build on a thread; returns whether the state permitted it.
    @discardableResult
    private mutating func build(
      _ step: RereadReason, on thread: UInt = 1, isNested: Bool = false
    ) -> Bool {
      guard let build = state.begin(step, on: thread, isNested: isNested) else { return false }
      state.end(build)
      return true
    }

    @Test mutating func onlyAnUpdateEndsTheStaleness() {
      build(.update)
      #expect(!state.isStale)
      let isNeeded = build(.lookup)
      #expect(!isNeeded, "the contents are current")
      state.notify()
      #expect(state.isStale)
      let wasBuilt = build(.lookup)
      #expect(wasBuilt && state.isStale)
      build(.update)
      #expect(!state.isStale)
    }

    @Test mutating func anUpdateDoesNotEndALaterStaleness() throws {
      let updateBuild = state.begin(.update, on: 1, isNested: false)
      let update = try #require(updateBuild)
      state.notify()
      state.end(update)
      #expect(state.isStale)
      build(.update)
      #expect(!state.isStale)
    }

    @Test mutating func anUpdateIsOvertakenByALaterBuildOfALookup() throws {
      build(.update)
      state.notify()
      let early = state.begin(.lookup, on: 2, isNested: false)
      let first = state.begin(.update, on: 1, isNested: false)
      let isEarly = state.end(try #require(early))
      let isOvertaken = state.end(try #require(first))
      #expect(!isEarly && !isOvertaken)
      state.notify()
      let second = state.begin(.update, on: 1, isNested: false)
      let late = state.begin(.lookup, on: 2, isNested: false)
      let isLate = state.end(try #require(late))
      let wasOvertaken = state.end(try #require(second))
      #expect(!isLate && wasOvertaken)
      let third = state.begin(.repetition, on: 1, isNested: false)
      let wasRepeated = state.end(try #require(third))
      #expect(!wasRepeated && !state.isStale)
    }

    @Test mutating func aRepetitionDoesNotGoBeforeAnUpdate() {
      build(.update)
      state.notify()
      let early = build(.repetition)
      #expect(!early && state.isStale)
      build(.update)
      state.notify(after: 1)
      let later = build(.repetition)
      #expect(later && !state.isStale)
    }

    @Test mutating func lookUpsBuildAFewTimesForEachNotification() {
      build(.update)
      for _ in 0..<2 {
        state.notify()
        for number in 1...ContainerBuilder.State.buildLimit {
          #expect(state.isStale, "\(number)")
          let wasBuilt = build(.lookup)
          #expect(wasBuilt, "\(number)")
        }
        #expect(!state.isStale, "the contents are used until the update")
        let wasBuilt = build(.lookup)
        #expect(!wasBuilt)
      }
    }

    @Test mutating func theThreadOfAChangeBuildsHoweverOftenOthersHaveBuilt() throws {
      build(.update)
      state.notify(after: 2)
      for _ in 1...ContainerBuilder.State.buildLimit { build(.lookup) }
      #expect(state.isStale)
      let late = state.begin(.lookup, on: 2, isNested: true)
      state.end(try #require(late))
      #expect(!state.isStale)
      let again = state.begin(.lookup, on: 2, isNested: false)
      #expect(again == nil)
    }

    @Test mutating func aFactoryLeavesBuildsToLaterLookUps() {
      build(.update)
      state.notify()
      let first = build(.lookup, isNested: true)
      let second = build(.lookup, isNested: true)
      #expect(first && !second && state.isStale)
      let outer = build(.lookup)
      #expect(outer)
    }

    @Test mutating func aThreadDoesNotBuildWhileItRunsTheClosure() throws {
      let outerBuild = state.begin(.update, on: 1, isNested: false)
      let outer = try #require(outerBuild)
      state.notify()
      let inner = build(.lookup, on: 1)
      #expect(!inner)
      let other = build(.lookup, on: 2)
      #expect(other)
      state.end(outer)
      let later = build(.lookup, on: 1)
      #expect(later)
    }
  }
#endif
