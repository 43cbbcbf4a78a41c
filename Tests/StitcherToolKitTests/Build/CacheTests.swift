import Foundation
import StitcherToolKit
import Testing

/// The files that are read again after a change.
@Suite struct CacheTests {
  /// Creates a module of three files that use the library, according to the words in them.
  private func scratch() throws -> (ScratchPackage, ProgramModule) {
    let package = try ScratchPackage()
    try package.write("struct A { func inject() -> Int { 1 } }", to: "A.swift")
    try package.write("func b() -> Int { A().inject() } // inject", to: "B.swift")
    try package.write("func c() -> Int { b() } // inject", to: "C.swift")
    let module = package.module("M", ["A.swift", "B.swift", "C.swift"])
    try package.compile(module)
    return (package, module)
  }

  @Test func `what has not changed is not read again`() throws {
    let (package, module) = try scratch()
    #expect(try package.read(module) == 3)
    #expect(try package.read(module) == 0)
  }

  @Test func `the body of a function concerns its own file`() throws {
    let (package, module) = try scratch()
    _ = try package.read(module)
    try package.write(
      "struct A { func inject() -> Int { let two = 2; return two } }", to: "A.swift",
      secondsAgo: 50)
    try package.compile(module)
    #expect(try package.read(module) == 1)
  }

  @Test func `a compiled module that stays the same keeps its date`() throws {
    var (package, module) = try scratch()
    module.compilationRecord = package.root + "/M.emit-module.d"
    _ = try package.read(module)
    try package.write("struct A { func inject() -> Int { 2 } }", to: "A.swift", secondsAgo: -5)
    try package.write("", to: "M.emit-module.d", secondsAgo: -6)
    #expect(try package.read(module) == 1)
  }

  @Test func `a declaration concerns all files of its module`() throws {
    let (package, module) = try scratch()
    _ = try package.read(module)
    try package.write("struct A { func inject() -> Int { 1 }; var x = 1 }", to: "A.swift")
    try package.compile(module)
    #expect(try package.read(module) == 3)
  }

  @Test func `a source that is newer than the build concerns all files`() throws {
    let (package, module) = try scratch()
    _ = try package.read(module)
    try package.write(
      "struct A { func inject() -> Int { 2 } }", to: "A.swift", secondsAgo: -5)
    #expect(try package.read(module) == 3)
  }

  @Test func `a module that is imported concerns all files`() throws {
    let (package, module) = try scratch()
    var user = package.module("N", ["N.swift"], dependencies: ["M"])
    user.usesStitcher = true
    try package.write("import M\nfunc inject() {}", to: "N.swift")
    #expect(try package.read(user) == 1)
    #expect(try package.read(user) == 0)
    try package.write("public struct A { func inject() -> Int { 1 } }", to: "A.swift")
    try package.compile(module)
    #expect(try package.read(user) == 1)
  }

  @Test func `arguments concern all files`() throws {
    let (package, module) = try scratch()
    _ = try package.read(module)
    var other = module
    other.arguments.append("-DOTHER")
    #expect(try package.read(other) == 3)
  }

  @Test(arguments: ["", "{}", "no JSON", "[1"])
  func `what is broken in the cache is read again`(text: String) throws {
    let (package, module) = try scratch()
    _ = try package.read(module)
    let paths = FileManager.default.enumerator(atPath: package.cache)
    while let path = paths?.nextObject() as? String {
      if !path.hasSuffix(".json") { continue }
      try text.write(toFile: "\(package.cache)/\(path)", atomically: true, encoding: .utf8)
    }
    #expect(try package.read(module) == 3)
    #expect(try package.read(module) == 0)
  }

  @Test func `a file without our words is not read`() throws {
    let (package, _) = try scratch()
    try package.write("func plain() {}", to: "D.swift")
    let module = package.module("M", ["A.swift", "D.swift"])
    #expect(try package.read(module) == 1)
  }
}
