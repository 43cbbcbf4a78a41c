import StitcherDescription
import StitcherSyntax
import StitcherToolKit
import Testing

/// Checks after edits say the same as checks of a new build with an empty cache.
@Suite(.timeLimit(.minutes(20))) struct FreshnessTests {
  /// Compares a check with one from nothing.
  private func expectFresh(
    _ package: FreshPackage, finds kind: String?, isCompared: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let answer = try package.check()
    if isCompared {
      let other = try package.checkFromNothing()
      #expect(answer.text == other.text, sourceLocation: sourceLocation)
      #expect(answer.code == other.code, sourceLocation: sourceLocation)
    }
    #expect(
      answer.problems.map(\.kind) == (kind.map { [$0] } ?? []), sourceLocation: sourceLocation)
  }

  @Test func `edits without a build are seen`() throws {
    let package = try FreshPackage()
    try package.build()
    try expectFresh(package, finds: nil)
    // Nothing is touched.
    let same = try package.check()
    #expect(same.summary.hasSuffix(", 0 of them read anew"))

    let registering = """
      import Stitcher

      public func register() -> DependencyContainer {
        DependencyContainer {
          REGISTRATION
        }
      }
      """
    // A registration of one module is deleted; another module injects it.
    let file = "Sources/Core/Registering.swift"
    try package.write(registering.replacing("REGISTRATION", with: ""), to: file)
    try expectFresh(package, finds: "missing")
    try package.write(
      registering.replacing("REGISTRATION", with: "Dependency { First() }"), to: file)
    try expectFresh(package, finds: nil, isCompared: false)

    // An alias of one module changes; the file that injects it does not.
    try package.write("public typealias Choice = Second\n", to: "Sources/Core/Choice.swift")
    try expectFresh(package, finds: "missing")
    #expect(try package.check().text.contains("Second is injected"))
    try package.write(
      registering.replacing("REGISTRATION", with: "Dependency { Second() }"), to: file)
    try expectFresh(package, finds: nil, isCompared: false)

    // A file gets another name, and one is added.
    try package.rename(file, to: "Sources/Core/Renamed.swift")
    try expectFresh(package, finds: nil)
    try package.write(
      "import Stitcher\nfunc more() throws -> Int { try DependencyGraph.inject() }\n",
      to: "Sources/App/More.swift")
    try expectFresh(package, finds: "missing")
    #expect(try package.check().text.contains("/Sources/App/More.swift:2:"))

    // A file no longer compiles.
    try package.write("public typealias Choice = Nothing\n", to: "Sources/Core/Choice.swift")
    let failure = #expect(throws: ToolFailure.self) { try package.check() }
    #expect(failure?.description.contains("/Sources/Core/Choice.swift:1:27: error: ") == true)
  }

  @Test func `another version of a dependency has to be built first`() throws {
    let package = try FreshPackage()
    try package.build()
    try expectFresh(package, finds: nil, isCompared: false)
    try package.writeManifest(version: "1.1.0")
    let failure = #expect(throws: ToolFailure.self) { try package.check() }
    #expect(
      failure?.description == """
        \(package.root)/Package.swift:1:1: error: this file has changed since the last build, so \
        nothing was checked
        note: run 'swift build', or check without '--no-build'
        """)
    try package.build()
    try expectFresh(package, finds: "missing")
    #expect(try package.check().text.contains("Thing is injected"))
  }

  @Test func `a watch checks after changes only, and prints what compilers print`() throws {
    let package = try FreshPackage()
    try package.build()
    let watch = WatchCommand(
      try ToolOptions([
        "check", "--watch", "--package-path", package.root, "--build-path",
        package.root + "/.build",
      ]))
    var lines: [String] = []
    #expect(watch.step { lines.append($0) })
    #expect(lines.count == 3)
    #expect(lines.first == "stitcher: checking" && lines.last == "stitcher: watching")
    #expect(lines[1].hasPrefix("stitcher: 0 errors, 0 warnings; 2 registrations in 1 program"))
    #expect(!watch.step { lines.append($0) })
    // A change of a body concerns one file.
    lines = []
    try package.write(
      """
      import Stitcher

      public func register() -> DependencyContainer {
        DependencyContainer {
        }
      }
      """, to: "Sources/Core/Registering.swift")
    #expect(watch.step { lines.append($0) })
    let text = lines.dropFirst().first ?? ""
    #expect(text.hasPrefix("\(package.root)/Sources/App/App.swift:8:"))
    #expect(
      text.contains(": error: First is injected, and nothing in 'App' registers it [missing]"))
    #expect(lines.dropFirst(2).first?.hasSuffix(", 1 of them read anew") == true)
    #expect(!watch.step { lines.append($0) })
  }

  @Test func `a test finds its package and the build of it`() throws {
    let package = try FreshPackage()
    try package.build()
    let products = try #require(package.productsPath)
    let tested = try TestedPackage(
      file: package.root + "/Tests/AppTests/AppTests.swift",
      arguments: ["tests", "--bundle", products + "/AppPackageTests.xctest/Contents/MacOS/tests"])
    #expect(tested.root == package.root)
    #expect(tested.productsPath == products)
    #expect(try tested.findings().isEmpty)
    let unknown = #expect(throws: ToolFailure.self) { try tested.findings(product: "Nothing") }
    #expect(
      unknown?.description == "error: the package has no executable 'Nothing': it has App")
    try package.write("public typealias Choice = Second\n", to: "Sources/Core/Choice.swift")
    let finding = try #require(try tested.findings(product: "App").first)
    #expect(finding.file == package.root + "/Sources/App/App.swift")
    #expect(finding.problem.place?.line == 8)
    #expect(
      finding.text.hasPrefix(
        "error: Second is injected, and nothing in 'App' registers it [missing]"))
    #expect(finding.text.contains("note: Add a 'Dependency { … }' for Second to a container."))

    let failure = #expect(throws: TestedPackage.Unavailable.self) {
      try TestedPackage(file: package.root + "/A.swift", arguments: ["/nowhere/tests"])
    }
    #expect(
      failure?.description.hasPrefix("the build of the tests has written no build description")
        == true)
    #expect(throws: TestedPackage.Unavailable.self) {
      try TestedPackage(file: "/nowhere/A.swift", arguments: [products + "/tests"])
    }
  }
}
