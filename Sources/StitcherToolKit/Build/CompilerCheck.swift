internal import Foundation
package import StitcherDescription
internal import StitcherSyntax

/// A small test program with a known dependency graph, to check that the compiler writes syntax
/// trees as expected.
package enum CompilerCheck {
  /// Returns the nodes, edges and problems of a dependency graph, one per line.
  package static func lines(of graph: GraphDescription) -> [String] {
    graph.nodes.map { node in
      "\(node.kind) \(node.id): \(node.keys) \(node.product ?? "?") \(node.scope)"
        + (node.place.map { " at \($0.line)" } ?? "")
    }
      + graph.edges.map { edge in
        "\(edge.from) -> \(edge.to): \(edge.demand)\(edge.isLazy ? " lazily" : "")"
          + (edge.place.map { " at \($0.line)" } ?? "")
      } + graph.problems.map { "\($0.kind) at \($0.place?.line ?? 0)" }
  }

  /// The lines of the test program's dependency graph, as a known compiler gives them.
  package static let expected = [
    #"registration "address": ["address"] Swift.String instance at 50"#,
    #"registration Stitcher.Disk: ["Stitcher.Disk", "Stitcher.Store"] Stitcher.Disk singleton at 49"#,
    #"registration Stitcher.Service: ["Stitcher.Service"] Stitcher.Service instance at 51"#,
    #"decorator Stitcher.Service#2: ["Stitcher.Service"] Stitcher.Service instance at 52"#,
    #"root root: Stitcher.Screen: ["Screen"] ?  at 45"#,
    #"root root: Stitcher.Screen.address: ["Screen.address"] ?  at 46"#,
    #"root root: Stitcher.start: ["start"] ?  at 57"#,
    #"Stitcher.Service -> Stitcher.Disk: one at 51"#,
    #"Stitcher.Service#2 -> Stitcher.Disk: one at 53"#,
    #"Stitcher.Service#2 -> Stitcher.Service: one"#,
    #"root: Stitcher.Screen -> Stitcher.Service#2: one lazily at 45"#,
    #"root: Stitcher.Screen.address -> "address": optional at 46"#,
    #"root: Stitcher.start -> Stitcher.Disk: one at 57"#,
  ]

  /// Compiles the test program, and compares its dependency graph with the expected lines.
  ///
  /// - Parameters:
  ///   - compiler: The path of the compiler driver.
  ///   - cache: The folder of the cache, which lists known compilers.
  ///   - expected: The expected lines of the dependency graph.
  ///
  /// - Throws: ``ToolFailure`` with ``ToolFailure/Code/unknownToolchain`` if the lines differ.
  ///
  /// - Complexity: O(1) for a compiler that an earlier run has checked.
  package static func check(
    compiler: String, cache: String, expected: [String] = expected
  ) throws {
    var key = ContentHash([source] + expected)
    key.add(CompilerIdentity.of(compiler))
    key.add(CompilerIdentity.tool)
    let known = URL(fileURLWithPath: cache + "/compiler-check")
    if (try? String(contentsOf: known, encoding: .utf8)) == "\(key)" { return }
    let lines = try read(compiler: compiler, cache: cache)
    guard lines == expected else {
      let missing = expected.filter { !lines.contains($0) }.map { "note: not read: \($0)" }
      let more = lines.filter { !expected.contains($0) }.map { "note: read instead: \($0)" }
      throw unknown(compiler, missing + more)
    }
    try? "\(key)".write(to: known, atomically: true, encoding: .utf8)
  }

  /// Compiles the test program, and returns its dependency graph from the compiler's syntax tree.
  ///
  /// - Returns: The lines of the dependency graph.
  ///
  /// - Throws: ``ToolFailure`` if the compiler writes no syntax tree, or the tree cannot be read.
  package static func read(compiler: String, cache: String) throws -> [String] {
    let work = cache + "/trees/compiler-check-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: work) }
    let file = work + "/CompilerCheck.swift"
    try source.write(toFile: file, atomically: false, encoding: .utf8)
    let run = try Subprocess.run(
      compiler,
      [
        "-frontend", "-dump-ast", "-dump-ast-format", "json", "-primary-file", file, "-module-name",
        "Stitcher", "-parse-as-library", "-swift-version", "6", "-o", work + "/tree.json",
      ], in: work)
    guard run.isSuccess, let tree = FileManager.default.contents(atPath: work + "/tree.json") else {
      let errors = run.errors.split(separator: "\n").filter { $0.contains("error:") }
      throw unknown(compiler, errors.prefix(3).map { "note: the compiler printed: \($0)" })
    }
    do {
      let facts = try TreeReader.facts(
        ofTree: [UInt8](tree), file: file, module: "Stitcher", source: source)
      return lines(of: Program(title: "compiler-check", facts: [facts]).description())
    } catch {
      throw unknown(compiler, ["note: \(error)"])
    }
  }

  /// Returns the error for a compiler that writes unreadable syntax trees.
  private static func unknown(_ compiler: String, _ reasons: [String]) -> ToolFailure {
    let version = (try? Subprocess.run(compiler, ["--version"]))?.output ?? ""
    let name = version.split(separator: "\n").first.map(String.init) ?? compiler
    let lines = [
      "error: this toolchain is not supported: \(name)",
      "note: its typed syntax tree differs from what this version of the tool reads, so nothing was "
        + "checked; use another toolchain, or a later version of Stitcher",
      "note: without the tool, a test can check the graph at run time: activate the containers, and "
        + "call 'try DependencyGraph.verify()'",
    ]
    return ToolFailure((lines + reasons).joined(separator: "\n"), code: .unknownToolchain)
  }
}
