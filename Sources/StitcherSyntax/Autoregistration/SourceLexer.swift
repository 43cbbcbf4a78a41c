/// Finds the `#if` directives of a source file, and replaces comments, strings and regular
/// expressions by spaces.
struct SourceLexer {
  let bytes: [UInt8]
  private(set) var code: [UInt8]
  private(set) var withoutDirectives: [UInt8]
  private(set) var directives: [SourceText.Directive] = []

  private var offset = 0

  /// The string literals that enclose the current byte, the innermost last.
  private var strings: [OpenString] = []

  /// A string literal that encloses the current byte.
  private struct OpenString {
    /// The number of `#` in front of the literal.
    var pounds: Int
    /// Whether the literal has three quotation marks.
    var isMultiline: Bool
    /// The depth of parentheses in the current interpolation, or `nil` outside of interpolations.
    var depth: Int?
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    code = bytes
    withoutDirectives = bytes
  }

  /// Processes the whole file.
  mutating func run() {
    while offset < bytes.count {
      let start = offset
      if let top = strings.last, top.depth == nil {
        readString(top)
      } else {
        readCode()
      }
      offset = max(offset, start + 1)
      if !strings.isEmpty { blankCode(start..<min(offset, bytes.count)) }
    }
  }

  /// Returns the byte at a distance from the current one, or 0 outside the file.
  private func peek(_ distance: Int = 0) -> UInt8 {
    let index = offset + distance
    return bytes.indices.contains(index) ? bytes[index] : 0
  }

  /// Replaces bytes of code by spaces. Line breaks remain.
  private mutating func blankCode(_ range: Range<Int>) {
    for index in range where !code[index].isSpace { code[index] = 0x20 }
  }

