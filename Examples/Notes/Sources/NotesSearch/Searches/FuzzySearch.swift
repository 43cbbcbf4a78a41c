internal import NotesDomain
public import NotesStorage

/// Searches titles, and tolerates typing errors.
public struct FuzzySearch: Searchable {
  /// The name of the search.
  public let name = "fuzzy"

  /// The minimal similarity of two words, from 0 to 1.
  private static let threshold = 0.7

  /// The store of the notes.
  private let store: any NoteStore

  /// Creates the search.
  public init(store: any NoteStore) {
    self.store = store
  }

  /// Returns the notes with a similar word in the title for each word of the query.
  ///
  /// - Complexity: O(*n*) in the number of notes.
  public func matches(for query: SearchQuery) throws -> [SearchMatch] {
    let wanted = query.words.map { Array($0) }
    guard !wanted.isEmpty else { return [] }
    return try store.notes(NoteFilter()).compactMap { note in
      let words = SearchQuery(note.title).words.map { Array($0) }
      let likeness = wanted.map { word in
        words.map { FuzzySearch.likeness(of: word, and: $0) }.max() ?? 0
      }
      guard let least = likeness.min(), least >= FuzzySearch.threshold else { return nil }
      return SearchMatch(note: note, score: least * 0.8)
    }
  }

  /// Returns the similarity of two words, from 0 to 1: the share of letters without a correction.
  private static func likeness(of first: [Character], and second: [Character]) -> Double {
    let length = max(first.count, second.count)
    // Words with very different lengths need too many corrections.
    guard Double(min(first.count, second.count)) >= threshold * Double(length) else { return 0 }
    return 1 - Double(corrections(from: first, to: second)) / Double(length)
  }

  /// Returns the number of corrections between two words: letters that are added, omitted, replaced
  /// or swapped with their neighbor.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of the words.
  private static func corrections(from first: [Character], to second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (row, letter) in first.enumerated() {
      var current = [row + 1]
      for (column, other) in second.enumerated() {
        var best = min(
          last[column] + (letter == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
        let isSwapped =
          row > 0 && column > 0 && letter == second[column - 1] && first[row - 1] == other
        if isSwapped { best = min(best, beforeLast[column - 1] + 1) }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[second.count]
  }
}
