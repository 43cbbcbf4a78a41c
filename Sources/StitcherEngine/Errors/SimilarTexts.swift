// How close two printed keys are, for the advice in errors.

extension String {
  /// The words of the printed type, without `@Sendable`.
  var wordsWithoutSendable: [Substring] {
    split(separator: " ").map { $0.hasSuffix("@Sendable") ? $0.dropLast("@Sendable".count) : $0 }
      .filter { !$0.isEmpty }
  }

  /// The parts of a printed composition of protocols: one, if it is none.
  var compositionParts: [Substring] {
    split(separator: "&").map { part in
      let front = part.drop { $0 == " " }
      return front.last == " " ? front.dropLast() : front
    }
  }

  /// Returns the number of characters to insert, delete or replace to get another string; any
  /// larger number if it is beyond a limit.
  func editDistance(to other: String, upTo limit: Int) -> Int {
    // That many characters have to be inserted at least.
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