  /// Reads one token of code.
  private mutating func readCode() {
    switch peek() {
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): skipLine()
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "/"): readSlash()
    case UInt8(ascii: "\""): openString(pounds: 0)
    case UInt8(ascii: "#"): readPound()
    case UInt8(ascii: "`"): skipQuotedIdentifier()
    case UInt8(ascii: "("): changeDepth(1)
    case UInt8(ascii: ")"): changeDepth(-1)
    default: offset += 1
    }
  }

  /// Skips a line comment.
  private mutating func skipLine() {
    let start = offset
    while offset < bytes.count, bytes[offset] != 0x0A, bytes[offset] != 0x0D { offset += 1 }
    blankCode(start..<offset)
  }

  /// Skips a block comment with the comments nested in it.
  private mutating func skipComment() {
    let start = offset
    var depth = 0
    repeat {
      if peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        offset += 2
      } else if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        offset += 2
      } else {
        offset += 1
      }
    } while depth > 0 && offset < bytes.count
    offset = min(offset, bytes.count)
    blankCode(start..<offset)
  }

  /// Skips a regular expression. A slash that begins no regular expression is an operator.
  private mutating func readSlash() {
    var before = offset - 1
    while before >= 0, bytes[before] == 0x20 || bytes[before] == 0x09 { before -= 1 }
    let isStart =
      before < 0 || bytes[before].isSpace || "(,=:[{!&|;?~".utf8.contains(bytes[before])
    guard isStart, !peek(1).isSpace else {
      offset += 1
      return
    }
    var end = offset + 1
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D {
      if bytes[end] == UInt8(ascii: "/") {
        blankCode(offset..<(end + 1))
        offset = end + 1
        return
      }
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    offset += 1
  }

  /// Reads a `#`, which begins a directive, a string literal or a regular expression.
  private mutating func readPound() {
    var pounds = 0
    while peek(pounds) == UInt8(ascii: "#") { pounds += 1 }
    if peek(pounds) == UInt8(ascii: "\"") { return openString(pounds: pounds) }
    if peek(pounds) == UInt8(ascii: "/") { return skipRegex(pounds: pounds) }
    var end = offset + pounds
    while end < bytes.count, bytes[end].isIdentifier { end += 1 }
    let word = String(decoding: bytes[offset..<end], as: UTF8.self)
    guard strings.isEmpty, ["#if", "#elseif", "#else", "#endif"].contains(word) else {
      offset = end
      return
    }
    readDirective(word, end)
  }

  /// Reads the condition of a directive, which may continue on the next lines.
  private mutating func readDirective(_ word: String, _ wordEnd: Int) {
    let start = offset
    offset = wordEnd
    var depth = 0
    if word == "#if" || word == "#elseif" {
      while offset < bytes.count {
        switch peek() {
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
          skipLine()
          continue
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
          skipComment()
          continue
        case UInt8(ascii: "("): depth += 1
        case UInt8(ascii: ")"): depth -= 1
        case 0x0A, 0x0D:
          let last = code[wordEnd..<offset].last { !$0.isSpace } ?? 0
          if depth <= 0, last != UInt8(ascii: "&"), last != UInt8(ascii: "|") {
            return addDirective(word, wordEnd, start..<offset)
          }
        default: break
        }
        offset += 1
      }
    }
    addDirective(word, wordEnd, start..<offset)
  }

  /// Adds a directive, and replaces it by spaces in the code.
  private mutating func addDirective(_ word: String, _ wordEnd: Int, _ range: Range<Int>) {
    let words = code[wordEnd..<range.upperBound].split { $0.isSpace }
    let condition = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    directives.append(
      SourceText.Directive(word: word, condition: condition, range: range))
    blankCode(range)
    for index in range where !withoutDirectives[index].isSpace { withoutDirectives[index] = 0x20 }
  }

  /// Skips a regular expression with `#` around it.
  private mutating func skipRegex(pounds: Int) {
    let start = offset
    offset += pounds + 1
    while offset < bytes.count {
      if peek() == UInt8(ascii: "\\") {
        offset += 2
        continue
      }
      let isEnd =
        peek() == UInt8(ascii: "/") && (1...pounds).allSatisfy { peek($0) == UInt8(ascii: "#") }
      offset += 1
      if isEnd {
        offset += pounds
        break
      }
    }
    offset = min(offset, bytes.count)
    blankCode(start..<offset)
  }

  /// Enters a string literal.
  private mutating func openString(pounds: Int) {
    let isMultiline = (0..<3).allSatisfy { peek(pounds + $0) == UInt8(ascii: "\"") }
    strings.append(OpenString(pounds: pounds, isMultiline: isMultiline))
    offset += pounds + (isMultiline ? 3 : 1)
  }

  /// Reads a byte of a string literal, an escape sequence, or the end of the literal.
  private mutating func readString(_ string: OpenString) {
    let isLineBreak = peek() == 0x0A || peek() == 0x0D
    if isLineBreak, !string.isMultiline {
      strings.removeLast()
      return
    }
    let pounds = 0..<string.pounds
    if peek() == UInt8(ascii: "\\"), pounds.allSatisfy({ peek(1 + $0) == UInt8(ascii: "#") }) {
      offset += 1 + string.pounds
      if peek() == UInt8(ascii: "(") { strings[strings.count - 1].depth = 1 }
      if !(peek() == 0x0A || peek() == 0x0D) { offset += 1 }
      return
    }
    let quotes = string.isMultiline ? 3 : 1
    if (0..<quotes).allSatisfy({ peek($0) == UInt8(ascii: "\"") }),
      pounds.allSatisfy({ peek(quotes + $0) == UInt8(ascii: "#") })
    {
      blankCode(offset..<min(bytes.count, offset + quotes + string.pounds))
      offset += quotes + string.pounds
      strings.removeLast()
      return
    }
    offset += 1
  }

  /// Skips an identifier in backticks.
  private mutating func skipQuotedIdentifier() {
    var end = offset + 1
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D {
      if bytes[end] == UInt8(ascii: "`") {
        offset = end + 1
        return
      }
      end += 1
    }
    offset += 1
  }

  /// Changes the depth of parentheses in the current interpolation. The interpolation ends at its
  /// last parenthesis.
  private mutating func changeDepth(_ change: Int) {
    offset += 1
    guard let top = strings.indices.last, let depth = strings[top].depth else { return }
    strings[top].depth = depth + change == 0 ? nil : depth + change
  }
}
