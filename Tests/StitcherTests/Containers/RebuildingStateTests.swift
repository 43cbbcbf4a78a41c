#if DEBUG
  @testable import Stitcher
  import Testing

  /// What a container notes of changes and builds, in every order in which they can come.
  ///
  /// In debug builds only: the type is internal to its module.
  @Suite struct RebuildingStateTests {
    /// Who builds the container, on a thread of its own.
    struct Worker {
      /// How far it has come.
      enum Phase {
        case idle
        /// A round that has not asked yet whether it is to build.
        case begun
        case building(RebuildingState.Build)
        /// A round that has built, or need not.
        case built
      }

      let reason: RebuildingState.Reason
      let thread: UInt
      var phase = Phase.idle

      /// The last build, until it was told of a change of what it has read.
      var read: RebuildingState.Build?

      /// What it stands at: those that stand at the same go on in the same way.
      var text: String {
        let read = read.map { "\($0.told)" } ?? ""
        switch phase {
        case .idle: return read
        case .begun: return "begun \(read)"
        case .building(let build): return "\(build.number) \(build.told) \(read)"
        case .built: return "built \(read)"
        }
      }

      /// What it builds, if it does.
      var build: RebuildingState.Build? {
        if case .building(let build) = phase { build } else { nil }
      }

      /// Whether it is a round that has not asked yet.
      var isBegun: Bool { if case .begun = phase { true } else { false } }

      /// Whether it is a round that has not ended yet.
      var isInRound: Bool { if case .idle = phase { false } else { reason == .round } }
    }

    /// A container, with those who change and build it.
    struct World {
      var state = RebuildingState()
      var workers = [
        Worker(reason: .round, thread: 1), Worker(reason: .round, thread: 2),
        Worker(reason: .lookUp, thread: 3), Worker(reason: .check, thread: 4),
      ]

      /// How many rounds are scheduled.
      var scheduled = 0

      /// How many changes had been told of with the last one that may land late; 0 if none may.
      var late: UInt64 = 0

      /// Whether checks follow the last round.
      var hasChecks = false

      /// How many changes had been told of when the newest build began that is installed.
      var installed: UInt64 = 0

      /// The same of the newest build of a round.
      var followed: UInt64 = 0

      /// Who has installed that many last.
      var builder: Worker?

      /// Whether somebody has left what he found to the next round.
      var isLeftToRound = false

      /// What was done, and the first thing that went wrong.
      var steps: [String] = []
      var fault: String?

      /// What the state has answered.
      var answers: Set<String> = []

      /// Worlds with the same text go on in the same way.
      var text: String {
        "\(state) \(workers.map(\.text)) \(scheduled) \(late) \(hasChecks) \(installed)"
          + " \(followed) \(builder?.thread ?? 0) \(isLeftToRound)"
      }

      init() {
        guard let build = build(by: workers[0]) else { return }
        install(build, by: workers[0])
        workers[0].read = build
      }

      /// Notes that something went wrong, unless a condition holds.
      mutating func expect(_ condition: Bool, _ text: String) {
        if !condition, fault == nil { fault = text }
      }
    }

    /// How many changes are told of before there are no more of themselves.
    static let changes = 3

    /// The most steps there are in one world.
    static let depth = 7

    @Test func whateverTheOrderEachChangeHasItsRoundAndItsTeller() {
      // Two rounds that overlap take too many steps to be reached from the start.
      var later = World()
      later.tell(mayBeLate: false)
      later.begin(0)
      later.tell(mayBeLate: false)
      later.steps = ["tell", "0 begins", "tell"]
      var worlds = [World(), later]
      var (seen, answers): (Set<String>, Set<String>) = ([], [])
      for _ in 0..<Self.depth {
        worlds = worlds.flatMap(\.next)
        if let world = worlds.first(where: { $0.fault != nil }) {
          Issue.record("\(world.fault ?? ""), after: \(world.steps.joined(separator: ", "))")
          return
        }
        for world in worlds { answers.formUnion(world.answers) }
        worlds.removeAll { !seen.insert($0.text).inserted }
      }
      #expect(seen.count > 10_000)
      #expect(
        answers == [
          "followed", "due", "dueInRound", "new", "known", "unchecked", "nextRound", "anyRound",
          "thisRound", "nobody",
        ])
    }
  }

  extension RebuildingStateTests.World {
    typealias Worker = RebuildingStateTests.Worker

    /// What can come of one step more.
    var next: [Self] {
      var worlds: [Self] = []
      let add = { (name: String, step: (inout Self) -> Void) in
        var world = self
        step(&world)
        world.steps.append(name)
        world.expectRound()
        worlds.append(world)
      }
      if state.told < RebuildingStateTests.changes {
        add("tell") { $0.tell(mayBeLate: false) }
        add("tell late") { $0.tell(mayBeLate: true) }
        for change in max(1, state.told, 2) - 1...max(1, state.told) where change <= state.told {
          for thread: UInt in [1, 3, 4, 9] {
            add("\(change) lands on \(thread)") { $0.land(change, on: thread) }
          }
        }
      }
      for position in workers.indices {
        switch workers[position].phase {
        case .idle:
          if workers[position].reason == .round, scheduled == 0 { continue }
          add("\(position) begins") { $0.begin(position) }
        case .begun: add("\(position) asks") { $0.begin(position) }
        case .building(let build):
          add("\(position) installs") { $0.end(build, position) }
        case .built: add("\(position) ends") { $0.endRound(position) }
        }
        if let build = workers[position].read {
          for isLate in [false, true] {
            add("\(position) hears\(isLate ? " late" : "")") { world in
              world.workers[position].read = nil
              world.hear(build, mayBeLate: isLate)
            }
          }
        }
      }
      if hasChecks { add("checks end") { $0.endChecks() } }
      add("checks of an earlier round end") { $0.state.endChecks(of: state.round - 1) }
      return worlds
    }

    /// Whether anybody builds.
    var isRunning: Bool { workers.contains { $0.build != nil } }

    /// Expects one round that follows each change, and checks where it may land late.
    mutating func expectRound() {
      var after = state
      expect((after.endRound() != nil) == (late > 0), "whether a change may land late")
      let isLookedFor = hasChecks || scheduled > 0 || workers.contains(where: \.isInRound)
      expect(late == 0 || isLookedFor, "nobody looks for a change that lands late")
      expect(scheduled <= 1, "two rounds are scheduled")
      expect(state.isFollowed == (followed == state.told), "what rounds have followed")
      expect(state.isSettled == (installed == state.told), "what is installed")
      let isAwaited = workers.contains {
        $0.isBegun || $0.build?.isRound == true && $0.build?.told == state.told
      }
      expect(state.isFollowed || scheduled > 0 || isAwaited, "no round follows the change")
    }

    // MARK: Changes

    /// A change is told of.
    mutating func tell(mayBeLate isLate: Bool) {
      if state.tell(mayBeLate: isLate) { scheduled += 1 }
      if isLate { late = state.told }
    }

    /// A change is told of to a build that has read the state.
    mutating func hear(_ build: RebuildingState.Build, mayBeLate isLate: Bool) {
      let isRead = installed > build.told
      let isAwaited = followed < state.told && (scheduled > 0 || isRunning)
      let wasLookedFor = late > 0
      let hearing = state.hear(since: build.told, mayBeLate: isLate)
      let isNew = !isRead && (build.told == state.told || !isAwaited)
      expect((hearing == .new) == isNew, "whether it was told before")
      answers.insert("\(hearing)")
      if hearing == .new { return tell(mayBeLate: isLate) }
      if isLate { late = state.told }
      expect((hearing == .unchecked) == (isLate && !wasLookedFor), "whether checks have to begin")
      if hearing == .unchecked { hasChecks = true }
    }

    /// A change has landed.
    mutating func land(_ change: UInt64, on thread: UInt) {
      let (told, wasFollowed) = (state.told, followed == state.told)
      let wasRead = installed >= change
      let wasReadLater = wasRead && builder?.thread == thread && builder?.reason != .lookUp
      let landing = state.land(change, on: thread)
      answers.insert("\(landing)")
      let isFollowed = wasReadLater || !wasRead && !isRunning
      expect((landing == .followed) == isFollowed, "whether the change was read in time")
      expect(state.told == told + (isFollowed ? 0 : 1), "what is told of")
      if isFollowed { return }
      expect(
        (landing == .dueInRound) == (!wasFollowed && scheduled == 0), "whether it needs a round")
      if wasFollowed { followed = state.told }
      if landing == .dueInRound { scheduled += 1 }
    }

    // MARK: Builds

    /// Begins a build, if there is a reason.
    mutating func build(by worker: Worker) -> RebuildingState.Build? {
      switch state.begin(worker.reason, on: worker.thread) {
      case .busy:
        expect(false, "it does not build yet")
        return nil
      case .nothing:
        if worker.reason == .lookUp { expect(installed == state.told, "a look-up of old contents") }
        if worker.reason == .round {
          expect(followed == state.told, "a round that follows nothing")
          expect(!isLeftToRound, "what was left to the round is told by nobody")
        }
        return nil
      case .build(let build):
        expect(build.told == state.told, "what the build reads")
        expect(build.isRound == (worker.reason == .round), "whose build it is")
        switch worker.reason {
        case .lookUp: expect(installed < state.told, "a look-up of what is as it should be")
        case .round: expect(followed < state.told || state.told == 0, "a round without a change")
        case .check: expect(followed == state.told, "a check before a round")
        }
        if build.isRound { isLeftToRound = false }
        if case .busy = state.begin(worker.reason, on: worker.thread) { return build }
        expect(false, "a thread builds twice at a time")
        return build
      }
    }

    /// A round begins, or a worker begins to build.
    mutating func begin(_ position: Int) {
      let worker = workers[position]
      if worker.reason == .round, case .idle = worker.phase {
        scheduled -= 1
        state.beginRound()
        workers[position].phase = .begun
      } else if let build = build(by: worker) {
        workers[position].phase = .building(build)
        workers[position].read = build
      } else if worker.reason == .round {
        workers[position].phase = .built
      }
    }

    /// A worker has built.
    mutating func end(_ build: RebuildingState.Build, _ position: Int) {
      if !build.isRound { decide() }
      install(build, by: workers[position])
      workers[position].phase = build.isRound ? .built : .idle
    }

    /// Asks who tells of what was found.
    mutating func decide() {
      answers.insert("\(state.teller)")
      switch state.teller {
      case .nextRound:
        expect(scheduled > 0, "there is no next round")
        isLeftToRound = true
      case .anyRound:
        let isUnsure = followed == state.told || workers.contains { $0.build?.isRound == true }
        expect(scheduled > 0 && isUnsure, "the next round is the one that tells")
      case .thisRound:
        let hasRound = workers.contains { $0.isBegun || $0.build?.isRound == true }
        expect(hasRound, "there is no round")
      case .nobody: expect(followed == state.told && scheduled == 0, "not followed yet")
      }
    }

    /// Installs what a worker has built.
    mutating func install(_ build: RebuildingState.Build, by worker: Worker) {
      if build.told >= installed { (installed, builder) = (build.told, worker) }
      if build.isRound { followed = max(followed, build.told) }
      expect(state.install(build, worker.reason) == state.isSettled, "two answers")
    }

    // MARK: Rounds

    /// A round ends.
    mutating func endRound(_ position: Int) {
      workers[position].phase = .idle
      let (number, ended) = (state.round + 1, state.endRound())
      hasChecks = ended != nil
      expect([nil, number].contains(ended) && state.round == number, "the number of the round")
    }

    /// Changes were looked for long enough after the last round.
    mutating func endChecks() {
      state.endChecks(of: state.round)
      hasChecks = false
      if late <= followed { late = 0 }
    }
  }
#endif
