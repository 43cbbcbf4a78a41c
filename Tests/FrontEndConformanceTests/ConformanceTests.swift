import Foundation
import StitcherTestSupport
import Testing

/// The guarantees of every front end, independent of its programming model.
@Suite(.timeLimit(.minutes(20))) struct FrontEndConformance {
  // MARK: One creation

  @Test(arguments: FrontEndKind.allCases)
  func anInstanceIsCreatedOnceHoweverManyThreadsAsk(_ kind: FrontEndKind) {
    enum Test {}
    struct Asked<World: FrontEnd>: Round {
      func run<Mark>(_ mark: Mark.Type) {
        let world = World()
        defer { world.end() }
        let lifetimes = Lifetimes()
        world.register(Service<Mark>.self) { _ in Service(lifetimes) }
        let instances = runThreads(4) { _ in
          (try? world.resolve(Service<Mark>.self)).map { ObjectIdentifier($0) }
        }
        #expect(Set(instances).count == 1)
        #expect(instances[0] != nil)
        #expect(lifetimes.inits == 1)
      }
    }
    func test<World: FrontEnd>(_ world: World.Type) {
      Asked<World>().runAll(fewerInDebug(1000), Mark<Test, World>.self)
    }
    test(kind.type)
  }

  @Test(arguments: FrontEndKind.allCases)
  func aRequestDuringTheCreationWaitsForIt(_ kind: FrontEndKind) {
    enum Test {}
    func test<World: FrontEnd>(_: World.Type) {
      typealias Own = Service<Mark<Test, World>>
      let world = World()
      defer { world.end() }
      let hasBegun = Gate()
      let mayEnd = Gate()
      world.register(Own.self) { _ in
        hasBegun.open()
        mayEnd.wait()
        return Own()
      }
      let one = Worker { (try? world.resolve(Own.self)).map { ObjectIdentifier($0) } }
      hasBegun.wait()
      let other = Worker { (try? world.resolve(Own.self)).map { ObjectIdentifier($0) } }
      mayEnd.open()
      let results = [one.join(), other.join()]
      #expect(results[0] != nil && results[0] == results[1])
    }
    test(kind.type)
  }

  // MARK: Replacement and release

  @Test(arguments: FrontEndKind.allCases)
  func aReplacementIsSeenByAllAndReleasesOnce(_ kind: FrontEndKind) throws {
    enum Test {}
    func test<World: FrontEnd>(_: World.Type) throws {
      typealias Own = Service<Mark<Test, World>>
      let world = World()
      defer { world.end() }
      let lifetimes = Lifetimes()
      for number in 0..<100 {
        world.register(Own.self) { _ in Own(lifetimes, number: number) }
        let seen = runThreads(2) { _ in (try? world.resolve(Own.self))?.number }
        #expect(seen == [number, number])
        #expect((lifetimes.inits, lifetimes.deinits) == (number + 1, number))
      }
    }
    try test(kind.type)
  }

  @Test(arguments: FrontEndKind.allCases)
  func aCreationThatIsOvertakenByAReplacementDoesNotComeBack(_ kind: FrontEndKind) throws {
    enum Test {}
    func test<World: FrontEnd>(_: World.Type) throws {
      typealias Own = Service<Mark<Test, World>>
      let world = World()
      defer { world.end() }
      let lifetimes = Lifetimes()
      let hasBegun = Gate()
      let mayEnd = Gate()
      world.register(Own.self) { _ in
        hasBegun.open()
        mayEnd.wait()
        return Own(lifetimes, number: 1)
      }
      let worker = Worker { (try? world.resolve(Own.self))?.number }
      hasBegun.wait()
      world.register(Own.self) { _ in Own(lifetimes, number: 2) }
      #expect(try world.resolve(Own.self).number == 2)
      mayEnd.open()
      #expect(worker.join() == 1)
      #expect(try world.resolve(Own.self).number == 2)
      #expect(lifetimes.living == 1)
    }
    try test(kind.type)
  }

  @Test(arguments: FrontEndKind.allCases)
  func aDeinitMayResolve(_ kind: FrontEndKind) throws {
    enum Test {}
    enum Other {}
    func test<World: FrontEnd>(_: World.Type) throws {
      typealias Own = Service<Mark<Test, World>>
      typealias Needed = Service<Mark<Other, World>>
      let world = World()
      defer { world.end() }
      let found = Log<Int>()
      world.register(Needed.self) { _ in Needed(number: 7) }
      world.register(Own.self) { world in
        Own { found.add((try? world.resolve(Needed.self))?.number ?? -1) }
      }
      _ = try world.resolve(Own.self)
      world.register(Own.self) { _ in Own() }
      _ = try world.resolve(Own.self)
      #expect(found.entries == [7])
    }
    try test(kind.type)
  }

  // MARK: Errors

  @Test(arguments: FrontEndKind.allCases)
  func whatIsMissingIsNamed(_ kind: FrontEndKind) {
    enum Test {}
    func test<World: FrontEnd>(_: World.Type) {
      typealias Own = Service<Mark<Test, World>>
      let world = World()
      defer { world.end() }
      do {
        _ = try world.resolve(Own.self)
        Issue.record("Nothing was registered.")
      } catch {
        #expect(World.text(of: error).contains("Service<"))
      }
    }
    test(kind.type)
  }

  @Test(arguments: FrontEndKind.allCases)
  func aFailedCreationIsTriedAgain(_ kind: FrontEndKind) throws {
    // The default value of a Stitch key cannot throw.
    guard !kind.hasDefaults else { return }
    enum Test {}
    func test<World: FrontEnd>(_: World.Type) throws {
      typealias Own = Service<Mark<Test, World>>
      let world = World()
      defer { world.end() }
      let count = Counter()
      world.register(Own.self) { _ in
        let number = count.increment()
        if number == 0 { throw CreationFailed() }
        return Own(number: number)
      }
      #expect(throws: (any Error).self) { try world.resolve(Own.self) }
      #expect(try world.resolve(Own.self).number == 1)
      #expect(try world.resolve(Own.self).number == 1)
    }
    try test(kind.type)
  }

  @Test(arguments: FrontEndKind.allCases.filter { $0.type.cycles == .areThrown }, [2, 3])
  func aCycleThatIsSplitOverThreadsIsThrown(_ kind: FrontEndKind, count: Int) {
    enum Test {}
    func test<World: FrontEnd>(_: World.Type) {
      // Both cycles run concurrently, and some front ends have only one graph.
      for _ in 0..<50 {
        if count == 2 {
          ends(World(), Mark<Test, World>.self)
        } else {
          ends(World(), Mark<Bit<Test, Int>, World>.self)
        }
      }
    }
    /// Each thread starts one part of the cycle, then resolves the part of another thread.
    func ends<World: FrontEnd, Mark>(_ world: World, _: Mark.Type) {
      defer { world.end() }
      if count == 2 { split(world, Mark.self) } else { splitInThree(world, Mark.self) }
      let results = runThreads(count) { thread in
        do {
          switch thread {
          case 0: _ = try world.resolve(Service<Bit<Mark, Bool>>.self)
          case 1: _ = try world.resolve(Service<Bit<Mark, Void>>.self)
          default: _ = try world.resolve(Service<Bit<Mark, Int>>.self)
          }
          return false
        } catch { return true }
      }
      #expect(results == Array(repeating: true, count: count))
    }
    test(kind.type)
  }

  @Test func aCycleThatIsSplitOverThreadsStopsTheProgramWhereNothingIsThrown() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      enum Test {}
      let world = StitchWorld()
      split(world, Test.self)
      runThreads(2) { thread in
        if thread == 0 {
          _ = try? world.resolve(Service<Bit<Test, Bool>>.self)
        } else {
          _ = try? world.resolve(Service<Bit<Test, Void>>.self)
        }
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("form a cycle"))
  }

  @Test(arguments: FrontEndKind.allCases)
  func aFactoryThatTrapsStopsTheProgramWithItsOwnMessage(_ kind: FrontEndKind) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [kind] in
      trap(kind)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let messages = output.split(separator: "\n").filter { $0.contains("Fatal error: ") }
    #expect(messages.count == 1)
    #expect(messages.first?.hasSuffix("Fatal error: The factory has had enough.") == true)
  }

  @Test(arguments: FrontEndKind.allCases)
  func aFactoryMayEndTheProgram(_ kind: FrontEndKind) async {
    await #expect(processExitsWith: .exitCode(7)) { [kind] in endProgram(kind) }
  }

  // MARK: Use after the end

  @Test(arguments: FrontEndKind.allCases)
  func whatWasHandedOutIsOfUseAfterTheEnd(_ kind: FrontEndKind) throws {
    // The default value of a Stitch key stays, since no call removes a key.
    guard !kind.hasDefaults else { return }
    enum Test {}
    func test<World: FrontEnd>(_: World.Type) throws {
      typealias Own = Service<Mark<Test, World>>
      let lifetimes = Lifetimes()
      do {
        let world = World()
        world.register(Own.self) { _ in Own(lifetimes, number: 3) }
        let instance = try world.resolve(Own.self)
        world.end()
        #expect((instance.number, lifetimes.living) == (3, 1))
        // The instance cannot be found any more, and further calls are harmless.
        #expect(throws: (any Error).self) { try world.resolve(Own.self) }
        world.end()
        #expect(throws: (any Error).self) { try world.resolve(Own.self) }
      }
      #expect((lifetimes.inits, lifetimes.living) == (1, 0))
    }
    try test(kind.type)
  }

  // MARK: Any thread

  @Test(arguments: FrontEndKind.allCases)
  func threadsRegisterAndResolveAtOnce(_ kind: FrontEndKind) {
    enum Test {}
    struct Mixed<World: FrontEnd>: Round {
      let world: World

      func run<Mark>(_ mark: Mark.Type) {
        let lifetimes = Lifetimes()
        world.register(Service<Mark>.self) { _ in Service(lifetimes, number: 1) }
        let wrong = runThreads(3) { thread -> Int in
          if thread == 0 {
            for number in 2..<12 {
              world.register(Service<Mark>.self) { _ in Service(lifetimes, number: number) }
            }
            return 0
          }
          var last = 0
          var wrong = 0
          for _ in 0..<50 {
            // If a replacement takes two steps, no instance exists between them.
            guard let number = (try? world.resolve(Service<Mark>.self))?.number else { continue }
            if number < last { wrong += 1 }
            last = number
          }
          return wrong
        }
        #expect(wrong == [0, 0, 0])
        #expect((try? world.resolve(Service<Mark>.self))?.number == 11)
      }
    }
    func test<World: FrontEnd>(_: World.Type) {
      let world = World()
      defer { world.end() }
      Mixed(world: world).runAll(fewerInDebug(80), Mark<Test, World>.self)
    }
    test(kind.type)
  }

  @Test(arguments: FrontEndKind.allCases)
  func tasksResolveAtOnce(_ kind: FrontEndKind) async {
    enum Test {}
    func test<World: FrontEnd>(_: World.Type) async {
      typealias Own = Service<Mark<Test, World>>
      let world = World()
      defer { world.end() }
      let lifetimes = Lifetimes()
      world.register(Own.self) { _ in Own(lifetimes) }
      let instances = await withTaskGroup(of: ObjectIdentifier?.self) { group in
        for _ in 0..<100 {
          group.addTask { (try? world.resolve(Own.self)).map { ObjectIdentifier($0) } }
        }
        return await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(instances.count == 1)
      #expect(lifetimes.inits == 1)
    }
    await test(kind.type)
  }
}

