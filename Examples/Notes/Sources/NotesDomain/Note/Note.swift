/// A piece of text with a title, an author and tags.
public struct Note: Hashable, Sendable, Identifiable {
  /// What the note is known by, in every copy.
  public let id: NoteID

  /// The headline, one line.
  public var title: String

  /// The text, any number of lines.
  public var body: String

  /// Who wrote it.
  public var author: String

  /// Words to find it by: lower case, each once, in alphabetical order.
  public private(set) var tags: [String]

  /// When it was written.
  public let created: Timestamp

  /// When it last changed; of two versions the later one wins.
  public var modified: Timestamp

  /// Whether only a tombstone is left, kept so that other copies learn of the removal.
  public private(set) var isDeleted: Bool

  /// Creates a note.
  ///
  /// - Parameters:
  ///   - tags: In any order and case; see ``tags``.
  ///   - modified: When it last changed; when it was created, unless given.
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

  /// Returns what is left of the note once it is removed: no text and no tags.
  public func tombstone(at time: Timestamp) -> Note {
    Note(
      id: id, title: title, author: author, created: created, modified: time, isDeleted: true)
  }
}
