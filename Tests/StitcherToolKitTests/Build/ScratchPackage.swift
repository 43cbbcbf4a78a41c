import Foundation
import StitcherSyntax
import StitcherToolKit

/// A folder that goes with this value, and in it sources of modules that a test compiles.
final class ScratchPackage: Sendable {
  /// The folder.
  let root: String

  /// The compiler's driver.
  let compiler: String

  /// Makes the folder.
  init() throws {
    root =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("stitcher-tool-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: root + "/Modules", withIntermediateDirectories: true)
    let found = try Subprocess.run("sh", ["-c", "command -v swiftc"]).output
    compiler = found.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit { try? FileManager.default.removeItem(atPath: root) }

  /// The folder of the cache.
  var cache: String { root + "/cache" }

  /// Writes a file, with a date long enough ago that its digest is kept.
  func write(_ text: String, to name: String, secondsAgo: Double = 100) throws {
    let path = "\(root)/\(name)"
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)], ofItemAtPath: path)
  }

  /// A module of some files.
  func module(_ name: String, _ files: [String], dependencies: [String] = []) -> ProgramModule {
    var module = ProgramModule(
      name: name, package: "scratch", sources: files.map { "\(root)/\($0)" }, compiler: compiler,
      arguments: ["-parse-as-library", "-swift-version", "6"], importPath: root + "/Modules")
    module.usesStitcher = true
    module.isRoot = true
    module.isExecutable = true
    module.dependencies = dependencies
    module.moduleFile = "\(root)/Modules/\(name).swiftmodule"
    return module
  }

  /// Compiles a module, as a build does.
  func compile(_ module: ProgramModule) throws {
    let run = try Subprocess.run(
      compiler,
      ["-emit-module", "-module-name", module.name, "-I", module.importPath, "-o"]
        + [module.moduleFile ?? ""] + module.arguments + module.sources, in: root)
    if !run.isSuccess { throw ToolFailure(run.errors) }
  }

  /// Reads modules anew or from the cache.
  ///
  /// - Returns: How many files the compiler has read.
  func read(_ modules: ProgramModule...) throws -> Int {
    try ProgramReader(root: root, cache: cache).facts(of: modules).effort.read
  }
}
