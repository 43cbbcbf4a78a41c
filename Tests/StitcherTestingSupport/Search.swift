package import Stitcher
import StitcherTestSupport

/// A dependency that tests override.
package final class Note: Sendable {
  /// The text.
  package let text: String

  /// Creates a note.
  package init(_ text: String) { self.text = text }
}

/// A type that injects its note in its initializer.
package final class Search: Sendable {
  /// The note.
  package let note: Note

  /// Injects the note.
  package init() throws { note = try DependencyGraph.inject() }
}

/// A type that injects its note when it is used.
package final class Screen: Sendable {
  /// The property.
  private let property = Injected<Note>()

  /// Creates a screen in the current graph.
  package init() {}

  /// The note.
  package var note: Note { property.wrappedValue }

  /// Injects the note; throws the error with which a read would stop the program.
  package func load() throws { try property.loadIfNeeded() }
}

/// Returns the registrations of a sample program, each with a new note.
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

/// The number of unique texts so far.
private let numbers = Counter()

/// Returns a text that no other note of the process has.
package func uniqueText(_ prefix: String) -> String { "\(prefix) \(numbers.increment())" }
