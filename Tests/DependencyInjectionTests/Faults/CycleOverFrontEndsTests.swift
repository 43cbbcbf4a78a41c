import StitcherTestSupport
import StitcherTesting
import Testing

import class DependencyInjection.Container
import enum DependencyInjection.ResolutionError
import struct Stitcher.Dependency
import class Stitcher.DependencyContainer
import class Stitcher.DependencyGraph
import enum Stitcher.InjectionError

/// Creations of two front ends that need each other.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct CycleOverFrontEndsTests {
  final class Own: Sendable { init(_ other: Other) {} }
  final class Other: Sendable { init(_ own: Own) {} }

  /// The names of the two types in paths.
  private static let own = "DependencyInjectionTests.CycleOverFrontEndsTests.Own"

  /// Creates a container of each front end. A closure runs in each factory before it resolves the
  /// other front end's type.
  private func make(
    _ meet: @escaping @Sendable (_ number: Int) -> Void = { _ in }
  ) -> (container: Container, other: DependencyContainer) {
    let container = Container()
    container.register { _ -> Own in
      meet(0)
      return Own(try DependencyGraph.inject())
    }
    let other = DependencyContainer {
      Dependency { () throws -> Other in
        meet(1)
        return Other(try container.tryResolve(type: Own.self))
      }
      .scope(.singleton)
    }
    DependencyGraph.activate(other)
    return (container, other)
  }

  @Test func areAnErrorOnOneThread() throws {
    let (container, other) = make()
    defer { DependencyGraph.deactivate(other) }
    let error = #expect(throws: InjectionError.self) { try container.tryResolve(type: Own.self) }
    // Each front end wraps the errors of the other one in its own way.
    guard case .unknown(let inner as ResolutionError) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      inner.localizedDescription
        == "Dependency not registered: Dependency of type \(Self.own) can't be created in container"
        + " DependencyInjection.Container because it needs itself: \(Self.own) ->"
        + " DependencyInjectionTests.CycleOverFrontEndsTests.Other -> \(Self.own)")
    container.clean()
  }

  @Test func areAnErrorOnTwoThreads() throws {
    for _ in 0..<50 {
      // Neither factory resolves the other type before both are running.
      let gates = [Gate(), Gate()]
      let (container, other) = make { number in
        gates[number].open()
        gates[1 - number].wait()
      }
      defer { DependencyGraph.deactivate(other) }
      let worker = Worker(
        DependencyGraph.current.bound { () -> Bool in
          do {
            _ = try container.tryResolve(type: Own.self)
            return false
          } catch { return true }
        })
      #expect(throws: InjectionError.self) { try DependencyGraph.inject() as Other }
      #expect(worker.join())
      container.clean()
    }
  }
}
