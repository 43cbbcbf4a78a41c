internal import Foundation
internal import StitcherSyntax

/// The modules of an Xcode project, recorded by script phases.
///
/// A script phase receives the build settings of its target as environment variables. The tool
/// records the module of the target in a folder, and the phase of the application reads that
/// folder.
///
/// The names of the settings are taken from Apple's documentation. This was not tried with Xcode.
package enum XcodeModules {
  /// A module that a script phase has recorded.
  private struct Recorded: Codable {
    var name: String
    var kind: PackageTargets.Kind
    var sources: [String]
    var compiler: String
    var arguments: [String]
    var importPath: String
  }

  /// Returns the folder in which the script phases of one build record modules.
  package static func folder(_ settings: [String: String]) throws -> String {
    try setting("OBJROOT", settings) + "/stitcher"
  }

  /// Records the module of a target.
  ///
  /// - Returns: The kind of the target.
  /// - Throws: ``ToolFailure`` if a setting is missing, or the folder cannot be written.
  package static func record(_ settings: [String: String]) throws -> PackageTargets.Kind {
    let recorded = try module(settings)
    let folder = try folder(settings)
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try JSONEncoder().encode(recorded)
        .write(to: URL(fileURLWithPath: "\(folder)/\(recorded.name).json"), options: .atomic)
    } catch { throw ToolFailure("error: \(folder): the folder cannot be written: \(error)") }
    return recorded.kind
  }

  /// Reads the recorded modules from a folder.
  ///
  /// - Throws: ``ToolFailure`` if there are none.
  package static func read(_ folder: String) throws -> [ProgramModule] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let recorded = names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
      FileManager.default.contents(atPath: "\(folder)/\(name)").flatMap {
        try? JSONDecoder().decode(Recorded.self, from: $0)
      }
    }
    if recorded.isEmpty {
      throw ToolFailure(
        """
        error: \(folder): no build phase has recorded a module
        note: add a script phase with '"$STITCHER_TOOL" check --xcode' to each target, and build
        """)
    }
    // Build settings do not list a target's dependencies, so assume all libraries.
    let libraries = recorded.filter { $0.kind == .library }.map(\.name)
    return recorded.filter { !LibraryModules.all.contains($0.name) }.map { recorded in
      var module = ProgramModule(
        name: recorded.name, package: "", sources: recorded.sources, compiler: recorded.compiler,
        arguments: recorded.arguments, importPath: recorded.importPath)
      module.isRoot = true
      module.isExecutable = recorded.kind == .executable
      module.isTest = recorded.kind == .test
      module.usesStitcher = true
      if recorded.kind != .library {
        module.dependencies = libraries.filter { $0 != recorded.name }
      }
      return module
    }
  }

  /// Returns the module that the build settings of a target describe.
  private static func module(_ settings: [String: String]) throws -> Recorded {
    let name = try setting("PRODUCT_MODULE_NAME", settings)
    let architectures = try setting("ARCHS", settings).split(separator: " ").map(String.init)
    let native = settings["NATIVE_ARCH"].flatMap { architectures.contains($0) ? $0 : nil }
    guard let architecture = native ?? architectures.first else {
      throw ToolFailure("error: the build setting ARCHS is empty")
    }
    let list = try setting("OBJECT_FILE_DIR_normal", settings) + "/\(architecture)/\(name)"
    guard let files = FileManager.default.contents(atPath: list + ".SwiftFileList") else {
      throw ToolFailure("error: \(list).SwiftFileList: the list of sources cannot be read")
    }
    let sources = String(decoding: files, as: UTF8.self).split(separator: "\n")
      .flatMap { ShellWords.split($0) }
    let products = try setting("BUILT_PRODUCTS_DIR", settings)
    let type = settings["PRODUCT_TYPE"] ?? ""
    let kind: PackageTargets.Kind =
      type.contains("unit-test") || type.contains("ui-testing")
      ? .test : type.contains("application") || type.contains("tool") ? .executable : .library
    return Recorded(
      name: name, kind: kind, sources: sources,
      compiler: try setting("TOOLCHAIN_DIR", settings) + "/usr/bin/swiftc",
      arguments: try arguments(settings, architecture, products), importPath: products)
  }

  /// Returns the compiler driver's arguments for the build settings of a target.
  private static func arguments(
    _ settings: [String: String], _ architecture: String, _ products: String
  ) throws -> [String] {
    let system = try setting("LLVM_TARGET_TRIPLE_OS_VERSION", settings)
    let suffix = settings["LLVM_TARGET_TRIPLE_SUFFIX"] ?? ""
    let vendor = settings["LLVM_TARGET_TRIPLE_VENDOR"] ?? "apple"
    var arguments = [
      "-sdk", try setting("SDKROOT", settings), "-target",
      "\(architecture)-\(vendor)-\(system)\(suffix)", "-F", products,
    ]
    if let version = settings["SWIFT_VERSION"]?.split(separator: ".").first {
      arguments += ["-swift-version", String(version)]
    }
    func words(_ name: String) -> [String] {
      settings[name].map { ShellWords.split(Substring($0)) } ?? []
    }
    for condition in words("SWIFT_ACTIVE_COMPILATION_CONDITIONS") {
      arguments += ["-D", condition]
    }
    for path in words("FRAMEWORK_SEARCH_PATHS") { arguments += ["-F", path] }
    for path in words("SWIFT_INCLUDE_PATHS") { arguments += ["-I", path] }
    if settings["ENABLE_TESTABILITY"] == "YES" { arguments.append("-enable-testing") }
    if let isolation = settings["SWIFT_DEFAULT_ACTOR_ISOLATION"], isolation == "MainActor" {
      arguments += ["-default-isolation", isolation]
    }
    return arguments + words("OTHER_SWIFT_FLAGS")
  }

  /// Returns a build setting, or throws an error if the setting is missing.
  private static func setting(_ name: String, _ settings: [String: String]) throws -> String {
    guard let value = settings[name], !value.isEmpty else {
      throw ToolFailure(
        "error: the build setting \(name) is missing: '--xcode' is for a script phase of Xcode")
    }
    return value
  }
}
