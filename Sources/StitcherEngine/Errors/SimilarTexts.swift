// The similarity of printed keys, for the advice in errors.

extension String {
  /// This string, a printed type name, without the attribute `@Sendable` of closure types.
  var withoutSendable: String {
    split(separator: " ").map { $0.hasSuffix("@Sendable") ? $0.dropLast("@Sendable".count) : $0 }
      .joined(separator: " ")
  }

  /// Returns the edit distance to another string: the number of characters to insert, delete or
  /// replace.
  ///
  /// The result may be any larger number if the distance exceeds a limit.
  func editDistance(to other: String, upTo limit: Int) -> Int {
    // The difference of the lengths is the least number of insertions or deletions.
    if abs(count - other.count) > limit { return .max }
    let own = Array(self)
    let other = Array(other)
    var row = Array(0...other.count)
    for i in own.indices {
      var diagonal = row[0]
      row[0] = i + 1
      for j in other.indices {
        let above = row[j + 1]
        row[j + 1] = Swift.min(above + 1, row[j] + 1, diagonal + (own[i] == other[j] ? 0 : 1))
        diagonal = above
      }
    }
    return row[other.count]
  }
}
