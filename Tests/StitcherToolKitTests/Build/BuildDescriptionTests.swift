import StitcherSyntax
import StitcherToolKit
import Testing

/// Reading modules from SwiftPM's description of a build.
@Suite struct BuildDescriptionTests {
  /// Returns the modules of a sample description.
  private func modules(targets: PackageTargets? = nil) throws -> [ProgramModule] {
    let package = try ScratchPackage()
    try package.write(Self.text, to: "description.json")
    return try BuildDescription(
      contentsOf: package.root + "/description.json", root: "/app", targets: targets
    ).modules
  }

  @Test func `the library's own modules, macros and runners of tests are left out`() throws {
    #expect(try modules().map(\.name) == ["App", "AppTests", "Core", "Other"])
  }

  @Test func `modules know what they are`() throws {
    let modules = try modules()
    #expect(modules.map(\.isExecutable) == [true, false, false, true])
    #expect(modules.map(\.isTest) == [false, true, false, false])
    #expect(modules.map(\.isRoot) == [true, true, true, false])
    #expect(modules.map(\.usesStitcher) == [true, true, true, false])
    #expect(modules[0].dependencies == ["Core", "Stitcher", "StitcherEngine"])
    #expect(modules[0].package == "app")
  }

  @Test func `of two variants the one for the program is taken`() throws {
    #expect(try modules()[2].importPath == "/b/Modules")
  }

  @Test func `a program is an executable with all that is linked to it`() throws {
    let modules = try modules()
    #expect(
      try LinkedProgram.all(of: modules, product: nil, withTests: false, name: "app") == [
        LinkedProgram(
          title: "App", modules: ["App", "Core", "Stitcher", "StitcherEngine"], isOpen: false)
      ])
    #expect(
      try LinkedProgram.all(of: modules, product: nil, withTests: true, name: "app").map(\.title)
        == ["App", "AppTests"])
    #expect(
      try LinkedProgram.all(
        of: modules.filter { $0.name == "Core" }, product: nil, withTests: false, name: "app"
      )
      .map(\.isOpen) == [true])
  }

  @Test func `who links a binary target may have more than is seen`() throws {
    let package = try ScratchPackage()
    let target = "{ \"kind\": \"executable\", \"isRoot\": true, \"linksBinary\": true }"
    try package.write(
      "{ \"products\": {}, \"modules\": { \"App\": \(target) } }", to: "targets.json")
    let modules = try modules(
      targets: PackageTargets(contentsOf: package.root + "/targets.json"))
    for product in [nil, "App"] {
      let programs = try LinkedProgram.all(
        of: modules, product: product, withTests: false, name: "app")
      #expect(programs.map(\.isOpen) == [true])
    }
  }

  @Test func `an unknown product is told with those that there are`() throws {
    let modules = try modules()
    let failure = #expect(throws: ToolFailure.self) {
      try LinkedProgram.all(of: modules, product: "no", withTests: false, name: "app")
    }
    #expect(
      failure?.description == "error: the package has no executable 'no': it has App, AppTests")
  }

  @Test func `a missing build is told`() {
    let failure = #expect(throws: ToolFailure.self) {
      try BuildDescription(contentsOf: "/nowhere/description.json", root: "/app")
    }
    #expect(
      failure?.description
        == "/nowhere/description.json: the package has not been built: run 'swift build' first")
  }

  @Test func `a description that is not known is told`() throws {
    let package = try ScratchPackage()
    try package.write("{\"swiftCommands\": 1}", to: "description.json")
    let failure = #expect(throws: ToolFailure.self) {
      try BuildDescription(contentsOf: package.root + "/description.json", root: "/app")
    }
    #expect(failure?.code == .failure)
    #expect(failure?.description.contains("this build description has an unknown format") == true)
  }

  /// The sample description, as SwiftPM writes it.
  private static let text = """
    {
      "swiftCommands": {
        "C.App-x-debug.module": \(command("App", "/app/Sources/App/main.swift", library: false)),
        "C.Core-x-debug.module": \(command("Core", "/app/Sources/Core/Core.swift")),
        "C.Core-x-debug-tool.module": \(command("Core", "/app/Sources/Core/Core.swift", "-tool")),
        "C.AppTests-x-debug-tool.module": \(command("AppTests", "/app/Tests/A.swift", "-tool")),
        "C.Macros-x-debug-tool.module":
          \(command("Macros", "/app/Sources/M.swift", "-tool", library: false)),
        "C.Stitcher-x-debug.module": \(command("Stitcher", "/app/.build/checkouts/S.swift")),
        "C.Other-x-debug.module":
          \(command("Other", "/app/.build/checkouts/O.swift", library: false)),
        "C.Runner-x-debug.module": \(command("Runner", "/b/Runner.derived/runner.swift"))
      },
      "targetDependencyMap": {
        "App": ["Core"], "Core": ["Stitcher"], "AppTests": ["App"], "Stitcher": ["StitcherEngine"]
      },
      "testDiscoveryCommands": {
        "/b/all.swift": { "inputs": [{ "kind": "file", "name": "/b/AppTests-tool.build/A.o" }] }
      }
    }
    """

  /// Returns one compile command of the description.
  private static func command(
    _ name: String, _ source: String, _ suffix: String = "", library: Bool = true
  ) -> String {
    """
    {
      "moduleName": "\(name)", "sources": ["\(source)"], "isLibrary": \(library),
      "otherArguments": ["-package-name", "app"], "importPath": "/b/Modules\(suffix)",
      "executable": "/swiftc", "tempsPath": "/b/\(name)\(suffix).build"
    }
    """
  }
}
