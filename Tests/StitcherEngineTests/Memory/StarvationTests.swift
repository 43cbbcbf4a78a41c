import Foundation
import StitcherEngine
import StitcherTestSupport
import Testing

/// No thread waits for ever, even if factories block, throw or change the graph. Gates and workers
/// end the process if one does.
@Suite(.timeLimit(.minutes(20))) struct StarvationTests {
  @Test func aFactoryThatBlocksHoldsUpOnlyWhoNeedItsInstance() {
    let lifetime = Lifetime()
    let graph = Graph()
    defer { graph.deactivateAll() }
    let isRunning = Gate()
    let mayEnd = Gate()
    let blocking = DeclaredRegistry(contents: [
      .type(Engine.self, scope: .singleton) {
        isRunning.open()
        mayEnd.wait()
        return Engine()
      },
      .name("one", scope: .singleton) { 1 },
      .name("ended", scope: .managed(lifetime)) { 2 },
      .type(Int.self) { (number: Int) in number },
    ])
    graph.activate(blocking)
    let one = Worker { try? graph.resolve(Engine.self) }
    isRunning.wait()
    let other = Worker { try? graph.resolve(Engine.self) }
    // All of these calls end although the factory keeps running.
    Worker {
      let extra = DeclaredRegistry(contents: [.name("extra", scope: .singleton) { 3 }])
      for _ in 0..<100 {
        graph.activate(extra)
        #expect((try? graph.resolve(name: "one", as: Int.self)) == 1)
        #expect((try? graph.resolve(name: "ended", as: Int.self)) == 2)
        #expect((try? graph.resolve(name: "extra", as: Int.self)) == 3)
        #expect((try? graph.resolve(Int.self, arguments: 4)) == 4)
        #expect((try? graph.resolve(name: "missing", as: Int.self)) == nil)
        lifetime.end()
        graph.releaseUnusedStorage()
        extra.replaceContents([.name("extra", scope: .singleton) { 3 }])
        graph.deactivate(extra)
      }
    }.join()
    mayEnd.open()
    let instance = one.join()
    #expect(instance != nil && other.join() === instance)
  }

  @Test func aFactoryMayWaitForThreadsThatInject() {
    let graph = Graph()
    defer { graph.deactivateAll() }
    graph.activate(
      DeclaredRegistry(contents: [
        .name("leaf", scope: .singleton) { 1 },
        .name("middle", scope: .singleton) {
          let leaves = runThreads(2) { _ in (try? graph.resolve(name: "leaf", as: Int.self)) ?? 0 }
          return leaves.reduce(0, +)
        },
        .name("root", scope: .singleton) {
          let own = try graph.resolve(name: "leaf", as: Int.self)
          return own + Worker { (try? graph.resolve(name: "middle", as: Int.self)) ?? 0 }.join()
        },
      ]))
    let results = runThreads(3) { _ in try? graph.resolve(name: "root", as: Int.self) }
    #expect(results == [3, 3, 3])
  }

  @Test func aFactoryThatThrowsLetsEverybodyWhoWaitsGoOn() {
    for _ in 0..<50 {
      let graph = Graph()
      defer { graph.deactivateAll() }
      let attempts = Counter()
      let isRunning = Gate()
      let mayEnd = Gate()
      graph.activate(
        DeclaredRegistry(contents: [
          .type(Int.self, scope: .singleton) {
            let number = attempts.increment()
            if number == 0 {
              isRunning.open()
              mayEnd.wait()
              throw FactoryError(number: 1)
            }
            return number
          }
        ]))
      let first = Worker { failure { try graph.resolve(Int.self) } }
      isRunning.wait()
      let others = (0..<3).map { _ in Worker { failure { try graph.resolve(Int.self) } } }
      mayEnd.open()
      #expect(first.join() == .other("FactoryError(number: 1)"))
      // A thread that waited gets the same error; a later one makes a new attempt.
      for other in others {
        #expect([.none, .other("FactoryError(number: 1)")].contains(other.join()))
      }
      #expect((try? graph.resolve(Int.self)) != nil)
    }
  }

  /// The actions of a factory, besides injecting.
  private enum Deed: Int, CaseIterable { case nothing, throwing, activating, waiting, yielding }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func everyMixtureOfFactoriesEnds(seed: UInt64) {
    let lifetimes = Lifetimes()
    let names = 6
    for round in 0..<40 {
      var random = Random(state: seed &* 1000 &+ UInt64(round))
      let graph = Graph()
      defer { graph.deactivateAll() }
      let extra = DeclaredRegistry(contents: [.name("extra") { 1 }])
      var set: RegistrationSet = [.name("fresh") { Tracked(lifetimes) }]
      for number in 0..<names {
        let needed = (0..<2).map { _ in random.next(below: names) }
        let deed = Deed(rawValue: random.next(below: Deed.allCases.count)) ?? .nothing
        let scope: Scope = random.next(below: 2) == 0 ? .singleton : .shared
        set.insert(
          .name("\(number)", scope: scope) {
            switch deed {
            case .nothing: break
            case .throwing: throw FactoryError(number: number)
            case .activating:
              graph.activate(extra)
              graph.deactivate(extra)
            case .waiting: Worker { _ = try? graph.resolve(name: "fresh", as: Tracked.self) }.join()
            case .yielding: for _ in 0..<20 { Thread.yieldToOthers() }
            }
            // A cycle, on one thread or over several, is an error here; half of the factories
            // recover from it.
            for name in needed {
              do {
                _ = try graph.resolve(name: "\(name)", as: Tracked.self)
              } catch  where number % 2 == 0 {}
            }
            return Tracked(lifetimes)
          })
      }
      graph.activate(DeclaredRegistry(contents: set))
      let failures = runThreads(4) { thread in
        (0..<names).map { step in
          failure { try graph.resolve(name: "\((thread + step) % names)", as: Tracked.self) }
        }
      }
      for failure in failures.flatMap(\.self) {
        switch failure {
        case .none, .cycle, .other: break
        default: Issue.record("seed \(seed), round \(round): \(failure)")
        }
      }
      graph.deactivateAll()
      #expect(lifetimes.living == 0, "seed \(seed), round \(round)")
    }
  }

  /// Random numbers that a seed determines.
  private struct Random {
    var state: UInt64

    /// Returns a number from zero up to a limit.
    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(limit))
    }
  }
}
