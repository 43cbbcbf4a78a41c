package import Stitcher
import StitcherTestSupport

/// What tests override.
package final class Note: Sendable {
  /// The text.
  package let text: String

  /// Creates a note.
  package init(_ text: String) { self.text = text }
}

/// Has got its note when it was made.
package final class Search: Sendable {
  /// The note.
  package let note: Note

  /// Injects the note.
  package init() throws { note = try DependencyGraph.inject() }
}

/// Injects its note when it is used.
package final class Screen: Sendable {
  /// The property.
  private let property = Injected<Note>()

  /// Creates a screen in the current graph.
  package init() {}

  /// The note.
  package var note: Note { property.wrappedValue }

  /// Injects the note, and throws what a read would stop with.
  package func load() throws { try property.loadIfNeeded() }
}

/// What a program would declare; each with a note of its own.
package func appContainer(_ text: String = "app") -> DependencyContainer {
  DependencyContainer {
    Dependency { Note(text) }
      .scope(.singleton)
    Dependency { try Search() }
      .scope(.singleton)
    Dependency { Screen() }
      .scope(.instance)
  }
}

/// Numbers that are given once in the process.
private let numbers = Counter()

/// Returns a text that no other note of the process has.
package func uniqueText(_ prefix: String) -> String { "\(prefix) \(numbers.increment())" }
