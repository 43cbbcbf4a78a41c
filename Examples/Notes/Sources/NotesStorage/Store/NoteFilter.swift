public import NotesDomain

/// A filter for notes. The notes are sorted, the latest change first.
public struct NoteFilter: Hashable, Sendable {
  /// The tag of the notes.
  public var tag: String?

  /// The author of the notes, in any case.
  public var author: String?

  /// The earliest time of the last change.
  public var modifiedSince: Timestamp?

  /// The maximal number of notes.
  public var limit: Int?

  /// Creates a filter. Omitted parameters do not restrict the result.
  public init(
    tag: String? = nil, author: String? = nil, modifiedSince: Timestamp? = nil, limit: Int? = nil
  ) {
    self.tag = tag
    self.author = author
    self.modifiedSince = modifiedSince
    self.limit = limit
  }

  /// The condition as SQL, and the values for its placeholders.
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
