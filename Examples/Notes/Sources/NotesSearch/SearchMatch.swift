public import NotesDomain

/// A note that one search has found.
public struct SearchMatch: Hashable, Sendable {
  /// The note.
  public let note: Note

  /// The score of the match, from 0 to 1.
  public let score: Double

  /// The matching part of the text, if any.
  public let excerpt: String?

  /// Creates a match.
  public init(note: Note, score: Double, excerpt: String? = nil) {
    self.note = note
    self.score = score
    self.excerpt = excerpt
  }
}

/// A note that one or several searches have found.
public struct SearchResult: Hashable, Sendable {
  /// The note.
  public let note: Note

  /// The sum of the scores of all searches.
  public let score: Double

  /// The names of the searches that found the note, in the order of the searches.
  public let foundBy: [String]

  /// The matching part of the text, if any.
  public let excerpt: String?
}
