internal import NotesCommandLine

/// Prints the text of the tour: chapters, sentences, facts and tables.
struct Narrator {
  /// The destination of the text.
  let console: any Console

  /// The number of chapters so far.
  private var chapters = 0

  /// Creates a narrator.
  init(console: any Console) {
    self.console = console
  }

  /// The style of emphasized text.
  var style: Style { console.style }

  /// Begins a chapter.
  mutating func chapter(_ title: String) {
    chapters += 1
    let rule = String(repeating: "─", count: max(0, 72 - title.count))
    console.write("")
    console.write("\(style.accent("\(chapters)")) \(style.bold(title)) \(style.dim(rule))")
    console.write("")
  }

  /// Prints sentences, one on each line.
  func say(_ sentences: String...) {
    for sentence in sentences { console.write("  \(sentence)") }
  }

  /// Prints a measured value.
  func fact(_ name: String, _ value: String) {
    let padding = String(repeating: " ", count: max(0, 24 - name.count))
    console.write("    \(style.dim(name))\(padding) \(style.bold(value))")
  }

  /// Prints formatted lines.
  func lines(_ lines: [String]) {
    for line in lines { console.write("    \(line)") }
  }

  /// Prints an empty line.
  func pause() { console.write("") }
}

extension Duration {
  /// The duration with a suitable unit, such as `3.4 ms`.
  var brief: String {
    let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    switch microseconds {
    case ..<1000: return "\(microseconds) µs"
    case ..<100_000: return "\(microseconds / 1000).\(microseconds % 1000 / 100) ms"
    default: return "\(microseconds / 1000) ms"
    }
  }
}
