internal import Foundation
import Stitcher

/// A link of a chain: its creation needs that of the next link.
struct Link {
  /// The number of links that follow.
  let depth: Int
}

/// A key that no other code uses.
struct Position: Hashable {
  /// The number.
  let number: Int
}

/// A class for a container of many registrations.
final class Idle: Sendable {}

/// The curves of costs that must be constant, or at most linear.
enum Curves {
  /// All plots, each with a function that measures it.
  static let all: [(name: String, measure: @Sendable () -> CurveSet)] = [
    ("registrations", registrations), ("containers", containers), ("depth", depth),
    ("subscribers", subscribers), ("threads", threads), ("building", building),
  ]

  /// Measures injections by the number of registrations.
  @Sendable private static func registrations() -> CurveSet {
    var type = Curve("curve.registrations.type", "by type, live", .constant)
    var value = Curve("curve.registrations.value", "by value, live", .constant)
    var fresh = Curve("curve.registrations.fresh", "by type, new instance", .constant)
    for count in powers(1, 6) {
      let container = idle(count)
      DependencyGraph.activate(container)
      type.add(
        count,
        Rounds.nanoseconds {
          for _ in 0..<$0 { Sink<any Service>.take(try! DependencyGraph.inject()) }
        })
      fresh.add(
        count,
        Rounds.nanoseconds {
          for _ in 0..<$0 { Sink<any Recording>.take(try! DependencyGraph.inject()) }
        })
      let keys = (0..<1000).map { _ in Position(number: Int.random(in: 0..<count)) }
      value.add(
        count,
        Rounds.nanoseconds {
          for index in 0..<$0 {
            Sink<Idle>.take(try! DependencyGraph.inject(byValue: keys[index % 1000]))
          }
        })
      DependencyGraph.deactivate(container)
    }
    return CurveSet(
      name: "registrations", title: "An injection, by the number of active registrations",
      size: "active registrations", unit: "ns", curves: [type, value, fresh])
  }

  /// Measures injections and activations by the number of active containers.
  @Sendable private static func containers() -> CurveSet {
    var inject = Curve("curve.containers.inject", "an injection", .constant)
    var activate = Curve("curve.containers.activate", "activating one more of 10", .linear)
    for count in [1, 3, 10, 30, 100, 300, 1000] {
      let active = (0..<count).map { number in
        DependencyContainer {
          for index in 0..<10 {
            Dependency(for: Position(number: number * 10 + index)) { Idle() }
          }
        }
      }
      for container in active { DependencyGraph.activate(container) }
      inject.add(
        count,
        Rounds.nanoseconds {
          for _ in 0..<$0 { Sink<any Service>.take(try! DependencyGraph.inject()) }
        })
      let extra = DependencyContainer {
        for index in 0..<10 { Dependency(for: Position(number: -1 - index)) { Idle() } }
      }
      activate.add(
        count,
        Rounds.nanoseconds {
          for _ in 0..<$0 {
            DependencyGraph.activate(extra)
            DependencyGraph.deactivate(extra)
          }
        })
      for container in active { DependencyGraph.deactivate(container) }
    }
    return CurveSet(
      name: "containers", title: "By the number of active containers", size: "active containers",
      unit: "ns", curves: [inject, activate])
  }

  /// Measures chains of creations by their depth.
  @Sendable private static func depth() -> CurveSet {
    var curve = Curve("curve.depth", "a chain of new instances", .linear)
    let deepest = 10_000
    let container = DependencyContainer {
      for depth in 0...deepest {
        Dependency(for: Position(number: depth)) {
          depth == 0
            ? Link(depth: 0)
            : Link(
              depth: (try DependencyGraph.inject(byValue: Position(number: depth - 1)) as Link)
                .depth + 1)
        }
        .scope(.instance)
      }
    }
    DependencyGraph.activate(container)
    for depth in powers(0, 4) {
      let nanoseconds = onLargeStack {
        Rounds.nanoseconds {
          for _ in 0..<$0 {
            Sink<Link>.take(try! DependencyGraph.inject(byValue: Position(number: depth)))
          }
        }
      }
      curve.add(depth, nanoseconds)
    }
    DependencyGraph.deactivate(container)
    return CurveSet(
      name: "depth", title: "A resolution, by its depth", size: "instances that need each other",
      unit: "ns", curves: [curve])
  }