/// An error of a factory.
private struct CreationFailed: Error {}

/// Registers two types that need each other. Neither factory resolves the other type before both
/// are running.
private func split<World: FrontEnd, Mark>(_ world: World, _: Mark.Type) {
  typealias One = Service<Bit<Mark, Bool>>
  typealias Other = Service<Bit<Mark, Void>>
  let one = Gate()
  let other = Gate()
  world.register(One.self) { world in
    one.open()
    other.wait()
    return One(needed: try world.resolve(Other.self))
  }
  world.register(Other.self) { world in
    other.open()
    one.wait()
    return Other(needed: try world.resolve(One.self))
  }
}

/// Registers three types that form a cycle. No factory resolves the next type before all are
/// running.
private func splitInThree<World: FrontEnd, Mark>(_ world: World, _: Mark.Type) {
  let gates = [Gate(), Gate(), Gate()]
  func link<One, Next>(_: Service<One>.Type, to next: Service<Next>.Type, _ number: Int) {
    world.register(Service<One>.self) { world in
      gates[number].open()
      for gate in gates { gate.wait() }
      return Service<One>(needed: try world.resolve(next))
    }
  }
  link(Service<Bit<Mark, Bool>>.self, to: Service<Bit<Mark, Void>>.self, 0)
  link(Service<Bit<Mark, Void>>.self, to: Service<Bit<Mark, Int>>.self, 1)
  link(Service<Bit<Mark, Int>>.self, to: Service<Bit<Mark, Bool>>.self, 2)
}

/// Resolves a type with a factory that traps, while another thread waits for it or is about to.
private func trap(_ kind: FrontEndKind) {
  func trap<World: FrontEnd>(_: World.Type) {
    typealias Own = Service<Mark<Void, World>>
    let world = World()
    let hasBegun = Gate()
    world.register(Own.self) { _ in
      hasBegun.open()
      for _ in 0..<1000 { Thread.yieldToOthers() }
      fatalError("The factory has had enough.")
    }
    let other = Worker {
      hasBegun.wait()
      _ = try? world.resolve(Own.self)
    }
    _ = try? world.resolve(Own.self)
    other.join()
  }
  trap(kind.type)
}

/// Resolves a type with a factory that ends the program.
private func endProgram(_ kind: FrontEndKind) {
  func end<World: FrontEnd>(_: World.Type) {
    let world = World()
    world.register(Service<Mark<Void, World>>.self) { _ in exit(7) }
    _ = try? world.resolve(Service<Mark<Void, World>>.self)
  }
  end(kind.type)
}
