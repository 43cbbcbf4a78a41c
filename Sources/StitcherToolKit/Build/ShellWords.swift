/// Splits and joins the arguments of a shell command.
package enum ShellWords {
  /// Splits a command line into arguments.
  ///
  /// Of a shell's syntax, only quotes and backslashes are interpreted.
  package static func split(_ line: some StringProtocol) -> [String] {
    var words: [String] = []
    var word = ""
    var isWord = false
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        isWord = true
      } else if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        isWord = true
      } else if character == " " {
        if isWord { words.append(word) }
        word = ""
        isWord = false
      } else {
        word.append(character)
        isWord = true
      }
    }
    if isWord { words.append(word) }
    return words
  }

  /// Returns the content of a response file with the given arguments.
  package static func responseFile(_ arguments: [String]) -> String {
    arguments.map { argument in
      "\"" + argument.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\"\n"
    }.joined()
  }
}
