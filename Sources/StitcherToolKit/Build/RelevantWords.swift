package import Foundation

/// The words by which a file is known that may use the library.
package enum RelevantWords {
  /// Parts of words, without their first letter, so that its case does not matter.
  private static let words: [Data] = [
    "titch", "nject", "ependenc", "ontainer", "egister", "esolve", "utowired",
  ].map { Data($0.utf8) }

  /// Whether a source has one of the words.
  ///
  /// - Complexity: O(*n*) in the size of the source.
  package static func occur(in source: Data) -> Bool {
    words.contains { source.range(of: $0) != nil }
  }
}
