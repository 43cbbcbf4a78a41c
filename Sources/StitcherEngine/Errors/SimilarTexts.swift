// How close two printed keys are, for the advice in errors.

extension String {
  /// The printed type without `@Sendable`; not changed if it is no closure.
  var withoutSendable: String {
    // `split(separator:)` with a text is of the library of regular expressions, which would be
    // linked into each program.
    var (rest, result) = (self[...], "")
    while let first = rest.first {
      if rest.hasPrefix("@Sendable ") {
        rest = rest.dropFirst("@Sendable ".count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// The parts of a printed composition of protocols: one, if it is none.
  var compositionParts: [Substring] {
    var parts: [Substring] = []
    var (depth, start) = (0, startIndex)
    for index in indices {
      switch self[index] {
      case "<", "(": depth += 1
      case ">", ")": depth -= 1
      case "&" where depth == 0:
        parts.append(self[start..<index])
        start = self.index(after: index)
      default: break
      }
    }
    parts.append(self[start...])
    return parts.map { part in
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
