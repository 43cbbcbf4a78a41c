import StitcherTestSupport
import SwiftDependencyInjector

/// An abstraction with several implementations.
protocol Repository: AnyObject, Sendable {
  var source: String { get }
}

/// An implementation of the abstraction.
final class Source: Repository, InjectableDependency {
  let source: String
  let tracked: Tracked?

  init() {
    source = "default"
    tracked = nil
  }

  init(_ source: String, _ lifetimes: Lifetimes? = nil) {
    self.source = source
    tracked = lifetimes.map { Tracked($0) }
  }
}

/// An abstraction that is never registered.
protocol Unknown: Sendable {}

/// The number of contexts so far.
private let contexts = Counter()

/// Returns a context that no other test uses, so that such tests may share the process.
func freshContext() -> InjectionContext { .custom(name: "test \(contexts.increment())") }

/// Runs a closure and returns the lines that it logs.
func lines(_ body: () throws -> Void) rethrows -> [String] {
  let log = Log<String>()
  try InjectorLog.$capture.withValue(InjectorLog.Capture { log.add($0) }) { try body() }
  return log.entries
}

/// Returns the log line of an information.
func info(_ text: String) -> String { "::: DEPENDENCY INJECTOR -> \(text)" }

/// Returns the log line of an error.
func problem(_ name: String, _ message: String) -> String {
  "::: DEPENDENCY INJECTOR ERROR: \(name) -> \(message)"
}
