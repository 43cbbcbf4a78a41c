import Foundation
import StitcherSyntax
import StitcherToolKit

/// A package of two modules and a dependency that SwiftPM builds: `App` injects what `Core` and
/// the package `Other` register, by names that `Core` declares.
final class FreshPackage: Sendable {
  private let scratch: ScratchPackage

  /// The folder of the package.
  var root: String { scratch.root + "/App" }

  /// Writes the package and its dependency, in two versions.
  init() throws {
    scratch = try ScratchPackage()
    try write(LibraryWords.source, to: "../Other/Sources/Stitcher/Stitcher.swift")
    try write(
      """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: "Other",
        products: [
          .library(name: "Other", targets: ["Other"]),
          .library(name: "Stitcher", targets: ["Stitcher"]),
        ],
        targets: [
          .target(name: "Stitcher"), .target(name: "Other", dependencies: ["Stitcher"]),
        ])
      """, to: "../Other/Package.swift")
    try writeOther(registers: true)
    try git("init", "--quiet")
    try commitOther(version: "1.0.0")
    try writeOther(registers: false)
    try commitOther(version: "1.1.0")
    try writeManifest(version: "1.0.0")
    try write(
      """
      import Stitcher

      public struct First { public init() {} }
      public struct Second { public init() {} }
      """, to: "Sources/Core/Types.swift")
    try write("public typealias Choice = First\n", to: "Sources/Core/Choice.swift")
    try write(
      """
      import Stitcher

      public func register() -> DependencyContainer {
        DependencyContainer {
          Dependency { First() }
        }
      }
      """, to: "Sources/Core/Registering.swift")
    try write(
      """
      import Core
      import Other
      import Stitcher

      @main struct App {
        static func main() throws {
          print(register(), registerOther())
          let choice: Choice = try DependencyGraph.inject()
          let thing: Thing = try DependencyGraph.inject()
          print(choice, thing)
        }
      }
      """, to: "Sources/App/App.swift")
  }

  /// Writes the manifest, with a version of the dependency.
  func writeManifest(version: String) throws {
    try write(
      """
      // swift-tools-version: 6.1
      import PackageDescription

      let package = Package(
        name: "App",
        dependencies: [.package(url: "file://\(scratch.root)/Other", exact: "\(version)")],
        targets: [
          .target(name: "Core", dependencies: [.product(name: "Stitcher", package: "Other")]),
          .executableTarget(
            name: "App",
            dependencies: [
              "Core", .product(name: "Stitcher", package: "Other"),
              .product(name: "Other", package: "Other"),
            ]),
        ])
      """, to: "Package.swift")
  }

  /// Writes the source of the dependency.
  private func writeOther(registers: Bool) throws {
    try write(
      """
      import Stitcher

      public struct Thing { public init() {} }
      public func registerOther() -> DependencyContainer {
        DependencyContainer {\(registers ? " Dependency { Thing() } " : "")}
      }
      """, to: "../Other/Sources/Other/Other.swift")
  }

  /// Commits the dependency, and tags it.
  private func commitOther(version: String) throws {
    try git("add", "--all")
    try git("-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "--message", version)
    try git("tag", version)
  }

  private func git(_ arguments: String...) throws {
    let run = try Subprocess.git(arguments, in: scratch.root + "/Other")
    if !run.isSuccess { throw ToolFailure(run.errors) }
  }

  /// Writes a file as an edit right now.
  func write(_ text: String, to name: String) throws {
    try scratch.write(text, to: "App/" + name, secondsAgo: 0)
  }

  /// Renames a file.
  func rename(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: "\(root)/\(name)", toPath: "\(root)/\(other)")
  }

  /// Builds the package.
  func build(scratchPath: String = ".build") throws {
    let run = try Subprocess.run(
      "swift",
      [
        "build", "--disable-index-store", "--package-path", root, "--scratch-path",
        "\(root)/\(scratchPath)",
      ], in: root)
    if !run.isSuccess { throw ToolFailure(run.output + run.errors) }
  }

  /// The folder of the products.
  var productsPath: String? {
    BuildFolder.find(
      root: root, buildPath: root + "/.build", configuration: "debug", buildSystem: nil,
      cache: root + "/cache")
  }

  /// Checks the package without a build.
  func check(
    _ arguments: [String] = [], cache: String = "cache", scratchPath: String = ".build"
  ) throws -> ToolAnswer {
    let options = try ToolOptions(
      [
        "check", "--no-build", "--package-path", root, "--build-path", "\(root)/\(scratchPath)",
        "--cache-path", "\(root)/.build/\(cache)",
      ] + arguments)
    return try ToolCommand.answer(options, to: .check)
  }

  /// Builds into another folder, and checks with an empty cache there.
  func checkFromNothing() throws -> ToolAnswer {
    let number = UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: "\(root)/.\(number)") }
    try build(scratchPath: "." + number)
    return try check(["--just-built"], cache: number, scratchPath: "." + number)
  }
}
