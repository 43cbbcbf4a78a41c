import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SetInstanceTests {
  let graph = Graph()
  let registry = EditableRegistry()

  init() { graph.activate(registry) }

  @Test func aValueThatIsSetIsTheInstanceAndTheFactoryDoesNotRun() throws {
    let lifetimes = Lifetimes()
    let registration = Registration.type(Tracked.self, scope: .singleton) { Tracked(lifetimes) }
    registry.edit { $0.insert(registration) }
    #expect(registry.setInstance(Tracked(lifetimes, number: 5), of: registration))
    #expect(try graph.resolve(Tracked.self).number == 5)
    #expect(registry.setInstance(Tracked(lifetimes, number: 6), of: registration))
    #expect(try graph.resolve(Tracked.self).number == 6)
    #expect((lifetimes.inits, lifetimes.deinits) == (2, 1))
    registry.forgetInstance(of: registration)
    #expect(try graph.resolve(Tracked.self).number == 0)
    #expect((lifetimes.inits, lifetimes.deinits) == (3, 2))
  }

  @Test func aValueThatIsSetDuringTheCreationWins() throws {
    let hasBegun = Gate()
    let mayEnd = Gate()
    let registration = Registration.type(Int.self, scope: .singleton) {
      hasBegun.open()
      mayEnd.wait()
      return 1
    }
    registry.edit { $0.insert(registration) }
    let graph = graph
    let worker = Worker { try? graph.resolve(Int.self) }
    hasBegun.wait()
    #expect(registry.setInstance(2, of: registration))
    #expect(try graph.resolve(Int.self) == 2)
    mayEnd.open()
    #expect(worker.join() == 1)
    #expect(try graph.resolve(Int.self) == 2)
  }

  @Test func nothingIsSetThatIsNotKept() {
    let registration = Registration.type(Int.self, scope: .singleton) { 1 }
    registry.edit { $0.insert(registration) }
    registry.edit { $0.remove(registration) }
    #expect(!registry.setInstance(2, of: registration))
    let weak = Registration.type(Int.self, scope: .shared) { 1 }
    #expect(!registry.setInstance(2, of: weak))
  }

  @Test func readersSeeTheOldOrTheNewInstance() {
    let lifetimes = Lifetimes()
    let registration = Registration.type(Tracked.self, scope: .singleton) { Tracked(lifetimes) }
    registry.edit { $0.insert(registration) }
    let graph = graph
    let isOver = Box(false)
    let wrong = runThreads(3) { thread -> Int in
      if thread == 0 {
        for number in 1...20_000 {
          registry.setInstance(Tracked(lifetimes, number: number), of: registration)
        }
        isOver.value = true
        return 0
      }
      var last = 0
      var wrong = 0
      while !isOver.value {
        guard let number = try? graph.resolve(Tracked.self).number else { return -1 }
        if number < last { wrong += 1 }
        last = number
      }
      return wrong
    }
    #expect(wrong == [0, 0, 0])
    #expect(lifetimes.living == 1)
  }
}
