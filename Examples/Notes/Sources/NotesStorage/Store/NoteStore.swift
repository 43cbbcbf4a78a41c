public import NotesDomain

/// A store of notes.
public protocol NoteStore: Sendable {
  /// Saves new notes and new versions of notes, in one transaction.
  func save(_ notes: [Note]) throws(StorageError)

  /// Replaces a note with its tombstone, and returns the former note, or `nil` if there is none.
  func remove(_ id: NoteID, at time: Timestamp) throws(StorageError) -> Note?

  /// Returns the notes that pass a filter, the latest change first.
  func notes(_ filter: NoteFilter) throws(StorageError) -> [Note]

  /// Returns the notes with an identifier that begins with a text.
  func notes(idPrefix: String) throws(StorageError) -> [Note]

  /// Returns the notes that contain all words, the best match first.
  func matches(words: [String], limit: Int) throws(StorageError) -> [TextMatch]

  /// Returns the number of notes.
  func count() throws(StorageError) -> Int

  /// Returns each tag with its number of notes, the most frequent tag first.
  func tagCounts() throws(StorageError) -> [TagCount]
}

/// A note that contains all words of a search.
public struct TextMatch: Hashable, Sendable {
  /// The note.
  public let note: Note

  /// The relevance of the match; a higher value is better.
  public let relevance: Double

  /// The matching part of the text, on one line.
  public let excerpt: String
}

/// A tag with its number of notes.
public struct TagCount: Hashable, Sendable {
  /// The tag.
  public let tag: String

  /// The number of notes with the tag.
  public let count: Int
}
