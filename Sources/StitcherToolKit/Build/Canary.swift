internal import Foundation

/// A small program with known facts, which tells whether the compiler writes trees as expected.
package enum Canary {
  /// The program. It declares what it uses of the library.
  package static let source = """
    public final class Service {}
    public func make() -> Service { Service() }
    """

  /// Whether these are the facts of the program.
  static func isExpected(_ facts: FileFacts) -> Bool {
    facts.module == "Stitcher"
  }

  /// Has the compiler write the tree of the program, and compares what is read from it.
  ///
  /// - Parameters:
  ///   - compiler: The path of the driver.
  ///   - frontend: The path of the compiler proper.
  ///   - cache: The folder of the cache, where it is kept that a compiler is known.
  /// - Throws: ``ToolFailure`` with ``ToolFailure/Code/unknownToolchain`` if the facts differ.
  /// - Complexity: O(1) for a compiler that was known the last time.
  package static func check(compiler: String, frontend: String, cache: String) throws {
    var key = ContentHash([source, frontend])
    key.add(CompilerIdentity.of(compiler))
    key.add(CompilerIdentity.tool)
    let known = URL(fileURLWithPath: cache + "/canary")
    if (try? String(contentsOf: known, encoding: .utf8)) == "\(key)" { return }
    let work = cache + "/trees/canary-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: work) }
    let file = work + "/Canary.swift"
    try source.write(toFile: file, atomically: false, encoding: .utf8)
    let run = try Subprocess.run(
      compiler,
      [
        "-frontend", "-dump-ast", "-dump-ast-format", "json", "-primary-file", file, "-module-name",
        "Stitcher", "-parse-as-library", "-swift-version", "6", "-o", work + "/tree.json",
      ], in: work)
    guard run.isSuccess, let tree = FileManager.default.contents(atPath: work + "/tree.json"),
      let facts = try? TreeReader.facts(
        ofTree: [UInt8](tree), file: file, module: "Stitcher", source: source), isExpected(facts)
    else { throw unknown(compiler, run.errors) }
    try? "\(key)".write(to: known, atomically: true, encoding: .utf8)
  }

  /// What to say of a compiler that is not known.
  private static func unknown(_ compiler: String, _ errors: String) -> ToolFailure {
    let version = (try? Subprocess.run(compiler, ["--version"]))?.output ?? ""
    let name = version.split(separator: "\n").first.map(String.init) ?? compiler
    let reason = errors.split(separator: "\n").first { $0.contains("error:") }
    return ToolFailure(
      """
      error: this toolchain is not known: \(name)
      note: its typed syntax tree differs from what this version of the tool reads, so nothing was \
      checked; use another toolchain, or a later version of Stitcher\
      \(reason.map { "\nnote: it says: \($0)" } ?? "")
      """, code: .unknownToolchain)
  }
}
