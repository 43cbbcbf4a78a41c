import StitcherSyntax
import StitcherToolKit
import Testing

/// Parsing command-line arguments.
@Suite struct ToolOptionsTests {
  @Test func `commands and options are read in any order`() throws {
    let options = try ToolOptions(["--json", "why", "--product=app", "Store", "--no-build"])
    #expect(options.command == .why)
    #expect(options.subject == "Store")
    #expect(options.product == "app")
    #expect(options.isJSON && options.skipsBuild)
    #expect(options.format == .json)
  }

  @Test func `help needs nothing else`() throws {
    #expect(try ToolOptions(["--help"]).wantsHelp)
    #expect(try ToolOptions(["why", "--help"]).command == .why)
    #expect(try ToolOptions(["--version"]).wantsVersion)
  }

  @Test(
    arguments: [
      ([], "a command is missing"), (["so"], "unknown command 'so'"),
      (["check", "--so"], "unknown option '--so'"), (["why"], "'why' needs a type"),
      (["diff"], "'diff' needs a revision"), (["check", "A"], "'check' does not take 'A'"),
      (["graph", "--format", "png"], "'png' is no format: use html, mermaid, dot or json"),
      (["check", "--product"], "--product needs a value"),
      (["check", "-c", "fast"], "'fast' is no configuration: use debug or release"),
    ] as [([String], String)])
  func `wrong arguments are told`(arguments: [String], text: String) {
    let failure = #expect(throws: ToolFailure.self) { try ToolOptions(arguments) }
    #expect(failure?.description == "error: \(text) (see 'swift package stitcher --help')")
    #expect(failure?.code == .failure)
  }

  @Test(arguments: ToolOptions.Command.allCases)
  func `every command has help, with its usage and all options`(command: ToolOptions.Command) {
    let text = ToolHelp.text(command)
    #expect(text.contains("Usage: swift package stitcher \(command.rawValue)"))
    #expect(text.contains("--no-build"))
    #expect(ToolHelp.text(nil).contains("  \(command.rawValue) "))
  }
}
