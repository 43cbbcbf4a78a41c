/// A piece of text with a title, an author and tags.
public struct Note: Hashable, Sendable, Identifiable {
  /// The identifier of the note, equal in every copy.
  public let id: NoteID

  /// The title, one line.
  public var title: String

  /// The text, any number of lines.
  public var body: String

  /// The name of the author.
  public var author: String

  /// The search tags: lower case, unique, in alphabetical order.
  public private(set) var tags: [String]

  /// The time of the note's creation.
  public let created: Timestamp

  /// The time of the last change. The later of two versions wins.
  public var modified: Timestamp

  /// Whether the note is a tombstone, which tells other copies about the removal.
  public private(set) var isDeleted: Bool

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - tags: The tags in any order and case; see ``tags``.
  ///   - modified: The time of the last change; the creation time by default.
  public init(
    id: NoteID = NoteID(), title: String, body: String = "", author: String, tags: [String] = [],
    created: Timestamp, modified: Timestamp? = nil, isDeleted: Bool = false
  ) {
    self.id = id
    self.title = title
    self.body = body
    self.author = author
    self.tags = Set(tags.map { $0.lowercased() }).sorted()
    self.created = created
    self.modified = modified ?? created
    self.isDeleted = isDeleted
  }

  /// Returns the tombstone of the note, without text and tags.
  public func tombstone(at time: Timestamp) -> Note {
    Note(
      id: id, title: title, author: author, created: created, modified: time, isDeleted: true)
  }
}
