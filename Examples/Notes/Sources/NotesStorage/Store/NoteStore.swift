public import NotesDomain

/// Keeps notes.
public protocol NoteStore: Sendable {
  /// Writes notes, new ones and new versions of known ones: all of them, or none if it throws.
  func save(_ notes: [Note]) throws(StorageError)

  /// Replaces a note by its tombstone; returns what it was, or nil if there is none.
  func remove(_ id: NoteID, at time: Timestamp) throws(StorageError) -> Note?

  /// Returns the notes that pass a filter, the ones that changed last first.
  func notes(_ filter: NoteFilter) throws(StorageError) -> [Note]

  /// Returns the notes whose identifier starts with a text, as people type it.
  func notes(idPrefix: String) throws(StorageError) -> [Note]

  /// Returns the notes that contain all words, the best match first.
  func matches(words: [String], limit: Int) throws(StorageError) -> [TextMatch]

  /// Returns how many notes there are.
  func count() throws(StorageError) -> Int

  /// Returns each tag with the number of its notes, the most used first.
  func tagCounts() throws(StorageError) -> [TagCount]
}

/// A note that contains the words looked for.
public struct TextMatch: Hashable, Sendable {
  /// The note.
  public let note: Note

  /// How well it matches; more is better.
  public let relevance: Double

  /// The place in the text, on one line.
  public let excerpt: String
}

/// A tag and how many notes have it.
public struct TagCount: Hashable, Sendable {
  /// The tag.
  public let tag: String

  /// How many notes have it.
  public let count: Int
}
