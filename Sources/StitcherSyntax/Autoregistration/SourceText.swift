/// A source file with its `#if` directives, and two copies of its bytes in which parts are replaced
/// by spaces.
///
/// The compiler's parser evaluates `#if` and drops inactive clauses. Each clause is complete by
/// itself. So the copy without directives can be parsed, and contains the types of all clauses.
struct SourceText {
  /// The bytes of the file.
  let bytes: [UInt8]

  /// The bytes with spaces in place of the `#if` directives, for the compiler's parser.
  let withoutDirectives: [UInt8]

  /// The bytes with spaces in place of directives, comments, strings and regular expressions.
  let code: [UInt8]

  /// The directives, in the order of the source.
  let directives: [Directive]

  /// A directive `#if`, `#elseif`, `#else` or `#endif`.
  struct Directive {
    /// The directive's keyword, including `#`.
    var word: String
    /// The condition without comments, or an empty text for `#else` and `#endif`.
    var condition: String
    /// The offsets from the keyword to the end of the condition.
    var range: Range<Int>
  }

  /// Reads the directives of a source text, and creates the copies.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  init(_ text: String) {
    var lexer = SourceLexer(Array(text.utf8))
    lexer.run()
    bytes = lexer.bytes
    code = lexer.code
    withoutDirectives = lexer.withoutDirectives
    directives = lexer.directives
  }

  /// Returns the line and the column of an offset, both counted from 1.
  func position(of offset: Int) -> (line: Int, column: Int) {
    var line = 1
    var start = 0
    var index = 0
    while index < min(offset, bytes.count) {
      let byte = bytes[index]
      index += 1
      let isPair = byte == 0x0D && index < bytes.count && bytes[index] == 0x0A
      if byte == 0x0A || byte == 0x0D && !isPair {
        line += 1
        start = index
      }
    }
    return (line, offset - start + 1)
  }

  /// Returns the text in a range of offsets.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the text in a range, without comments and without white space around it.
  func codeText(_ range: Range<Int>) -> String {
    let text = String(decoding: code[range], as: UTF8.self)
    guard let first = text.firstIndex(where: { !$0.isWhitespace }),
      let last = text.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(text[first...last])
  }

  /// Returns the offset of the next byte of code that is not white space, starting at an offset.
  func skipSpace(_ offset: Int) -> Int {
    var offset = offset
    while offset < code.count, code[offset].isSpace { offset += 1 }
    return offset
  }

  /// Returns the range of the identifier at an offset, including backticks, or an empty range.
  func identifier(at offset: Int) -> Range<Int> {
    guard offset < code.count else { return offset..<offset }
    if code[offset] == UInt8(ascii: "`") {
      let end = code[(offset + 1)...].firstIndex { $0 == UInt8(ascii: "`") || $0 == 0x0A }
      guard let end, code[end] == UInt8(ascii: "`") else { return offset..<offset }
      return offset..<(end + 1)
    }
    var end = offset
    while end < code.count, code[end].isIdentifier { end += 1 }
    return offset..<end
  }

  /// Returns the offset after the bracket that closes the bracket at an offset, or `nil` if none
  /// does.
  func end(ofBracketAt offset: Int) -> Int? {
    var depth = 0
    for index in offset..<code.count {
      switch code[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
    }
    return nil
  }
}

extension UInt8 {
  /// Whether the byte is a space, a tab or a line break.
  var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) || self == 0 }

  /// Whether the byte may belong to an identifier without backticks.
  var isIdentifier: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...0xFF:
      true
    default: false
    }
  }
}
