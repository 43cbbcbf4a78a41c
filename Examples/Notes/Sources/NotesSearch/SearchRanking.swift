internal import NotesDomain

/// Puts what several ways to search have found into one order.
public struct SearchRanking: Sendable {
  /// What was found so far, by note.
  private var results: [NoteID: SearchResult] = [:]

  /// Creates an empty ranking.
  public init() {}

  /// Adds what one way has found.
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

  /// Returns the best results; of equal ones the note that changed last comes first.
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
