import Stitcher
import StitcherTesting
import Testing

private final class File: Sendable {}
private final class Log: Sendable {}
private struct Failure: Error {}

/// The text of a failure's event, read while the event is delivered.
@Suite(.dependencies()) struct WatchTextTests {
  /// An error's text names the place of the latest equal failure. While an event is delivered, that
  /// may be the place of another request.
  @Test func aFailureIsALineWithoutThePlaceOfAnother() throws {
    let graph = DependencyGraph.current.isolated(named: "watched") {
      Dependency { () throws -> File in throw Failure() }
      Dependency { () throws -> Log in throw Failure() }
    }
    let texts = Events()
    let watching = graph.observe { texts.append("\($0)") }
    _ = try? graph.inject() as File
    _ = try? graph.inject() as Log
    #expect(texts.all.count == 2)
    for (text, key) in zip(texts.all, ["Type[File]", "Type[Log]"]) {
      #expect(text.hasPrefix("failed to create \(key) (StitcherTests/WatchTextTests.swift:"))
      #expect(text.hasSuffix(" in graph 'watched': Unknown error. Details: Failure()"))
      #expect(!text.contains("\n"))
    }
    watching.cancel()
  }

  @Test func whatIsMissingIsNamed() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { () throws -> Log in
        _ = try DependencyGraph.inject() as File
        return Log()
      }
    }
    let texts = Events()
    let watching = graph.observe { texts.append("\($0)") }
    _ = try? graph.inject() as Log
    #expect(texts.all.first?.hasSuffix(": No dependency could be found for Type[File].") == true)
    watching.cancel()
  }
}
