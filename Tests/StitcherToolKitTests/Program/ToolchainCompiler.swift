import Foundation
import StitcherToolKit

/// The compiler of the toolchain, with the modules that were built for these tests.
struct ToolchainCompiler {
  /// The compiler's errors about an invalid program.
  struct Failure: Error, CustomStringConvertible {
    /// The output of the compiler.
    let description: String
  }

  /// The build folder of the running tests.
  private let products: URL = {
    var url = URL(filePath: CommandLine.arguments[0]).standardizedFileURL
    #if canImport(Darwin)
      url = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
    #endif
    return url.deletingLastPathComponent()
  }()

  /// The suffix of the build folders of the tests' modules. Another suffix marks modules for the
  /// host, for which the tests are built if any of them link macros.
  private var suffix: String? {
    ["-tool", ""].first { suffix in
      let module = "Modules\(suffix)/StitcherToolKitTests.swiftmodule"
      return FileManager.default.fileExists(atPath: products.appendingPathComponent(module).path)
    }
  }

  /// Reads the program that the Swift files of a folder form. If the folder has subfolders, each is
  /// a module, which may import modules that precede it in alphabetical order.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - module: The name of the program, and of its module if the folder has no subfolders.
  /// - Throws: ``Failure`` if the program does not compile.
  func program(in folder: URL, module: String = "App") throws -> Program {
    Program(title: module, facts: try facts(in: folder, module: module))
  }

  /// Returns the facts of a program's files, in the order of their names.
  func facts(in folder: URL, module: String = "App") throws -> [FileFacts] {
    let work = FileManager.default.temporaryDirectory
      .appendingPathComponent("stitcher-corpus-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: work) }
    let folders = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { folder.appendingPathComponent($0) }.filter(\.hasDirectoryPath)
    if folders.isEmpty { return try facts(of: module, in: folder, work) }
    return try folders.flatMap { folder in
      try facts(of: folder.lastPathComponent, in: folder, work, writesModule: true)
    }
  }

  /// Returns the facts of one module's files.
  private func facts(
    of module: String, in folder: URL, _ work: URL, writesModule: Bool = false
  ) throws -> [FileFacts] {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
    let arguments = try frontEndArguments(module: module) + ["-I", work.path]
    let paths = files.map { folder.appendingPathComponent($0).path }
    if writesModule {
      try Self.run(
        ["swiftc", "-frontend", "-emit-module"] + arguments + paths
          + ["-o", work.appendingPathComponent("\(module).swiftmodule").path])
    }
    var dump = ["swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json"] + arguments
    let trees = files.map { work.appendingPathComponent("\(module).\($0).json") }
    for (path, tree) in zip(paths, trees) { dump += ["-primary-file", path, "-o", tree.path] }
    try Self.run(dump)
    return try zip(paths, trees).map { path, tree in
      try TreeReader.facts(
        ofTree: [UInt8](Data(contentsOf: tree)), file: path, module: module,
        source: String(contentsOfFile: path, encoding: .utf8))
    }
  }

  /// The arguments with which the compiler's front end reads a module.
  private func frontEndArguments(module: String) throws -> [String] {
    guard let suffix else { throw Failure(description: "no modules in \(products.path)") }
    let modules = products.appendingPathComponent("Modules\(suffix)")
    var arguments = [
      "-parse-as-library", "-swift-version", "6", "-module-name", module, "-I", modules.path,
      "-package-name", "corpus",
    ]
    // The C modules that the library imports, and those of a dependency.
    for folder in try FileManager.default.contentsOfDirectory(atPath: products.path).sorted()
    where folder.hasSuffix("\(suffix).build") {
      let map = products.appendingPathComponent("\(folder)/module.modulemap").path
      guard FileManager.default.fileExists(atPath: map) else { continue }
      arguments += ["-Xcc", "-fmodule-map-file=\(map)"]
    }
    if let resources = Self.resources {
      arguments += [
        "-plugin-path", "\(resources)/host/plugins", "-in-process-plugin-server-path",
        "\(resources)/host/libSwiftInProcPluginServer.so",
      ]
    }
    let plugin = products.appendingPathComponent("StitcherMacrosPlugin-tool").path
    if FileManager.default.fileExists(atPath: plugin) {
      arguments += ["-load-plugin-executable", "\(plugin)#StitcherMacrosPlugin"]
    }
    return arguments
  }

  /// The folder of the toolchain's libraries, which has the macros of the standard library.
  private static let resources: String? = {
    struct Answer: Decodable {
      struct Paths: Decodable { let runtimeResourcePath: String }
      let paths: Paths
    }
    let text = try? run(["swiftc", "-print-target-info"])
    let answer = text.flatMap { try? JSONDecoder().decode(Answer.self, from: Data($0.utf8)) }
    return answer?.paths.runtimeResourcePath
  }()

  /// Runs the compiler, and waits for it.
  ///
  /// It blocks its thread, so the number of concurrent runs is limited to the number of processors.
  @discardableResult
  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardError = output
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Failure(description: text) }
    return text
  }
}
