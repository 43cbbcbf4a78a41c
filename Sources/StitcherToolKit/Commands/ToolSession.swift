internal import Foundation
internal import StitcherDescription
internal import StitcherSyntax

/// A package, where its builds are, and what was read before.
struct ToolSession {
  /// What is asked for.
  let options: ToolOptions

  /// The folder of the package.
  let root: String

  /// The folder of builds.
  let buildPath: String

  /// The folder of the cache.
  let cachePath: String

  /// Starts a session.
  init(_ options: ToolOptions) {
    self.options = options
    root = URL(fileURLWithPath: options.packagePath).standardizedFileURL.path
    buildPath =
      options.buildPath.map { URL(fileURLWithPath: $0).standardizedFileURL.path } ?? root
      + "/.build"
    cachePath =
      options.cachePath.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
      ?? buildPath + "/stitcher"
  }

  /// Builds the package.
  ///
  /// - Throws: ``ToolFailure`` if it does not build.
  func build() throws {
    var arguments = ["build", "--package-path", root, "--scratch-path", buildPath]
    arguments += ["--configuration", options.configuration]
    if let system = options.buildSystem { arguments += ["--build-system", system] }
    if options.includesTests { arguments.append("--build-tests") }
    let build = try Subprocess.run("swift", arguments, in: root)
    guard build.isSuccess else {
      let lines = (build.output + build.errors).split(separator: "\n")
      let errors = lines.filter { $0.contains("error: ") }
      throw ToolFailure(
        ((errors.isEmpty ? lines.suffix(10) : errors.prefix(10))
          + ["error: the package does not build; nothing was checked"]).joined(separator: "\n"))
    }
  }

  /// What the last build says.
  private func modules() throws -> [ProgramModule] {
    let targets = try options.targets.map { try PackageTargets(contentsOf: $0) }
    let path = "\(buildPath)/\(options.configuration)/description.json"
    if options.buildSystem != "swiftbuild", FileManager.default.fileExists(atPath: path) {
      return try BuildDescription(contentsOf: path, root: root, targets: targets).modules
    }
    return try BuildServer.description(
      root: root, buildPath: buildPath, configuration: options.configuration, targets: targets
    ).modules
  }

  /// Reads the programs of the package.
  ///
  /// - Throws: ``ToolFailure`` if there is no build, or it cannot be read.
  func read() throws -> Reading {
    let modules = try modules()
    let programs = try LinkedProgram.all(
      of: modules, product: try mainModule(), withTests: options.includesTests,
      name: URL(fileURLWithPath: root).lastPathComponent)
    let linked = Set(programs.flatMap(\.modules))
    let source: any FactSource = try ProgramReader(root: root, cache: cachePath)
    let (facts, effort) = try source.facts(of: modules.filter { linked.contains($0.name) })
    var reading = Reading(root: root, graphs: [])
    reading.effort = effort
    let checked = programs.map { program in
      Program(
        title: program.title, facts: program.modules.flatMap { facts[$0] ?? [] },
        isOpen: program.isOpen)
    }
    reading.graphs = checked.map { $0.description().relative(to: root) }
    reading.unused = UnusedCommand.unused(in: checked)
    return reading
  }

  /// The main module of the product that is asked for.
  private func mainModule() throws -> String? {
    guard let product = options.product else { return nil }
    let targets = try options.targets.map { try PackageTargets(contentsOf: $0) }
    return targets?.products[product] ?? product
  }
}
