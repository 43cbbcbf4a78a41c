import Foundation
import StitcherToolKit
import Testing

/// Files that do not mention the library, but use it through names that other files declare.
@Suite struct RelevanceTests {
  /// Returns the problems of a program that consists of injections and further files.
  private func problems(
    _ files: [String: String]
  ) throws -> (problems: [String], remedies: [String], read: Int) {
    let package = try ScratchPackage()
    try package.write(LibraryWords.source, to: "Stitcher.swift")
    try package.compile(package.module("Stitcher", ["Stitcher.swift"]))
    for (name, text) in files { try package.write(text, to: name) }
    var module = package.module("App", files.keys.sorted(), dependencies: ["Stitcher"])
    module.moduleFile = nil
    let reader = try ProgramReader(root: package.root, cache: package.cache)
    let (facts, effort) = try reader.facts(of: [module])
    let program = Program(title: "App", facts: facts["App"] ?? [])
    let problems = program.problems()
    return (problems.map { "\($0.kind): \($0.message)" }, problems.map(\.remedy), effort.read)
  }

  @Test func `an alias of another file registers`() throws {
    let result = try problems([
      "Names.swift": """
      import Stitcher
      typealias Part = Dependency
      typealias Box = DependencyContainer
      struct Store {}
      func run() throws { print(try DependencyGraph.inject() as Store) }
      """,
      "Boxes.swift": "let box = Box { Part { Store() } }",
      "Other.swift": "func part() -> Int { 1 }",
    ])
    #expect(result.problems == [])
    #expect(result.read == 2)
  }

  @Test func `a function of another file that takes what is built registers`() throws {
    let result = try problems([
      "Names.swift": """
      import Stitcher
      func box(@DependencyRegistrarBuilder _ all: () -> DependenciesRegistrar) -> DependencyContainer {
        DependencyContainer(dependencies: all)
      }
      func part<Made>(_ make: @escaping () -> Made) -> Dependency<Made> {
        Dependency(dependency: make)
      }
      struct Store {}
      func run() throws { print(try DependencyGraph.inject() as Store) }
      """,
      "Boxes.swift": "let all = box { part { Store() } }",
    ])
    #expect(result.problems == [])
    #expect(result.read == 2)
  }

  @Test func `a subclass in another file may do something else`() throws {
    let files = [
      "Base.swift": """
      import Stitcher
      class Maker { func make() throws -> Egg { Egg(try DependencyGraph.inject()) } }
      struct Egg { init(_ hen: Hen) {} }
      struct Hen { init(_ egg: Egg) {} }
      func app(_ maker: Maker) -> DependencyContainer {
        DependencyContainer {
          Dependency { try maker.make() }
          Dependency { Hen(try DependencyGraph.inject()) }
        }
      }
      """
    ]
    #expect(try problems(files).problems.map { $0.prefix(5) } == ["cycle"])
    var more = files
    more["Alias.swift"] = "typealias Parent = Maker"
    more["Sub.swift"] = "class Sub: Parent { override func make() -> Egg { fatalError() } }"
    more["Use.swift"] = "func use(_ maker: Maker) {}"
    let result = try problems(more)
    #expect(result.problems == [])
    #expect(result.read == 3)
  }

  @Test func `the remedy names a registration whose type another file declares`() throws {
    let files = [
      "App.swift": """
      import Stitcher
      let app = DependencyContainer { Dependency { SystemClock() } }
      func run() throws { print(try DependencyGraph.inject() as any Clock) }
      """,
      "Clock.swift": "protocol Clock {}",
      "SystemClock.swift": "struct SystemClock {}",
      "Conformance.swift": "extension SystemClock: Clock {}",
      "Other.swift": "func use(_ clock: SystemClock) {}",
    ]
    let result = try problems(files)
    #expect(result.problems == ["missing: Clock is injected, and nothing in 'App' registers it"])
    #expect(
      result.remedies == [
        "Add '.conforms(to: (any Clock).self)' to the registration of SystemClock (App.swift:2)."
      ])
    #expect(result.read == 4)
  }

  @Test func `nothing more is read where nothing is missing`() throws {
    let result = try problems([
      "App.swift": """
      import Stitcher
      let app = DependencyContainer { Dependency { SystemClock() } }
      func run() throws { print(try DependencyGraph.inject() as SystemClock) }
      """,
      "SystemClock.swift": "struct SystemClock {}",
    ])
    #expect(result.problems == [])
    #expect(result.read == 1)
  }

  @Test func `what is read is known the next time`() throws {
    let package = try ScratchPackage()
    try package.write("class Maker { func inject() {} }", to: "A.swift")
    try package.write("final class Sub: Maker {}", to: "B.swift")
    let module = package.module("M", ["A.swift", "B.swift"])
    try package.compile(module)
    #expect(try package.read(module) == 2)
    #expect(try package.read(module) == 0)
  }
}
