import StitcherSyntax
import StitcherToolKit
import Testing

/// Compilers, known and unknown, and modules that do not compile.
@Suite struct CompilerTests {
  @Test func `this compiler is known`() throws {
    let package = try ScratchPackage()
    _ = try FactsCache(folder: package.cache)
    #expect(
      try CompilerCheck.read(compiler: package.compiler, cache: package.cache)
        == CompilerCheck.expected)
    try CompilerCheck.check(compiler: package.compiler, cache: package.cache)
  }

  @Test func `other facts than expected make a compiler unknown`() throws {
    let package = try ScratchPackage()
    _ = try FactsCache(folder: package.cache)
    let failure = #expect(throws: ToolFailure.self) {
      try CompilerCheck.check(
        compiler: package.compiler, cache: package.cache,
        expected: CompilerCheck.expected.dropLast() + ["something else"])
    }
    #expect(failure?.code == .unknownToolchain)
    #expect(failure?.description.contains("error: this toolchain is not supported: ") == true)
    #expect(failure?.description.contains("note: not read: something else") == true)
  }

  @Test func `what does not compile is told with the compiler's words`() throws {
    let package = try ScratchPackage()
    try package.write("func inject() -> Int { \"\" }", to: "A.swift")
    let failure = #expect(throws: ToolFailure.self) {
      _ = try package.read(package.module("M", ["A.swift"]))
    }
    #expect(failure?.code == .failure)
    #expect(
      failure?.description == """
        \(package.root)/A.swift:1:24: error: cannot convert return expression of type 'String' to \
        return type 'Int'
        error: the module M does not compile; nothing was checked
        """)
  }

  @Test func `the driver's arguments lose what concerns outputs`() {
    #expect(
      FrontendCommand.cleaned([
        "-incremental", "-index-store-path", "/index", "-Onone", "-parseable-output", "-Xfrontend",
        "-load-plugin-executable", "-Xfrontend", "/p#M", "-emit-objc-header-path", "/h",
      ]) == ["-Onone", "-Xfrontend", "-load-plugin-executable", "-Xfrontend", "/p#M"])
  }

  @Test func `the line that type-checks is taken from what the driver prints`() {
    let command = FrontendCommand.parse(
      """
      /swift-frontend -frontend -emit-module /a.swift -o /m
      /swift-frontend -frontend -typecheck '/a b.swift' -supplementary-output-file-map /o -D X
      """, source: "/a b.swift")
    #expect(command?.arguments == ["-D", "X"])
  }

  @Test func `files are split so that all processors have work`() {
    let trees = CompilerTrees(cache: "/c", root: "/", width: 4)
    #expect(trees.batches(of: [], among: 0).isEmpty)
    #expect(trees.batches(of: Array(repeating: "f", count: 5), among: 5).map(\.count) == [5])
    #expect(
      trees.batches(of: Array(repeating: "f", count: 40), among: 40).map(\.count)
        == [10, 10, 10, 10])
    #expect(trees.batches(of: Array(repeating: "f", count: 1000), among: 1000).count == 10)
  }
}
