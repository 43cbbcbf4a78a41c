import Foundation
import StitcherSyntax
import Testing

/// The error where the compiler's parser cannot be used.
@Suite struct UnknownCompilerTests {
  /// Scans a type with a made-up compiler, and returns the error.
  private func failure(_ script: String) throws -> String? {
    let compiler = FileManager.default.temporaryDirectory
      .appendingPathComponent("swiftc-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: compiler) }
    try "#!/bin/sh\n\(script)\n".write(to: compiler, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: compiler.path)
    do {
      _ = try RegisterableScan(
        [SourceFile(path: "A.swift", text: "@Registerable struct A {}")],
        parser: CompilerParser(compiler: compiler.path))
      return nil
    } catch { return "\(error)" }
  }

  private let version = #"if [ "$1" = --version ]; then echo Swift version 9.9; exit; fi"#

  @Test func anUnknownFormatIsSaidInOneLine() throws {
    let tree = #"echo '{"_kind": "file", "declarations": []}'"#
    let text = try #require(try failure("\(version); \(tree); \(tree)"))
    #expect(text.contains("(Swift version 9.9): its trees have an unknown format. Use another"))
    #expect(!text.contains("\n"))
  }

  @Test func anUnknownOptionIsSaidInOneLine() throws {
    let text = try #require(
      try failure("\(version); echo \"error: unknown argument: '-dump-ast-format'\" >&2; exit 1"))
    #expect(text.contains("error: unknown argument: '-dump-ast-format'. Use another"))
    #expect(!text.contains("\n"))
  }

  @Test func aMissingCompilerIsNamed() throws {
    #expect(throws: ScanFailure.self) {
      try RegisterableScan(
        [SourceFile(path: "A.swift", text: "@Registerable struct A {}")],
        parser: CompilerParser(compiler: "/nowhere/swiftc"))
    }
  }

  @Test func withoutTheAttributeNoCompilerRuns() throws {
    let scan = try RegisterableScan(
      [SourceFile(path: "A.swift", text: "struct A {}")],
      parser: CompilerParser(compiler: "/nowhere/swiftc"))
    #expect(scan.entries.isEmpty)
  }
}
