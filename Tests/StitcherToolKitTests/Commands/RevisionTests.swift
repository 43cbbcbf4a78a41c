import Foundation
import StitcherSyntax
import StitcherToolKit
import Testing

/// Commands on a package that SwiftPM builds, with a replacement for the library's module.
@Suite struct RevisionTests {
  /// A package with its first revision.
  private let package: ScratchPackage

  init() throws {
    package = try ScratchPackage()
    try package.write(Self.manifest, to: "Package.swift")
    try package.write(LibraryWords.source, to: "Sources/Stitcher/Stitcher.swift")
    try package.write(Self.program(""), to: "Sources/App/App.swift")
    try package.write(".build\n", to: ".gitignore")
    for arguments in [
      ["init", "--quiet"], ["add", "--all"],
      ["-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "--message", "First"],
    ] {
      let run = try Subprocess.git(arguments, in: package.root)
      if !run.isSuccess { throw ToolFailure(run.errors) }
    }
  }

  /// Runs a command; returns its answer.
  private func answer(_ arguments: String...) throws -> ToolAnswer {
    let options = try ToolOptions(arguments + ["--package-path", package.root])
    return try ToolCommand.answer(options, to: #require(options.command))
  }

  /// The build systems to test. The new one is a preview and crashes sometimes on a busy machine:
  /// it is tested only if the environment has `STITCHER_SWIFTBUILD=1`.
  static let systems =
    ProcessInfo.processInfo.environment["STITCHER_SWIFTBUILD"] == "1"
    ? ["native", "swiftbuild"] : ["native"]

  @Test(.timeLimit(.minutes(20)), arguments: systems)
  func `a revision is built beside the package, and compared`(system: String) throws {
    let options = ["--build-system", system]
    try package.write(
      Self.program("_ = try DependencyGraph.inject() as String"), to: "Sources/App/App.swift",
      secondsAgo: 0)
    let answer = try answer("diff", "HEAD", options[0], options[1])
    #expect(answer.code == .problems)
    #expect(answer.summary.hasPrefix("0 added, 0 removed, 1 new problem; 1 files"))
    #expect(
      answer.text == """
        App:
        \(package.root)/Sources/App/App.swift:10:13: error: String is injected, and nothing in \
        'App' registers it [missing]
        \(package.root)/Sources/App/App.swift:10:13: note: Add a 'Dependency { … }' for String to \
        a container.
        """)
    let trees = try Subprocess.git(["worktree", "list"], in: package.root).output
    #expect(trees.split(separator: "\n").count == 1)

    let check = try self.answer("check", "--no-build", options[0], options[1])
    #expect(check.summary.hasPrefix("1 error, 0 warnings; 1 registration in 1 program"))
    // Files that were read for the difference are not read again. The new build system may rebuild
    // them.
    if system == "native" { #expect(check.summary.hasSuffix(", 0 of them read anew")) }
  }

  @Test func `a revision that is not there is told`() throws {
    let failure = #expect(throws: ToolFailure.self) { try answer("diff", "nowhere") }
    #expect(failure?.description == "error: 'nowhere': there is no such revision")
  }

  @Test func `a package that does not build is told with the compiler's words`() throws {
    try package.write(Self.program("let number: Int = \"\""), to: "Sources/App/App.swift")
    let failure = #expect(throws: ToolFailure.self) { try answer("check") }
    #expect(failure?.description.contains("cannot convert value of type 'String'") == true)
    #expect(
      failure?.description.hasSuffix("error: the package does not build; nothing was checked")
        == true)
  }

  private static let manifest = """
    // swift-tools-version: 6.1
    import PackageDescription

    let package = Package(
      name: "Scratch",
      targets: [
        .target(name: "Stitcher"), .executableTarget(name: "App", dependencies: ["Stitcher"]),
      ])
    """

  /// Returns a program that registers, injects and then runs a statement.
  private static func program(_ statement: String) -> String {
    """
    import Stitcher

    struct Store {}

    @main struct App {
      static func main() throws {
        let container = DependencyContainer { Dependency { Store() } }
        let store: Store = try DependencyGraph.inject()
        print(container, store)
        \(statement)
      }
    }
    """
  }
}
