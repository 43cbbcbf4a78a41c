import Dispatch
import Foundation
import Stitcher
import StitcherTestSupport
import StitcherTesting
import StitcherTestingSupport
import Testing

/// Injections from contexts that have lost their graph.
@Suite struct LostContextTests {
  /// Types that only one test uses, so that issues belong to that test.
  final class Alpha: Sendable {}
  final class Beta: Sendable {}
  final class Gamma: Sendable {}

  /// A type that injects when it is used.
  final class Holder<Value: Sendable>: Sendable {
    private let property = Injected<Value>()
    func load() throws { try property.loadIfNeeded() }
  }

  /// Returns the explanation in the error of a lost graph.
  private func hint(_ name: String, _ type: String, isProperty: Bool = false) -> String {
    """
    \(isProperty ? "The property was created" : "The injection runs") outside any 'graph.run { … }', \
    and an isolated graph ('\(name)') registers \(type). Detached tasks, blocks on queues, threads \
    and callbacks lose the current graph: pass them the closure that \
    'DependencyGraph.current.bound { … }' returns.
    """
  }

  @Test func aDetachedTaskAndTheOnlyStrictTestGetTheHint() async throws {
    let line = Box(0)
    let found = try await issues(.dependencies(strict: .leaks) { Dependency { Alpha() } }) {
      let text = await Task.detached {
        line.change { $0 = #line + 1 }
        do { let _: Alpha = try DependencyGraph.inject() } catch { return "\(error)" }
        return ""
      }.value
      let lines = text.split(separator: "\n").map(String.init)
      let hint = hint("aDetachedTaskAndTheOnlyStrictTestGetTheHint()", "Alpha")
      #expect(lines.contains(hint), "\(text)")
    }
    #expect(found.map(\.place) == ["\(#fileID):\(line.value)"])
    #expect(
      found.first?.text
        == """
        An injection has lost the graph of 'aDetachedTaskAndTheOnlyStrictTestGetTheHint()'. \
        \(hint("aDetachedTaskAndTheOnlyStrictTestGetTheHint()", "Alpha"))
        """)
  }

