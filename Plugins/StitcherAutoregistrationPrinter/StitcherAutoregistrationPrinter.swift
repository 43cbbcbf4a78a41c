import Foundation
import PackagePlugin

/// Prints the file that ``StitcherAutoregistration`` would generate.
///
/// Usage: `swift package autoregistration [--target NAME]...`.
@main
struct StitcherAutoregistrationPrinter: CommandPlugin {
  /// Prints the generated file of each target, or only of the targets in the arguments.
  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let targets =
      names.isEmpty ? context.package.targets : try context.package.targets(named: names)
    let tool = try context.tool(named: "stitcher-autoregistration").url
    let compiler = try? context.tool(named: "swiftc").url
    for module in targets.compactMap(\.sourceModule) {
      let sources = module.sourceFiles(withSuffix: "swift").map(\.url.path).sorted()
      if sources.isEmpty { continue }
      // Unbuffered, so that this text precedes the output of the tool.
      FileHandle.standardOutput.write(Data("// Target \(module.name)\n\n".utf8))
      let process = Process()
      process.executableURL = tool
      process.arguments = (compiler.map { ["--compiler", $0.path] } ?? []) + sources
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        Diagnostics.error("the target \(module.name) cannot be scanned")
        return
      }
    }
  }
}
