internal import Foundation
internal import StitcherSyntax

/// Asks SwiftPM's build server for the compiler arguments of modules, if the build has no
/// `description.json`.
///
/// The server speaks JSON-RPC over its standard input and output. It knows the builds of the build
/// system `swiftbuild`.
enum BuildServer {
  /// Returns the modules that the build server knows.
  ///
  /// - Parameters:
  ///   - root: The folder of the package.
  ///   - buildPath: The folder of builds.
  ///   - configuration: The configuration of the build, `debug` or `release`.
  ///   - targets: The targets of the package, or `nil` if they are unknown.
  ///
  /// - Throws: ``ToolFailure`` if the server does not answer.
  static func description(
    root: String, buildPath: String, configuration: String, targets: PackageTargets?
  ) throws -> BuildDescription {
    let server = try BuildServerConnection(
      arguments: [
        "package", "--build-system", "swiftbuild", "--package-path", root, "--scratch-path",
        buildPath, "experimental-build-server",
      ])
    defer { server.close() }
    _ = try server.request(
      "build/initialize",
      [
        "displayName": "stitcher", "version": ToolHelp.version, "bspVersion": "2.2.0",
        "rootUri": URL(fileURLWithPath: root).absoluteString,
        "capabilities": ["languageIds": ["swift"]],
      ])
    server.notify("build/initialized")
    _ = try server.request("workspace/waitForBuildSystemUpdates", [:])
    let answer: Targets = try decode(server.request("workspace/buildTargets", [:]))
    let ids = answer.targets.map { ["uri": $0.id.uri] }
    // The server answers with the arguments for indexing, which use folders of their own.
    _ = try server.request("buildTarget/prepare", ["targets": ids])
    let sources: Sources = try decode(server.request("buildTarget/sources", ["targets": ids]))
    var modules: [String: ProgramModule] = [:]
    var identifiers: [String: String] = [:]
    for item in sources.items {
      let files = item.sources.compactMap { URL(string: $0.uri)?.path }
        .filter { $0.hasSuffix(".swift") }
      guard let first = files.first, !first.hasSuffix("/Package.swift") else { continue }
      let options: Options? = try? decode(
        server.request(
          "textDocument/sourceKitOptions",
          [
            "textDocument": ["uri": URL(fileURLWithPath: first).absoluteString],
            "target": ["uri": item.target.uri], "language": "swift",
          ]))
      guard let options, var module = module(options.compilerArguments, files) else { continue }
      identifiers[item.target.uri] = module.name
      let target = answer.targets.first { $0.id.uri == item.target.uri }
      module.compiler = compiler(target) ?? module.compiler
      module.dependencies = answer.closure(of: item.target.uri)
      if modules[module.name] == nil { modules[module.name] = module }
    }
    return BuildDescription(
      modules: finished(modules, identifiers, answer, root: root, targets: targets))
  }

  /// Sets the kind and dependencies of each module, and removes the modules that the tool does not
  /// check.
  private static func finished(
    _ modules: [String: ProgramModule], _ names: [String: String], _ answer: Targets, root: String,
    targets: PackageTargets?
  ) -> [ProgramModule] {
    var all = modules.values.sorted { $0.name < $1.name }
    for index in all.indices {
      let module = all[index]
      let known = targets?.modules[module.name]
      all[index].isTest = known.map { $0.kind == .test } ?? answer.hasRunner(module.name)
      all[index].isExecutable =
        known.map { $0.kind == .executable }
        ?? (answer.hasProduct(module.name) && !all[index].isTest)
      all[index].isRoot = known?.isRoot ?? module.isInside(root)
      all[index].linksBinary = known?.linksBinary ?? false
    }
    // The server does not list dependencies on other packages: assume all of their modules.
    let others = all.filter { !$0.isRoot && !$0.isExecutable && !$0.isTest }.map(\.name)
    for index in all.indices {
      let own = Set(all[index].dependencies.compactMap { names[$0] })
      all[index].dependencies = own.union(others).subtracting([all[index].name]).sorted()
      all[index].usesStitcher = !LibraryModules.imported.isDisjoint(with: all[index].dependencies)
    }
    return all.filter { module in
      !LibraryModules.all.contains(module.name)
        && !module.sources.allSatisfy { $0.contains("/DerivedSources/") }
    }
  }

