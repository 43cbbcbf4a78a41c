import Foundation
import PackagePlugin

/// Builds the package, and checks or shows its dependency graph.
///
/// Usage: `swift package stitcher COMMAND [OPTIONS]`.
@main
struct StitcherTool: CommandPlugin {
  /// Builds the package unless `--no-build` is given, and runs the tool with the same arguments.
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try context.tool(named: "stitcher-tool").url
    if arguments.first == "tool-path" {
      print(tool.path)
      return
    }
    if arguments.contains("--watch") {
      Diagnostics.error(
        "a plugin that runs blocks builds: watch with "
          + "'\"$(swift package stitcher tool-path)\" check --watch'")
      exit(2)
    }
    // The build folder of the package contains the plugin's work folder.
    let work = context.pluginWorkDirectoryURL
    let folder = work.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let builds =
      !arguments.contains("--no-build") && commands.contains(where: arguments.contains)
      && !arguments.contains("--help") && !arguments.contains("-h")
    var products: String?
    if builds {
      guard let result = try build(arguments) else { exit(2) }
      // Where the products are is for the build system to say.
      products = result.builtArtifacts.first?.url.deletingLastPathComponent().path
    }
    let targets = work.appendingPathComponent("targets.json")
    try JSONEncoder().encode(PackageTargets(context.package)).write(to: targets)
    let process = Process()
    process.executableURL = tool
    process.arguments =
      arguments + [
        builds ? "--just-built" : "--no-build", "--package-path",
        context.package.directoryURL.path, "--build-path", folder.path, "--cache-path",
        work.appendingPathComponent("cache").path, "--targets", targets.path,
      ] + (products.map { ["--products-path", $0] } ?? [])
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }

  /// The commands that need a build of the package.
  private var commands: [String] { ["check", "why", "unused", "graph", "diff"] }

  /// Builds the package.
  ///
  /// - Returns: The result, or `nil` if the build failed. In that case, the errors are printed.
  private func build(_ arguments: [String]) throws -> PackageManager.BuildResult? {
    var parameters = PackageManager.BuildParameters()
    parameters.logging = .concise
    var extractor = ArgumentExtractor(arguments)
    let configurations =
      extractor.extractOption(named: "configuration") + value(after: "-c", in: arguments)
    if configurations.contains("release") { parameters.configuration = .release }
    let result = try packageManager.build(
      .all(includingTests: arguments.contains("--tests")), parameters: parameters)
    guard !result.succeeded else { return result }
    FileHandle.standardError.write(Data(result.logText.utf8))
    Diagnostics.error("the package does not build; nothing was checked")
    return nil
  }

  /// Returns the argument that follows an option, or an empty array.
  private func value(after name: String, in arguments: [String]) -> [String] {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return [] }
    return [arguments[index + 1]]
  }
}

/// The kinds of the package's targets, which the description of a build does not contain.
private struct PackageTargets: Encodable {
  /// The targets, by module name.
  var modules: [String: Target] = [:]

  /// The main module of each executable product, by product name.
  var products: [String: String] = [:]

  /// A target of the package or of a dependency.
  struct Target: Encodable {
    /// The kind of the target.
    var kind: String
    /// Whether the target belongs to the package itself.
    var isRoot: Bool
    /// Whether the target depends on a binary target, with registrations that the tool cannot see.
    var linksBinary: Bool
  }

  /// Collects the targets of a package and of its direct and indirect dependencies.
  init(_ package: Package) {
    add(package, isRoot: true)
    for case let product as ExecutableProduct in package.products {
      products[product.name] = product.mainTarget.sourceModule?.moduleName
    }
  }

  /// Adds the targets of a package and of its direct and indirect dependencies.
  private mutating func add(_ package: Package, isRoot: Bool) {
    for module in package.targets.compactMap(\.sourceModule) {
      if modules[module.moduleName] != nil { continue }
      let kind =
        switch module.kind {
        case .executable: "executable"
        case .test: "test"
        default: "library"
        }
      let linksBinary = module.recursiveTargetDependencies.contains { $0 is BinaryArtifactTarget }
      modules[module.moduleName] = Target(
        kind: kind, isRoot: isRoot, linksBinary: linksBinary)
    }
    for dependency in package.dependencies { add(dependency.package, isRoot: false) }
  }
}

#if canImport(XcodeProjectPlugin)
  import XcodeProjectPlugin

  // Written from the documentation; not tried with Xcode.
  extension StitcherTool: XcodeCommandPlugin {
    /// Checks or shows the dependency graph of an Xcode project.
    ///
    /// The script phases of the project's targets have recorded the modules at the last build.
    func performCommand(context: XcodePluginContext, arguments: [String]) throws {
      let tool = try context.tool(named: "stitcher-tool").url
      let work = context.pluginWorkDirectoryURL
      // …/DerivedData/PROJECT/SourcePackages/plugins/… and …/DerivedData/PROJECT/Build/…
      var project = work
      while project.path.count > 1, project.lastPathComponent != "SourcePackages" {
        project.deleteLastPathComponent()
      }
      let modules = project.deletingLastPathComponent()
        .appendingPathComponent("Build/Intermediates.noindex/stitcher")
      let process = Process()
      process.executableURL = tool
      // Xcode passes the targets that were chosen; the check is of the whole project.
      var extractor = ArgumentExtractor(arguments)
      _ = extractor.extractOption(named: "target")
      let rest = extractor.remainingArguments
      process.arguments =
        (rest.isEmpty ? ["check"] : rest) + [
          "--no-build", "--modules", modules.path, "--package-path",
          context.xcodeProject.directoryURL.path, "--cache-path",
          work.appendingPathComponent("cache").path,
        ]
      try process.run()
      process.waitUntilExit()
      if process.terminationStatus != 0 {
        Diagnostics.error("the dependency graph has errors: see the log of the plugin")
      }
    }
  }
#endif
