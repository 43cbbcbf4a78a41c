import Foundation
import PackagePlugin

/// Generates `DependencyGroup.autoregisteredDependencies` for a target before its compilation.
@main
struct StitcherAutoregistration: BuildToolPlugin {
  /// Returns the command that scans the target. It runs again when a source changes.
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let module = target.sourceModule else { return [] }
    let sources = module.sourceFiles(withSuffix: "swift").map(\.url)
      .sorted { $0.path < $1.path }
    return [
      command(
        try context.tool(named: "stitcher-autoregistration").url,
        compiler: try? context.tool(named: "swiftc").url, sources, context.pluginWorkDirectoryURL)
    ]
  }

  /// Returns the command that scans some sources.
  ///
  /// - Parameter compiler: The compiler of the toolchain that builds; the tool reads the sources
  ///   with its parser. If it is `nil`, the tool takes the compiler of the environment.
  private func command(
    _ tool: URL, compiler: URL?, _ sources: [URL], _ folder: URL
  ) -> Command {
    let output = folder.appendingPathComponent("DependencyGroup+AutoregisterableDependency.swift")
    return .buildCommand(
      displayName: "Autoregistered dependencies", executable: tool,
      arguments: ["--output", output.path] + (compiler.map { ["--compiler", $0.path] } ?? [])
        + sources.map(\.path), inputFiles: sources,
      outputFiles: [output])
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  extension StitcherAutoregistration: XcodeBuildToolPlugin {
    /// Returns the command that scans the target of an Xcode project.
    func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
      let sources = target.inputFiles.map(\.url).filter { $0.pathExtension == "swift" }
        .sorted { $0.path < $1.path }
      return [
        command(
          try context.tool(named: "stitcher-autoregistration").url,
          compiler: try? context.tool(named: "swiftc").url, sources,
          context.pluginWorkDirectoryURL)
      ]
    }
  }
#endif
