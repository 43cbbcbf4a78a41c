package import Foundation

/// The words that suggest that a file uses the library, such as "inject".
package enum RelevantWords {
  /// The words to search for. Their first letter is missing, so that its case does not matter.
  private static let words: [Data] = [
    "titch", "nject", "ependenc", "ontainer", "egister", "esolve", "utowired",
  ].map { Data($0.utf8) }

  /// Whether a source text contains a word that suggests a use of the library.
  ///
  /// - Complexity: O(*n*) in the size of the source.
  package static func occur(in source: Data) -> Bool {
    words.contains { source.range(of: $0) != nil }
  }
}

/// The names of the user's declarations through which a file may use the library indirectly.
struct RelevantNames {
  /// The names of type aliases, protocols and functions that use the library.
  private var words: Set<String> = []

  /// The names of non-final classes.
  private var classes: Set<String> = []

  /// Whether the set of names is empty.
  var isEmpty: Bool { words.isEmpty && classes.isEmpty }

  /// Adds the names that a file declares.
  mutating func add(_ facts: FileFacts) {
    words.formUnion(facts.words)
    classes.formUnion(facts.classes)
  }

  /// Whether the given source text may use the library indirectly, through these names.
  ///
  /// That is the case if it contains one of the names, or may declare a subclass of one of the
  /// classes.
  ///
  /// - Complexity: O(*n*) in the size of the source.
  func occur(in source: Data) -> Bool {
    let declares =
      source.range(of: Self.classWord) != nil || source.range(of: Self.aliasWord) != nil
    if words.isEmpty, !declares { return false }
    var start = source.startIndex
    while start < source.endIndex {
      guard Self.isPart(source[start]) else {
        start += 1
        continue
      }
      let end = source[start...].firstIndex { !Self.isPart($0) } ?? source.endIndex
      let word = String(decoding: source[start..<end], as: UTF8.self)
      if words.contains(word) || declares && classes.contains(word) { return true }
      start = end
    }
    return false
  }

  /// The keyword `class`.
  private static let classWord = Data("class".utf8)

  /// The keyword `typealias`.
  private static let aliasWord = Data("typealias".utf8)

  /// Whether a byte is part of a name.
  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }
}
