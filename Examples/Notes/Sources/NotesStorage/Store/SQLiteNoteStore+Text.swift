internal import NotesDomain

extension SQLiteNoteStore {
  /// Returns the notes that contain all words, the best match first.
  ///
  /// With a full-text index, a word also matches its other forms and longer words with the same
  /// beginning. Without an index, a word matches any part of the text.
  public func matches(words: [String], limit: Int) throws(StorageError) -> [TextMatch] {
    guard !words.isEmpty else { return [] }
    return database.hasFullText
      ? try indexedMatches(words: words, limit: limit)
      : try scannedMatches(words: words, limit: limit)
  }

  /// Searches the full-text index. A word in the title counts four times.
  private func indexedMatches(words: [String], limit: Int) throws(StorageError) -> [TextMatch] {
    let expression = words.map { "\"\($0.replacing("\"", with: "\"\""))\"*" }
    return try database.perform { (connection) throws(StorageError) in
      try connection.rows(
        """
        SELECT \(Connection.noteColumns), -bm25(notes_text, 4.0, 1.0),
          snippet(notes_text, 1, '', '', '…', 12)
        FROM notes_text JOIN notes n ON n.number = notes_text.rowid
        WHERE notes_text MATCH ? AND n.deleted = 0
        ORDER BY bm25(notes_text, 4.0, 1.0), n.id LIMIT ?
        """,
        [.text(expression.joined(separator: " ")), .count(limit)]
      ) { row in
        let column = Connection.noteColumnCount
        return TextMatch(
          note: Connection.note(in: row), relevance: row.real(column),
          excerpt: row.text(column + 1).replacing("\n", with: " "))
      }
    }
  }

  /// Scans every note, for databases without a full-text index. A word in the title counts four
  /// times.
  package func scannedMatches(words: [String], limit: Int) throws(StorageError) -> [TextMatch] {
    let words = words.map { $0.lowercased() }
    let matches = try notes(NoteFilter()).compactMap { note -> TextMatch? in
      let title = note.title.lowercased()
      let body = note.body.lowercased()
      guard words.allSatisfy({ title.contains($0) || body.contains($0) }) else { return nil }
      let titleHits = words.count { title.contains($0) }
      return TextMatch(
        note: note, relevance: Double(4 * titleHits + words.count),
        excerpt: String(note.body.replacing("\n", with: " ").prefix(72)))
    }
    return Array(matches.sorted { $0.relevance > $1.relevance }.prefix(limit))
  }
}
