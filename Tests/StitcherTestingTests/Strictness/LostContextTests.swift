import Stitcher
import StitcherTestSupport
import StitcherTesting
import StitcherTestingSupport
import Testing

/// Injections from contexts that have lost their graph.
@Suite struct LostContextTests {
  /// Known to one test only, so that no other test is meant.
  final class Alpha: Sendable {}
  final class Beta: Sendable {}
  final class Gamma: Sendable {}

  /// Injects when it is used.
  final class Holder<Value: Sendable>: Sendable {
    private let property = Injected<Value>()
    func load() throws { try property.loadIfNeeded() }
  }

  /// What an error says of it.
  private func hint(_ name: String, isProperty: Bool = false) -> String {
    let loss =
      isProperty
      ? "The property was made where no graph but that of the process was current"
      : "No graph but that of the process is current here"
    return """
      \(loss), and an isolated graph ('\(name)') has it. Detached tasks, blocks of queues, threads \
      and callbacks lose the current graph: have them run what \
      'DependencyGraph.current.bound { … }' returns.
      """
  }

  @Test func aDetachedTaskHearsOfItAndSoDoesTheOneStrictTest() async throws {
    let line = Box(0)
    let found = try await issues(.dependencies(strict: .leaks) { Dependency { Alpha() } }) {
      let text = await Task.detached {
        line.change { $0 = #line + 1 }
        do { let _: Alpha = try DependencyGraph.inject() } catch { return "\(error)" }
        return ""
      }.value
      let lines = text.split(separator: "\n").map(String.init)
      let hint = hint("aDetachedTaskHearsOfItAndSoDoesTheOneStrictTest()")
      #expect(lines.contains(hint), "\(text)")
    }
    #expect(found.map(\.place) == ["\(#fileID):\(line.value)"])
    #expect(
      found.first?.text
        == """
        An injection has lost the graph of 'aDetachedTaskHearsOfItAndSoDoesTheOneStrictTest()'. \
        \(hint("aDetachedTaskHearsOfItAndSoDoesTheOneStrictTest()"))
        """)
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
        #expect(text.contains(hint(name)), "\(text)")
      }
      other.open()
      #expect(found.isEmpty)
      for try await others in group { #expect(others.isEmpty) }
    }
  }

  @Test func aPropertyThatWasMadeOutsideHearsOfIt() async throws {
    let found = try await issues(.dependencies(strict: .leaks) { Dependency { Gamma() } }) {
      let holder = await Task.detached { Holder<Gamma>() }.value
      do {
        try holder.load()
        Issue.record("There is no such dependency.")
      } catch {
        let hint = hint("aPropertyThatWasMadeOutsideHearsOfIt()", isProperty: true)
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
