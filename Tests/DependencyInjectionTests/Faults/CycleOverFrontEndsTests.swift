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

  /// The type that each of the two needs, as paths have it.
  private static let own = "DependencyInjectionTests.CycleOverFrontEndsTests.Own"

  /// Creates a container and one of Stitcher; a closure runs in each factory before it asks for the
  /// other one's type.
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
    // The inner error comes out as each front end passes errors on that are not its own.
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
      // Neither asks for the other one before both are being created.
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
