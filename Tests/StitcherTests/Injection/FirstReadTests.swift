import Foundation
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// First reads of one property by several threads.
@Suite(.timeLimit(.minutes(10))) struct FirstReadTests {
  final class Socket: Sendable {
    let number: Int
    init(_ number: Int = 0) { self.number = number }
  }

  /// A structure with one property of each kind.
  struct Holder: Sendable {
    let plain = Injected<Socket>()
    let optional = Injected<Socket?>()
    let all = Injected<[Socket]>()
    let named = Injected<Socket>(name: "socket")
    let valued = Injected<Socket>(value: 7)
    let withParameters = Injected<Socket>(3)
    let weak = WeakInjected<Socket>()
  }

  /// Returns the number of instances that concurrent first reads of one property create.
  private func count(_ read: @escaping @Sendable (Holder) throws -> Void) -> Int {
    let made = Counter()
    // Each factory yields, so that the other threads reach the property.
    let make: @Sendable () -> Socket = {
      made.count()
      for _ in 0..<100 { Thread.yieldToOthers() }
      return Socket()
    }
    let graph = DependencyGraph.process.isolated {
      Dependency { make() }.scope(.instance)
      Dependency { (number: Int) in make() }.scope(.instance)
      Dependency(named: "socket") { make() }.scope(.instance)
      Dependency(for: 7) { make() }.scope(.instance)
    }
    let rounds = 20
    for _ in 0..<rounds {
      let holder = graph.run { Holder() }
      let start = Meeting(4)
      let workers = (0..<4).map { _ in
        Worker {
          start.wait()
          try! read(holder)
        }
      }
      for worker in workers { worker.join() }
    }
    return made.value - rounds
  }

  @Test func threadsShareTheFirstInstance() {
    #expect(count { _ = $0.plain.wrappedValue } == 0)
    #expect(count { _ = $0.optional.wrappedValue } == 0)
    #expect(count { _ = $0.all.wrappedValue } == 0)
    #expect(count { _ = $0.named.wrappedValue } == 0)
    #expect(count { _ = $0.valued.wrappedValue } == 0)
    #expect(count { _ = $0.withParameters.wrappedValue } == 0)
    #expect(count { _ = try $0.plain.loadedValue() } == 0)
    #expect(count { try $0.plain.loadIfNeeded() } == 0)
    #expect(count { _ = $0.weak.wrappedValue } == 0)
  }

  @Test func aWaitingThreadInjectsAgainAfterAFailure() throws {
    struct Refusal: Error {}
    let attempts = Counter()
    let graph = DependencyGraph.process.isolated {
      Dependency { () throws -> Socket in
        attempts.count()
        for _ in 0..<100 { Thread.yieldToOthers() }
        if attempts.value == 1 { throw Refusal() }
        return Socket()
      }
      .scope(.instance)
    }
    let property = graph.run { Injected<Socket>() }
    let start = Meeting(2)
    let workers = (0..<2).map { _ in
      Worker { () -> Socket? in
        start.wait()
        return try? property.loadedValue()
      }
    }
    let values = workers.map { $0.join() }
    #expect(values.compactMap { $0 }.count == 1)
    #expect(attempts.value == 2)
    #expect(property.wrappedValue === values.compactMap { $0 }.first)
  }

  @Test func aFactoryThatReadsItsPropertyIsACycle() throws {
    let box = Box<Injected<Socket>?>(nil)
    let graph = DependencyGraph.process.isolated {
      Dependency { try box.value!.loadedValue() }.scope(.instance)
    }
    let property = graph.run { Injected<Socket>() }
    box.value = property
    let error = #expect(throws: InjectionError.self) { try property.loadedValue() }
    guard case .cyclicDependencyReference = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func threadsThatReadEachOthersPropertyDoNotWaitForEver() throws {
    final class Left: Sendable {}
    final class Right: Sendable {}
    struct Pair: Sendable {
      let left = Injected<Left>()
      let right = Injected<Right>()
    }
    let box = Box<Pair?>(nil)
    let meeting = Meeting(2)
    let crossings = Counter()
    let graph = DependencyGraph.process.isolated {
      Dependency { () throws -> Left in
        if crossings.value < 2 {
          crossings.count()
          meeting.wait()
        }
        _ = try box.value!.right.loadedValue()
        return Left()
      }
      .scope(.instance)
      Dependency { () throws -> Right in
        if crossings.value < 2 {
          crossings.count()
          meeting.wait()
        }
        _ = try box.value!.left.loadedValue()
        return Right()
      }
      .scope(.instance)
    }
    let pair = graph.run { Pair() }
    box.value = pair
    let one = Worker { (try? pair.left.loadedValue()) == nil }
    let other = Worker { (try? pair.right.loadedValue()) == nil }
    #expect(one.join() && other.join(), "it is a cycle")
  }
}
