public import NotesDomain

/// A note that one way to search has found.
public struct SearchMatch: Hashable, Sendable {
  /// The note.
  public let note: Note

  /// How well it matches, from 0 to 1.
  public let score: Double

  /// The place in the text that matches, if one does.
  public let excerpt: String?

  /// Creates a match.
  public init(note: Note, score: Double, excerpt: String? = nil) {
    self.note = note
    self.score = score
    self.excerpt = excerpt
  }
}

/// A note that a search has found, in one way or several.
public struct SearchResult: Hashable, Sendable {
  /// The note.
  public let note: Note

  /// The sum of the scores of all ways that found it.
  public let score: Double

  /// The ways that found it, in the order in which they were asked.
  public let foundBy: [String]

  /// The place in the text that matches, if one does.
  public let excerpt: String?
}
