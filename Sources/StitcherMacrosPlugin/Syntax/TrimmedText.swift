internal import SwiftSyntax

extension SyntaxProtocol {
  /// The source code of the node without leading and trailing trivia.
  ///
  /// Unlike `trimmedDescription`, it does not copy the node first, which takes more time than most
  /// expansions need in total.
  var trimmedText: String {
    let text = description.utf8.dropFirst(leadingTriviaLength.utf8Length)
      .dropLast(trailingTriviaLength.utf8Length)
    return String(Substring(text))
  }
}
