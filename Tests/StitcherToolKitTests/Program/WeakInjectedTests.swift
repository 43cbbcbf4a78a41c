import Foundation
import StitcherDescription
import StitcherToolKit
import Testing

/// `@WeakInjected` is read like `@Injected`: lazily, and as an optional.
@Suite struct WeakInjectedTests {
  /// The declarations of the library that the programs use.
  private static let words =
    LibraryWords.source + """

      @propertyWrapper public struct WeakInjected<Value: AnyObject> {
        public init(file: StaticString = #file, line: UInt = #line) {}
        public init(name: String, file: StaticString = #file, line: UInt = #line) {}
        public var wrappedValue: Value? { fatalError() }
      }
      """

  /// Reads a program.
  private func program(_ source: String) throws -> Program {
    let package = try ScratchPackage()
    try package.write(Self.words, to: "Stitcher.swift")
    try package.compile(package.module("Stitcher", ["Stitcher.swift"]))
    try package.write("import Stitcher\n" + source, to: "App.swift")
    var module = package.module("App", ["App.swift"], dependencies: ["Stitcher"])
    module.moduleFile = nil
    let reader = try ProgramReader(root: package.root, cache: package.cache)
    return Program(title: "App", facts: try reader.facts(of: [module]).facts["App"] ?? [])
  }

  @Test func `a reference back is no cycle, and nothing is missing`() throws {
    let program = try program(
      """
      final class Parent { init(_ child: Child) {} }
      final class Child {
        @WeakInjected var parent: Parent?
        @WeakInjected(name: "other") var other: Parent?
      }
      let app = DependencyContainer {
        Dependency { Parent(try DependencyGraph.inject()) }
        Dependency { Child() }
      }
      func run() throws { print(try DependencyGraph.inject() as Parent) }
      """)
    #expect(program.problems().map(\.message) == [])
    #expect(program.unused() == [])
    let edges = program.description().edges.filter { $0.from == "App.Child" }
    #expect(edges.map(\.to) == ["App.Parent"])
    #expect(edges.map(\.isLazy) == [true])
    #expect(edges.map(\.demand) == [.optional])
  }

  @Test func `an initializer that reads it needs it`() throws {
    let program = try program(
      """
      final class Parent { init(_ child: Child) {} }
      final class Child {
        @WeakInjected var parent: Parent?
        init() { print(parent as Any) }
      }
      let app = DependencyContainer {
        Dependency { Parent(try DependencyGraph.inject()) }
        Dependency { Child() }
      }
      func run() throws { print(try DependencyGraph.inject() as Parent) }
      """)
    #expect(
      program.problems().map(\.message) == ["Parent needs itself: Parent → Child → Parent"])
  }
}