  /// Checks an injection that has lost the graph of a strict test: it throws an error and records
  /// an issue, and it succeeds if it is bound to the graph.
  ///
  /// - Parameters:
  ///   - value: The dependency, of a type that no other test declares.
  ///   - name: The name of the graph.
  ///   - lose: Runs a closure without the current graph, and returns its result.
  private func expectLoss<Value: Sendable>(
    of value: Value, in name: String = #function,
    _ lose: @Sendable (_ inject: @escaping @Sendable () -> String) async -> String
  ) async throws {
    let line = #line + 2
    let inject: @Sendable () -> String = {
      do { let _: Value = try DependencyGraph.inject() } catch { return "\(error)" }
      return "found"
    }
    let found = try await issues(.dependencies(strict: .leaks) { Dependency { value } }) {
      let text = await lose(inject)
      #expect(text.contains(hint(name, "\(Value.self)")), "\(text)")
      #expect(await lose(DependencyGraph.current.bound(inject)) == "found")
    }
    #expect(found.map(\.place) == ["\(#fileID):\(line)"])
    #expect(
      found.first?.text
        == "An injection has lost the graph of '\(name)'. \(hint(name, "\(Value.self)"))")
  }

  @Test func aBlockOnAQueueGetsTheHint() async throws {
    struct Queued: Sendable {}
    try await expectLoss(of: Queued()) { inject in
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: inject()) }
      }
    }
  }

  @Test func aThreadGetsTheHint() async throws {
    struct Threaded: Sendable {}
    try await expectLoss(of: Threaded()) { inject in
      await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: inject()) }.start()
      }
    }
  }

  /// A client of a server: it calls its handler on a thread without the context of the code that
  /// has set the handler.
  final class Client: Sendable {
    private let handler = Box<(@Sendable () -> Void)?>(nil)
    func onMessage(_ handler: @escaping @Sendable () -> Void) {
      self.handler.change { $0 = handler }
    }
    func receive() { runThreads(1) { _ in self.handler.value?() } }
  }

  @Test func aCallbackGetsTheHint() async throws {
    struct Called: Sendable {}
    let client = Client()
    try await expectLoss(of: Called()) { inject in
      await withCheckedContinuation { continuation in
        client.onMessage { continuation.resume(returning: inject()) }
        client.receive()
      }
    }
  }

  @Test func anAsynchronousInjectionGetsTheHint() async throws {
    struct Late: Sendable {}
    let name = "anAsynchronousInjectionGetsTheHint()"
    let line = #line + 2
    let inject: @Sendable () async -> String = {
      do { let _: Late = try await DependencyGraph.injectAsync() } catch { return "\(error)" }
      return "found"
    }
    let found = try await issues(
      .dependencies(strict: .leaks) { Dependency { () async -> Late in Late() } }
    ) {
      let text = await Task.detached(operation: inject).value
      #expect(text.contains(hint(name, "Late")), "\(text)")
      let bound = DependencyGraph.current.bound(inject)
      #expect(await Task.detached(operation: bound).value == "found")
    }
    #expect(found.map(\.place) == ["\(#fileID):\(line)"])
    #expect(
      found.first?.text == "An injection has lost the graph of '\(name)'. \(hint(name, "Late"))")
  }

  @Test func soDoesOneInATaskOfACallback() async throws {
    struct Later: Sendable {}
    let found = try await issues(
      .dependencies(strict: .leaks) { Dependency { () async -> Later in Later() } }
    ) {
      let text = await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          Task {
            do {
              let _: Later = try await DependencyGraph.injectAsync()
              continuation.resume(returning: "found")
            } catch {
              continuation.resume(returning: "\(error)")
            }
          }
        }
      }
      #expect(text.contains(hint("soDoesOneInATaskOfACallback()", "Later")), "\(text)")
    }
    #expect(found.count == 1)
  }

  @Test func whereTwoStrictTestsHaveItOnlyTheErrorSaysSo() async throws {
    let other = AsyncGate()
    let ready = AsyncGate()
    let name = "whereTwoStrictTestsHaveItOnlyTheErrorSaysSo()"
    try await withThrowingTaskGroup(of: [Recorded].self) { group in
      group.addTask {
        try await issues(.dependencies(strict: .leaks) { Dependency { Beta() } }) {
          ready.open()
          await other.wait()
        }
      }
      await ready.wait()
      let found = try await issues(.dependencies(strict: .leaks) { Dependency { Beta() } }) {
        let text = await Task.detached {
          do { let _: Beta = try DependencyGraph.inject() } catch { return "\(error)" }
          return ""
        }.value
        #expect(text.contains(hint(name, "Beta")), "\(text)")
      }
      other.open()
      #expect(found.isEmpty)
      for try await others in group { #expect(others.isEmpty) }
    }
  }

  @Test func aPropertyThatWasCreatedOutsideGetsTheHint() async throws {
    let found = try await issues(.dependencies(strict: .leaks) { Dependency { Gamma() } }) {
      let holder = await Task.detached { Holder<Gamma>() }.value
      do {
        try holder.load()
        Issue.record("There is no such dependency.")
      } catch {
        let hint = hint("aPropertyThatWasCreatedOutsideGetsTheHint()", "Gamma", isProperty: true)
        #expect("\(error)".contains(hint), "\(error)")
      }
    }
    #expect(found.count == 1)
  }

  @Test(.dependencies()) func whatNoGraphHasIsJustMissing() async throws {
    final class Nowhere: Sendable {}
    let text = await Task.detached {
      do { let _: Nowhere = try DependencyGraph.inject() } catch { return "\(error)" }
      return ""
    }.value
    #expect(!text.isEmpty && !text.contains("bound"))
  }
}
