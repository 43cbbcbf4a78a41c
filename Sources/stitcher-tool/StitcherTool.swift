internal import Foundation
internal import StitcherToolKit

/// Checks the dependency graph of the programs of a package; see `stitcher-tool --help`.
@main
struct StitcherTool {
  /// Runs the tool.
  static func main() {
    exit(ToolCommand.run(Array(CommandLine.arguments.dropFirst())))
  }
}