  /// Returns the module that a compiler call's arguments describe, or `nil` without a module name.
  private static func module(_ arguments: [String], _ files: [String]) -> ProgramModule? {
    guard let index = arguments.firstIndex(of: "-module-name"), index + 1 < arguments.count else {
      return nil
    }
    let sources = Set(files)
    // The listed sources, and the generated ones among the arguments.
    let all = files + arguments.filter { $0.hasPrefix("/") && $0.hasSuffix(".swift") }
    return ProgramModule(
      name: arguments[index + 1], package: "", sources: CheckCommand.distinct(all),
      compiler: "swiftc",
      arguments: arguments.filter {
        !sources.contains($0) && !($0.hasPrefix("/") && $0.hasSuffix(".swift"))
      }, importPath: arguments.firstIndex(of: "-I").map { arguments[$0 + 1] } ?? ".")
  }

  /// Returns the compiler driver in the toolchain of a target.
  private static func compiler(_ target: Targets.Target?) -> String? {
    guard let toolchain = target?.data?.toolchain, let url = URL(string: toolchain) else {
      return nil
    }
    return url.appendingPathComponent("usr/bin/swiftc").path
  }

  /// Decodes an answer of the build server.
  private static func decode<Answer: Decodable>(_ data: Data) throws -> Answer {
    do { return try JSONDecoder().decode(Answer.self, from: data) } catch {
      throw ToolFailure(
        "error: the answer of SwiftPM's build server has an unknown format: \(error)")
    }
  }

  /// An object with the identifier of a target or a source file.
  private struct Identifier: Decodable {
    /// The identifier, as a URI.
    var uri: String
  }

  /// The build server's answer with compiler arguments.
  private struct Options: Decodable {
    /// The arguments of the compiler driver.
    var compilerArguments: [String]
  }

  /// The build server's answer with the source files of targets.
  private struct Sources: Decodable {
    /// The source files of each target.
    var items: [Item]

    /// The source files of a target.
    struct Item: Decodable {
      /// The identifier of the target.
      var target: Identifier
      /// The identifiers of the source files.
      var sources: [Identifier]
    }
  }

  /// The build server's answer with the targets.
  private struct Targets: Decodable {
    var targets: [Target]

    /// A target that the build server knows.
    struct Target: Decodable {
      var id: Identifier
      /// The name of the target.
      var displayName: String?
      /// The identifiers of the targets that the target depends on.
      var dependencies: [Identifier]
      /// The additional fields of SwiftPM's build server; `nil` from another build server.
      var data: Extra?

      /// The additional fields of a target that SwiftPM's build server writes.
      ///
      /// Other build servers do not write them.
      struct Extra: Decodable {
        /// The folder of the target's toolchain.
        var toolchain: String?
      }
    }

    /// Whether the build has a target for the product with the given name.
    ///
    /// There are no such targets for libraries.
    func hasProduct(_ name: String) -> Bool {
      targets.contains { $0.displayName == name + "-product" }
    }

    /// Whether the build has a test runner for the given module.
    func hasRunner(_ name: String) -> Bool {
      targets.contains { $0.displayName == name + "-test-runner" }
    }

    /// Returns the direct and indirect dependencies of a target.
    func closure(of uri: String) -> [String] {
      let edges = Dictionary(targets.map { ($0.id.uri, $0.dependencies) }) { first, _ in first }
      var found: Set<String> = []
      var pending = [uri]
      while let next = pending.popLast() {
        for dependency in edges[next] ?? [] where found.insert(dependency.uri).inserted {
          pending.append(dependency.uri)
        }
      }
      return Array(found)
    }
  }
}
