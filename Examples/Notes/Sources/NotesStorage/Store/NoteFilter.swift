public import NotesDomain

/// Which notes are wanted, the ones that changed last first.
public struct NoteFilter: Hashable, Sendable {
  /// Only notes with this tag.
  public var tag: String?

  /// Only notes of this author, in any case.
  public var author: String?

  /// Only notes that changed then or later.
  public var modifiedSince: Timestamp?

  /// At most this many notes.
  public var limit: Int?

  /// Creates a filter; what is not given does not restrict.
  public init(
    tag: String? = nil, author: String? = nil, modifiedSince: Timestamp? = nil, limit: Int? = nil
  ) {
    self.tag = tag
    self.author = author
    self.modifiedSince = modifiedSince
    self.limit = limit
  }

  /// The condition as SQL, and the values for its place holders.
  var condition: (sql: String, values: [SQLValue]) {
    var terms = ["n.deleted = 0"]
    var values: [SQLValue] = []
    if let tag {
      terms.append("EXISTS (SELECT 1 FROM note_tags t WHERE t.note_id = n.id AND t.tag = ?)")
      values.append(.text(tag.lowercased()))
    }
    if let author {
      terms.append("n.author = ? COLLATE NOCASE")
      values.append(.text(author))
    }
    if let modifiedSince {
      terms.append("n.modified >= ?")
      values.append(.integer(modifiedSince.milliseconds))
    }
    return (terms.joined(separator: " AND "), values)
  }
}
