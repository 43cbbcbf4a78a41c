import StitcherTestSupport
import StitcherTesting
import Testing

import class DependencyInjection.Container
import enum DependencyInjection.DependencyScope
import struct Stitcher.Dependency
import class Stitcher.DependencyContainer
import class Stitcher.DependencyGraph

/// Containers that are attached and detached while other threads inject their dependencies.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct AttachmentRaceTests {
  /// The text that every intact instance has.
  static let word = "alive"

  /// Attaches and detaches containers on one thread, while other threads inject.
  ///
  /// - Parameters:
  ///   - rounds: The number of containers.
  ///   - come: Creates a container and attaches it; returns an action that detaches it.
  ///   - find: Injects; returns the text of the instance.
  private func race(
    rounds: Int = 1_500, _ come: @escaping @Sendable () -> () -> Void,
    _ find: @escaping @Sendable (Int) -> String?
  ) {
    let isDone = Box(false)
    let graph = DependencyGraph.current
    let writer = Worker(
      graph.bound {
        for _ in 0..<rounds { come()() }
        isDone.value = true
      })
    let wrong = runThreads(
      2,
      graph.bound { (_: Int) in
        var (wrong, round) = (0, 0)
        while !isDone.value {
          for _ in 0..<20 {
            if let text = find(round), text != Self.word { wrong += 1 }
            round += 1
          }
        }
        return wrong
      })
    writer.join()
    #expect(wrong == [0, 0])
  }

  /// Attaches a container that only the graph refers to.
  private static func attach(
    _ register: (Container) -> Void
  ) -> () -> Void {
    let container = Container()
    register(container)
    DependencyGraph.attach(container)
    return { [weak container] in if let container { DependencyGraph.detach(container) } }
  }

  @Test(arguments: [DependencyScope.new, .shared])
  func anInjectionFindsOrMisses(_ scope: DependencyScope) {
    final class Marked: Sendable {
      let text: String
      init(_ text: String) { self.text = text }
    }
    race {
      Self.attach { container in
        let captured = [Self.word]
        container.register(type: Marked.self, in: scope) { _ in Marked(captured[0]) }
      }
    } _: { round in
      switch round % 4 {
      case 0: (try? DependencyGraph.inject() as Marked)?.text
      case 1: (try? DependencyGraph.inject() as [Marked])?.first?.text
      case 2: (try? DependencyGraph.inject() as Marked?)??.text
      default: (try? DependencyGraph.inject(byType: Marked.self))?.text
      }
    }
  }

  @Test(arguments: [DependencyScope.new, .shared])
  func anInjectionByProtocolFindsOrMisses(_ scope: DependencyScope) {
    protocol Service: AnyObject { var text: String { get } }
    final class Marked: Service {
      let text: String
      init(_ text: String) { self.text = text }
    }
    race {
      Self.attach { container in
        let captured = [Self.word]
        container.register(type: (any Service).self, in: scope) { _ in Marked(captured[0]) }
      }
    } _: { round in
      switch round % 3 {
      case 0: (try? DependencyGraph.inject() as any Service)?.text
      case 1: (try? DependencyGraph.inject() as [any Service])?.first?.text
      default: (try? DependencyGraph.inject() as (any Service)?)??.text
      }
    }
  }

  @Test func anInjectionWithArgumentsFindsOrMisses() {
    final class Letter: Sendable {
      let text: String
      init(_ text: String) { self.text = text }
    }
    race {
      Self.attach { container in
        let captured = [Self.word]
        container.register(type: Letter.self) { (_, number: Int, more: String) in
          Letter(number < 0 ? more : captured[0])
        }
      }
    } _: { round in
      (try? DependencyGraph.inject(parameters: round, "more") as Letter)?.text
    }
  }

  @Test func aFactoryOfAContainerThatGoesMayUseIt() {
    final class Inner: Sendable { let text = AttachmentRaceTests.word }
    final class Outer: Sendable {
      let inner: Inner
      init(_ inner: Inner) { self.inner = inner }
    }
    race {
      Self.attach { container in
        // This registration always exists, so the dependency of the other factory is never missing.
        container.register(type: Inner.self, in: .new) { _ in Inner() }
        container.register(type: Outer.self, in: .new) { resolver in Outer(resolver.resolve()) }
      }
    } _: { _ in
      (try? DependencyGraph.inject() as Outer)?.inner.text
    }
  }

  @Test func aContainerComesAndGoesInAGraphWhereNothingIsRemembered() {
    final class Cold: Sendable { let text = AttachmentRaceTests.word }
    let other = DependencyContainer { Dependency(named: "cold-graph") { 1 } }
    race(rounds: 1_000) {
      let end = Self.attach { $0.register(type: Cold.self, in: .new) { _ in Cold() } }
      return {
        DependencyGraph.activate(other)
        DependencyGraph.deactivate(other)
        end()
      }
    } _: { _ in
      (try? DependencyGraph.inject() as Cold)?.text
    }
  }
}
