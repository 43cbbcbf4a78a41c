import Foundation
import StitcherSyntax
import StitcherToolKit
import Testing

/// The folder of products, wherever SwiftPM puts it.
@Suite struct BuildFolderTests {
  /// Makes a program that answers as `swift` does.
  private func swift(_ script: String, in package: ScratchPackage) throws -> String {
    let path = package.root + "/swift"
    try package.write("#!/bin/sh\n\(script)\n", to: "swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  /// Asks for the folder.
  private func folder(
    _ package: ScratchPackage, system: String? = nil, swift: String
  ) -> String? {
    BuildFolder.find(
      root: package.root, buildPath: package.root + "/.build", configuration: "debug",
      buildSystem: system, cache: package.cache, swift: swift)
  }

  @Test func `the answer of SwiftPM is taken, whatever it is`() throws {
    let package = try ScratchPackage()
    let script = """
      echo "$@" >> \(package.root)/log
      echo warning: 'something' >&2
      echo /some/where/else/Debug-made-up
      """
    let swift = try swift(script, in: package)
    #expect(folder(package, system: "made-up", swift: swift) == "/some/where/else/Debug-made-up")
    // The same SwiftPM is not asked again.
    #expect(folder(package, system: "made-up", swift: swift) == "/some/where/else/Debug-made-up")
    let log = try String(contentsOfFile: package.root + "/log", encoding: .utf8)
    #expect(
      log == "build --show-bin-path --ignore-lock --package-path \(package.root) --scratch-path "
        + "\(package.root)/.build --configuration debug --build-system made-up\n")
    // Another one is.
    _ = try self.swift("echo /another", in: package)
    #expect(folder(package, system: "made-up", swift: swift) == "/another")
  }

  @Test func `a SwiftPM that does not answer is no answer`() throws {
    let package = try ScratchPackage()
    #expect(folder(package, swift: try swift("exit 1", in: package)) == nil)
    #expect(folder(package, swift: "/nowhere/swift") == nil)
  }

  @Test func `both build systems of this toolchain answer`() throws {
    let package = try ScratchPackage()
    try package.write(
      "// swift-tools-version: 6.1\nimport PackageDescription\nlet package = Package(name: \"P\")",
      to: "Package.swift")
    let native = try #require(folder(package, system: "native", swift: "swift"))
    let other = try #require(folder(package, system: "swiftbuild", swift: "swift"))
    #expect(native.hasPrefix(package.root + "/.build/") && native.hasSuffix("/debug"))
    #expect(other.hasPrefix(package.root + "/.build/") && other != native)
  }

  @Test func `a description is read where the products are`() throws {
    let package = try FreshPackage()
    try package.build()
    let native = try #require(package.productsPath)
    let moved = package.root + "/made/up"
    try FileManager.default.createDirectory(atPath: moved, withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: native + "/description.json", toPath: moved + "/description.json")
    let answer = try package.check(["--products-path", moved], cache: "moved")
    #expect(answer.summary.hasPrefix("0 errors, 0 warnings; 2 registrations in 1 program"))
  }
}
