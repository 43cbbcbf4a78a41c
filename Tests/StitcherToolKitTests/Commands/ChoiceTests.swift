import StitcherDescription
import StitcherSyntax
import StitcherToolKit
import Testing

/// Options that select products and modules, with a package that SwiftPM builds.
@Suite struct ChoiceTests {
  /// A package with two programs and tests.
  private let package: ScratchPackage

  init() throws {
    package = try ScratchPackage()
    try package.write(
      """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: "Scratch",
        targets: [
          .target(name: "Stitcher"),
          .executableTarget(name: "App", dependencies: ["Stitcher"]),
          .executableTarget(name: "Other", dependencies: ["Stitcher"]),
          .testTarget(name: "AppTests", dependencies: ["Stitcher"]),
        ])
      """, to: "Package.swift")
    try package.write(LibraryWords.source, to: "Sources/Stitcher/Stitcher.swift")
    try package.write(
      """
      import Stitcher
      struct Store {}
      let container = DependencyContainer { Dependency { Store() } }
      print(container, try DependencyGraph.inject() as Store)
      """, to: "Sources/App/main.swift")
    try package.write(
      """
      import Stitcher
      #if !DEBUG
        print(try DependencyGraph.inject() as String)
      #endif
      """, to: "Sources/Other/main.swift")
    try package.write(
      """
      import Stitcher
      import Testing
      @Test func number() throws {
        let number: Int = try DependencyGraph.inject()
        #expect(number == 1)
      }
      """, to: "Tests/AppTests/AppTests.swift")
  }

  /// Runs a check; returns its messages, and the part of its summary about the program.
  private func check(_ arguments: String...) throws -> (messages: [String], summary: String) {
    let options = try ToolOptions(
      ["check"] + arguments + ["--package-path", package.root, "--build-system", "native"])
    let answer = try ToolCommand.answer(options, to: .check)
    let end = answer.summary.ranges(of: "; ").last?.lowerBound ?? answer.summary.endIndex
    return (answer.problems.map(\.message), String(answer.summary[..<end]))
  }

  @Test(.timeLimit(.minutes(20)))
  func `configuration, tests and product choose what is checked`() throws {
    let debug = try check()
    #expect(debug.messages == [])
    #expect(debug.summary == "0 errors, 0 warnings; 1 registration in 2 programs")

    let release = try check("--configuration", "release")
    #expect(release.messages == ["String is injected, and nothing in 'Other' registers it"])
    #expect(release.summary == "1 error, 0 warnings; 1 registration in 2 programs")

    let product = try check("--configuration", "release", "--product", "App", "--no-build")
    #expect(product.messages == [])
    #expect(product.summary == "0 errors, 0 warnings; 1 registration in 1 program")

    let tests = try check("--tests")
    #expect(tests.summary.hasSuffix("1 registration in 3 programs"))
    #expect(tests.messages == ["Int is injected, and nothing in 'AppTests' registers it"])

    let failure = #expect(throws: ToolFailure.self) {
      try check("--product", "Nothing", "--no-build")
    }
    #expect(
      failure?.description
        == "error: the package has no executable 'Nothing': it has App, AppTests, Other")
  }
}
