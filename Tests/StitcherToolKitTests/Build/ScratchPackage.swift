import Foundation
import StitcherSyntax
import StitcherToolKit

/// A temporary folder with the sources of modules that a test compiles; deleted with this object.
final class ScratchPackage: Sendable {
  let root: String

  /// The compiler's driver.
  let compiler: String

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

  /// Writes a file with an old modification date, so that the cache keeps its digest.
  func write(_ text: String, to name: String, secondsAgo: Double = 100) throws {
    let path = "\(root)/\(name)"
    try FileManager.default.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)], ofItemAtPath: path)
  }

  /// Returns a module of several files.
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

  /// Reads modules from the sources or from the cache.
  ///
  /// - Returns: The number of files that the compiler has read.
  func read(_ modules: ProgramModule...) throws -> Int {
    try ProgramReader(root: root, cache: cache).facts(of: modules).effort.read
  }
}