  /// Measures events by the number of subscribers.
  @Sendable private static func subscribers() -> CurveSet {
    var send = Curve("curve.subscribers.event", "an event for all", .linear)
    var subscribe = Curve("curve.subscribers.subscribe", "subscribing and cancelling", .constant)
    let container = DependencyContainer { Dependency(for: Position(number: -1)) { Idle() } }
    for count in powers(0, 4) {
      let cancellables = (0..<count).map { _ in DependencyGraph.graphChangedPublisher.sink {} }
      send.add(
        count,
        Rounds.nanoseconds {
          for number in 0..<$0 {
            number % 2 == 0
              ? DependencyGraph.activate(container) : DependencyGraph.deactivate(container)
          }
        })
      DependencyGraph.deactivate(container)
      subscribe.add(
        count,
        Rounds.nanoseconds {
          for _ in 0..<$0 { DependencyGraph.graphChangedPublisher.sink {}.cancel() }
        })
      for cancellable in cancellables { cancellable.cancel() }
    }
    return CurveSet(
      name: "subscribers", title: "By the number of subscribers", size: "subscribers", unit: "ns",
      curves: [send, subscribe])
  }

  /// Measures injections by the number of threads.
  @Sendable private static func threads() -> CurveSet {
    var own = Curve("curve.threads.fresh", "a new instance, on each", .linear)
    var same = Curve("curve.threads.same", "the same live instance, on each", .linear)
    for count in 1...8 {
      func nanoseconds(_ work: @escaping ThreadTeam.Work) -> Double {
        let iterations = Rounds.iterations(for: work)
        return Rounds.median {
          ThreadTeam.seconds(iterations: iterations, Array(repeating: work, count: count)) * 1e9
            / Double(iterations)
        }
      }
      own.add(
        count,
        nanoseconds {
          for _ in 0..<$0 { Sink<any Recording>.take(try! DependencyGraph.inject()) }
        })
      same.add(
        count,
        nanoseconds {
          for _ in 0..<$0 { Sink<any Service>.take(try! DependencyGraph.inject()) }
        })
    }
    return CurveSet(
      name: "threads", title: "One injection on each thread, until the last one is done",
      size: "threads, on \(ProcessInfo.processInfo.activeProcessorCount) cores", unit: "ns",
      curves: [own, same])
  }

  /// Measures building and activating containers by their size.
  @Sendable private static func building() -> CurveSet {
    var build = Curve("curve.building.build", "building", .linear)
    var activate = Curve("curve.building.activate", "activating and deactivating", .linear)
    for count in powers(1, 6) {
      var container = idle(count)
      var (builds, activations): ([Double], [Double]) = ([], [])
      for _ in 0..<(count < 100_000 ? Rounds.count : 3) {
        builds.append(seconds { container = idle(count) } * 1e6)
        activations.append(
          seconds {
            DependencyGraph.activate(container)
            DependencyGraph.deactivate(container)
          } * 1e6)
      }
      build.add(count, builds.median)
      activate.add(count, activations.median)
    }
    return CurveSet(
      name: "building", title: "A container, by its size", size: "registrations", unit: "µs",
      curves: [build, activate])
  }

  /// Returns a container of singletons with values as keys.
  private static func idle(_ count: Int) -> DependencyContainer {
    DependencyContainer {
      for number in 0..<count {
        Dependency(for: Position(number: number)) { Idle() }.scope(.singleton)
      }
    }
  }

  /// Returns the powers of ten between two exponents.
  private static func powers(_ first: Int, _ last: Int) -> [Int] {
    (first...last).map { power in (0..<power).reduce(1) { result, _ in result * 10 } }
  }

  /// Runs a closure on a thread with a stack that is large enough for deep chains.
  private static func onLargeStack(_ body: @escaping @Sendable () -> Double) -> Double {
    let result = Cell()
    let thread = Thread {
      result.value = body()
      result.isDone.signal()
    }
    thread.stackSize = 512 << 20
    thread.start()
    result.isDone.wait()
    return result.value
  }

  /// The result of a thread.
  private final class Cell: @unchecked Sendable {
    // Safe: written before the semaphore is signaled, read after it was waited for.

    /// The result.
    var value = 0.0

    /// A semaphore that is signaled when the result is set.
    let isDone = DispatchSemaphore(value: 0)
  }
}
