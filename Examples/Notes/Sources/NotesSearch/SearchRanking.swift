internal import NotesDomain

/// Ranks the matches of several searches.
public struct SearchRanking: Sendable {
  /// The results by note.
  private var results: [NoteID: SearchResult] = [:]

  /// Creates an empty ranking.
  public init() {}

  /// Adds the matches of one search.
  public mutating func add(_ matches: [SearchMatch], foundBy name: String) {
    for match in matches {
      let known = results[match.note.id]
      results[match.note.id] = SearchResult(
        note: match.note,
        score: (known?.score ?? 0) + match.score,
        foundBy: (known?.foundBy ?? []) + [name],
        excerpt: known?.excerpt ?? match.excerpt)
    }
  }

  /// Returns the best results. Of equal results, the latest note comes first.
  public func results(limit: Int) -> [SearchResult] {
    let sorted = results.values.sorted { first, second in
      if first.score != second.score { return first.score > second.score }
      if first.note.modified != second.note.modified {
        return first.note.modified > second.note.modified
      }
      return first.note.id < second.note.id
    }
    return Array(sorted.prefix(limit))
  }
}
