import Foundation
import PackagePlugin

/// Generates `DependencyGroup.autoregisteredDependencies` for a target before its compilation.
@main
struct StitcherAutoregistration: BuildToolPlugin {
  /// Returns the build command that scans the target for registerable types.
  ///
  /// The command runs again when a source file changes.
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

  /// Returns the build command that scans the given source files.
  ///
  /// - Parameter compiler: The compiler of the building toolchain. The tool parses the sources with
  ///   this compiler, or with the compiler of the environment if the argument is `nil`.
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
    /// Returns the build command that scans the target of an Xcode project.
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
