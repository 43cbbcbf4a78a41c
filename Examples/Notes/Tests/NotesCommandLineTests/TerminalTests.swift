import NotesCommandLine
import Testing

/// Tests of the output: help, tables and colors.
@Suite("Text on a terminal")
struct TerminalTests {
  @Test("The overview names every command and every exit code")
  func overview() {
    let text = HelpText(command: nil).text
    for command in CommandSyntax.all {
      #expect(text.contains("  \(command.name) "))
      #expect(text.contains(command.summary))
    }
    for code in ExitCode.allCases where code != .success {
      #expect(text.contains("  \(code.rawValue)  \(code.summary)"))
    }
  }

  @Test("The explanation of a command names its options", arguments: CommandSyntax.all)
  func explanation(syntax: CommandSyntax) {
    let text = HelpText(command: syntax.name).text
    #expect(text.hasPrefix("notes \(syntax.name): \(syntax.summary)\n"))
    #expect(text.contains("notes \(syntax.name) \(syntax.operands.usage)"))
    for option in syntax.options + CommandSyntax.commonOptions {
      #expect(text.contains("  \(option.name) "))
    }
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("A table aligns its columns, and leaves no white space at the ends of lines")
  func table() {
    var table = Table([.init(isTrailing: true), .init(limit: 5), .init()])
    table.add("1", "one", "first")
    table.add("22", "twenty-two")
    table.add("", "x", "y")
    #expect(
      table.lines == [
        " 1  one    first",
        "22  twen…",
        "    x      y",
      ])
  }

  @Test("Colors do not disturb the alignment")
  func coloredTable() {
    let style = Style(isColored: true)
    var table = Table([.init(emphasis: style.bold), .init()])
    table.add("a", "b")
    table.add("ccc", "d")
    #expect(table.lines == ["\u{1B}[1ma\u{1B}[0m    b", "\u{1B}[1mccc\u{1B}[0m  d"])
  }

  @Test("Plain text stays plain")
  func plain() {
    #expect(Style(isColored: false).bold("a") == "a")
    #expect(Style(isColored: true).bold("") == "")
  }

  @Test("Standard output that is no terminal, or that wants none, has no colors")
  func noColors() {
    #expect(!StandardConsole(environment: ["NO_COLOR": "1"]).style.isColored)
    #expect(!StandardConsole(environment: ["TERM": "dumb"]).style.isColored)
  }
}
