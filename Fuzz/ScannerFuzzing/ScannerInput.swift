import StitcherSyntax

/// The sources that a fuzzer's bytes encode.
///
/// ASCII bytes are text, so a Swift file is a valid input. A byte from 0x80 on encodes a word of
/// Swift, and 0x1E starts the next file.
struct ScannerInput {
  /// The sources.
  let files: [SourceFile]

  /// The texts of all files, one after the other.
  let text: String

  /// Decodes bytes.
  init(_ bytes: [UInt8]) {
    var texts = [""]
    for byte in bytes {
      if byte == 0x1E {
        texts.append("")
      } else if byte < 0x80 {
        texts[texts.count - 1].unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        texts[texts.count - 1] += Self.words[Int(byte & 0x7F) % Self.words.count]
      }
    }
    // The order of the paths differs from that of the files.
    files = texts.enumerated().map { position, text in
      SourceFile(path: "Folder/\(position * 7 % 10)-\(position).swift", text: text)
    }
    text = texts.joined(separator: "\n")
  }

  /// Whether too many brackets are open at once. The parser looks ahead from each `[`, and its time
  /// doubles with each further one. The compiler takes as long for such a file, so it is not an
  /// error of the scanner.
  var isTooDeep: Bool {
    var depth = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: ">"): depth = max(0, depth - 1)
      default: break
      }
      if depth > 10 { return true }
    }
    return false
  }

  /// The words that the bytes from 0x80 on encode.
  private static let words = [
    "@Registerable ", "@StitcherMacros.Registerable() ", "struct A {", "}\n", "class B {",
    "extension A {", "extension A.B {", "#if DEBUG\n", "#else\n", "#endif\n", "#elseif os(Linux)\n",
    "#if ", "@available(macOS 16, *) ", "@available(*, unavailable) ", "private ", "fileprivate ",
    "func f() {", "enum C {", "actor D {", "<Item>", " where Item == Int ", "protocol P {",
    "/* ", " */", "// ", "\"", "\"\"\"\n", "#\"", "\\(", "let x = ", "{ ", "(", ")", "[", "]", ": ",
    ", ", ".", "`", "`default` ", "é", "日本", "👩‍👩‍👧", "e\u{301}", "\u{FEFF}", "\u{0}", "\r\n",
    "\n", "@available(", "introduced: 17.1", "swift 6", "deprecated", "macOS", " 9", "*", "@",
    "struct ", "class ", "extension ", "enum ", "actor ", "#available(macOS 16, *)",
    "#sourceLocation(",
    "&& ", "|| ", "!", "canImport(Darwin)", "nonisolated(unsafe) ", "private(set) ", "any ",
    "some ",
    "~Copyable", "& ", "macro ", "#externalMacro", "case ", "init() {}", "deinit {", "subscript(",
    "var v: Int { ", "get ", "Self", "Type", "self", "Any", "`", "->", "\u{2028}", "\u{A0}",
    "import ",
    "<", ">", ":", "=", ";", "?", "...", "#", "\\", "$0", "_", "1", "\t", "#elseif ", "#else",
    "#endif",
    "@Registerable(by: .name(\"c\"))\n", "extension [Int] {", "extension A<Int> {",
    "extension A? {",
    "extension (A) {", "extension A /* c */ . B {", "extension A // c\n.B {", "struct `a b` {",
    "struct Self {", "class `Type` {", "@available(macOS, introduced: 16) ", "<<<<<<< a\n",
  ]
}
