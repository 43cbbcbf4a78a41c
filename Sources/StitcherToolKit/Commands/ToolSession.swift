internal import Foundation
internal import StitcherDescription
internal import StitcherSyntax

/// One run of the tool on a package, with the folders of its builds and the cache.
struct ToolSession {
  let options: ToolOptions

  /// The folder of the package.
  let root: String

  /// The folder of builds.
  let buildPath: String

  /// The folder of the cache.
  let cachePath: String

  /// Whether the last build compiled the sources as they are now.
  private var isBuilt: Bool {
    !options.skipsBuild || options.isBuilt || options.modulesPath != nil
  }

  /// Starts a run of the tool with the given options.
  init(_ options: ToolOptions) {
    self.options = options
    root = URL(fileURLWithPath: options.packagePath).standardizedFileURL.path
    buildPath =
      options.buildPath.map { URL(fileURLWithPath: $0).standardizedFileURL.path } ?? root
      + "/.build"
    cachePath =
      options.cachePath.map { URL(fileURLWithPath: $0).standardizedFileURL.path }
      ?? buildPath + (options.watches ? "/stitcher-watch" : "/stitcher")
  }

  /// Builds the package with SwiftPM.
  ///
  /// - Throws: ``ToolFailure`` if the package does not build.
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

  /// Returns the modules of the last build.
  private func modules() throws -> [ProgramModule] {
    if let folder = options.modulesPath { return try XcodeModules.read(folder) }
    let targets = try options.targets.map { try PackageTargets(contentsOf: $0) }
    guard let path = description else {
      return try BuildServer.description(
        root: root, buildPath: buildPath, configuration: options.configuration, targets: targets
      ).modules
    }
    try checkManifest(against: path)
    return try BuildDescription(contentsOf: path, root: root, targets: targets).modules
  }

  /// The path of the last build's `description.json`, or `nil` if the build system writes none.
  var description: String? {
    // Where SwiftPM does not answer, its folders are as they were up to version 6.3.
    let folder =
      options.productsPath
      ?? BuildFolder.find(
        root: root, buildPath: buildPath, configuration: options.configuration,
        buildSystem: options.buildSystem, cache: cachePath)
      ?? "\(buildPath)/\(options.configuration)"
    let path = folder + "/description.json"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// Checks that the manifest and the resolved dependencies have not changed since the last build.
  ///
  /// A module or dependency that was added later is missing in the description of the build.
  private func checkManifest(against description: String) throws {
    if isBuilt { return }
    let files = PackageManifest.files(of: root)
    let built = FileDigests.modified(description) ?? 0
    let state = ContentHash(
      files
        + files.map { FileManager.default.contents(atPath: $0).map { "\(ContentHash($0))" } ?? "" }
        + ["\(built)"])
    let kept = cachePath + "/package-state"
    let newest = files.filter { (FileDigests.modified($0) ?? 0) > built }
    if let first = newest.first,
      (try? String(contentsOfFile: kept, encoding: .utf8)) != "\(state)"
    {
      throw ToolFailure(
        """
        \(first):1:1: error: this file has changed since the last build, so nothing was checked
        note: run 'swift build', or check without '--no-build'
        """)
    }
    try? FileManager.default.createDirectory(atPath: cachePath, withIntermediateDirectories: true)
    try? "\(state)".write(toFile: kept, atomically: true, encoding: .utf8)
  }

  /// Returns modules with their current source files.
  ///
  /// Modules that are newer than the last build are compiled.
  private func current(_ modules: [ProgramModule]) throws -> [ProgramModule] {
    var modules = modules
    var edited: Set<String> = []
    if !isBuilt, let manifest = PackageManifest(root: root, cache: cachePath) {
      for index in modules.indices where modules[index].isRoot {
        let described = modules[index].sources
        let sources = manifest.sources(of: modules[index].name, described: described)
        guard Set(sources) != Set(described), !sources.isEmpty else { continue }
        modules[index].sources = sources
        edited.insert(modules[index].name)
      }
    }
    return try CurrentModules(root: root, cache: cachePath)
      .update(modules, isBuilt: isBuilt, edited: edited, areAllOwn: options.watches)
  }

  /// Returns the dependency graphs of the package's programs.
  ///
  /// - Throws: ``ToolFailure`` if there is no build, or the build cannot be read.
  func read() throws -> Reading {
    let modules = try modules()
    let programs = try LinkedProgram.all(
      of: modules, product: try mainModule(), withTests: options.includesTests,
      name: URL(fileURLWithPath: root).lastPathComponent)
    let linked = Set(programs.flatMap(\.modules))
    let source: any FactSource = try ProgramReader(root: root, cache: cachePath)
    let (facts, effort) = try source.facts(
      of: current(modules.filter { linked.contains($0.name) }))
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

  /// Returns the main module of the requested product, or `nil` if all products are requested.
  private func mainModule() throws -> String? {
    guard let product = options.product else { return nil }
    let targets = try options.targets.map { try PackageTargets(contentsOf: $0) }
    return targets?.products[product] ?? product
  }
}
