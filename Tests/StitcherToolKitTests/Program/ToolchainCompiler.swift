import Foundation
import StitcherToolKit

/// The compiler of the toolchain, with the modules that were built for these tests.
struct ToolchainCompiler {
  /// What the compiler says of a program that is wrong.
  struct Failure: Error, CustomStringConvertible {
    /// What it has printed.
    let description: String
  }

  /// The folder that the running tests were built into.
  private let products: URL = {
    var url = URL(filePath: CommandLine.arguments[0]).standardizedFileURL
    #if canImport(Darwin)
      url = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL
    #endif
    return url.deletingLastPathComponent()
  }()

  /// What the folders are called that the tests were built into: another name is for the host, for
  /// which they are built if any tests link macros.
  private var suffix: String? {
    ["-tool", ""].first { suffix in
      let module = "Modules\(suffix)/StitcherToolKitTests.swiftmodule"
      return FileManager.default.fileExists(atPath: products.appendingPathComponent(module).path)
    }
  }

  /// Reads the program that all Swift files of a folder are.
  ///
  /// - Parameters:
  ///   - folder: The folder.
  ///   - module: The name of the module.
  /// - Throws: ``Failure`` if it does not compile.
  func program(in folder: URL, module: String = "App") throws -> Program {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }.sorted()
    let trees = FileManager.default.temporaryDirectory
      .appendingPathComponent("stitcher-corpus-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: trees, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: trees) }
    var arguments = try frontEndArguments(module: module)
    for file in files {
      arguments += ["-primary-file", folder.appendingPathComponent(file).path]
      arguments += ["-o", trees.appendingPathComponent("\(file).json").path]
    }
    try Self.run(arguments)
    let facts = try files.map { file in
      let source = folder.appendingPathComponent(file)
      return try TreeReader.facts(
        ofTree: [UInt8](Data(contentsOf: trees.appendingPathComponent("\(file).json"))),
        file: source.path, module: module,
        source: String(contentsOf: source, encoding: .utf8))
    }
    return Program(title: module, facts: facts)
  }

  /// The arguments that have the compiler write its typed trees.
  private func frontEndArguments(module: String) throws -> [String] {
    guard let suffix else { throw Failure(description: "no modules in \(products.path)") }
    let modules = products.appendingPathComponent("Modules\(suffix)")
    let map = products.appendingPathComponent("CStitcherThread\(suffix).build/module.modulemap")
    var arguments = [
      "swiftc", "-frontend", "-dump-ast", "-dump-ast-format", "json", "-parse-as-library",
      "-swift-version", "6", "-module-name", module, "-I", modules.path,
      "-Xcc", "-fmodule-map-file=\(map.path)", "-package-name", "corpus",
    ]
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
  /// It blocks its thread, so no more of them run at a time than there are processors.
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
