// The standard library's own forms exist from macOS 13 on. These compare bytes, which suits the
// texts of compilers.
extension StringProtocol {
  /// Returns the range of the first occurrence of a text, or `nil` if there is none.
  ///
  /// - Complexity: O(*n* · *m*) in the lengths of both texts.
  func firstRange(of text: String) -> Range<Index>? {
    guard let first = text.utf8.first else { return startIndex..<startIndex }
    let bytes = utf8
    var rest = bytes[...]
    while let start = rest.firstIndex(of: first) {
      var end = start
      var isEqual = true
      for byte in text.utf8 {
        guard end < bytes.endIndex, bytes[end] == byte else {
          isEqual = false
          break
        }
        end = bytes.index(after: end)
      }
      if isEqual { return start..<end }
      rest = bytes[bytes.index(after: start)...]
    }
    return nil
  }

  /// Whether the text contains another text.
  func contains(_ text: String) -> Bool { firstRange(of: text) != nil }

  /// Returns a copy in which each occurrence of a text is replaced.
  func replacing(_ text: String, with replacement: String) -> String {
    var result = ""
    var rest = self[...]
    while !text.isEmpty, let range = rest.firstRange(of: text) {
      result += rest[..<range.lowerBound]
      result += replacement
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
