internal import Foundation
package import StitcherDescription
internal import StitcherSyntax

/// The package of the currently running tests, to be checked from inside a test.
///
/// SwiftPM holds a lock on the build folder while tests run. So the check starts no build, and
/// reads the description that the tests' own build has left in the build folder.
package struct TestedPackage: Sendable {
  /// The error of a package that cannot be checked from inside a test.
  package struct Unavailable: Error, CustomStringConvertible {
    /// The reason as a sentence.
    package let description: String
  }

  /// A problem of the dependency graph, found from inside a test.
  package struct Finding: Sendable {
    /// The description of the problem.
    package let problem: GraphDescription.Problem
    /// The message, the dependency path and the remedy, without the source location in front.
    package let text: String
    /// The path of the file with the problem.
    package let file: String
  }

  /// The folder of the package.
  package let root: String

  /// The folder with the products of the package's build.
  package let productsPath: String

  /// Finds the package that contains a file, and its build.
  ///
  /// - Parameters:
  ///   - file: A source of the package.
  ///   - arguments: The arguments of the process, of which one is the path of the tests.
  /// - Throws: ``Unavailable`` if there is no package, or no description of a build.
  package init(
    file: String, arguments: [String] = CommandLine.arguments + [Bundle.main.bundlePath]
  ) throws(Unavailable) {
    let folders = Self.ancestors(of: file)
    guard let root = folders.first(where: { Self.exists($0 + "/Package.swift") }) else {
      throw Unavailable(description: "no folder above \(file) contains a Package.swift")
    }
    let products = arguments.lazy.filter { $0.contains("/") }.flatMap(Self.ancestors)
    guard let path = products.first(where: { Self.exists($0 + "/description.json") }) else {
      throw Unavailable(
        description: "the build of the tests has written no build description: Xcode and "
          + "SwiftPM's build system 'swiftbuild' do not write one")
    }
    self.root = root
    productsPath = path
  }

  /// Returns the problems of the package's programs.
  ///
  /// - Parameters:
  ///   - product: The executable to check, or `nil` for all.
  ///   - includesTests: Whether each test module counts as a program.
  ///
  /// - Returns: The problems, without duplicates.
  ///
  /// - Throws: ``Unavailable`` if the compiler is unknown, or ``ToolFailure``.
  package func findings(product: String? = nil, includesTests: Bool = false) throws -> [Finding] {
    var options = ToolOptions()
    options.command = .check
    options.packagePath = root
    options.productsPath = productsPath
    options.skipsBuild = true
    options.product = product
    options.includesTests = includesTests
    options.configuration = productsPath.hasSuffix("release") ? "release" : "debug"
    options.cachePath = productsPath + "/stitcher-tests"
    let answer: ToolAnswer
    do { answer = try ToolCommand.answer(options, to: .check) } catch let failure as ToolFailure {
      guard failure.code == .unknownToolchain else { throw failure }
      throw Unavailable(description: failure.description)
    }
    let reports = answer.reports
    return zip(answer.problems, reports).map { problem, report in
      let place = problem.place
      let file = place.map { $0.file.hasPrefix("/") ? $0.file : "\(root)/\($0.file)" }
      // The place is that of the issue.
      let prefix = place.map { $0.fullText(in: root) } ?? ""
      let text = report.hasPrefix(prefix) ? String(report.dropFirst(prefix.count)) : report
      return Finding(problem: problem, text: text, file: file ?? root + "/Package.swift")
    }
  }

  /// Returns the folders that contain a file, the innermost first.
  private static func ancestors(of path: String) -> [String] {
    var folders: [String] = []
    var folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent()
    while folder.path.count > 1, folders.count < 30 {
      folders.append(folder.path)
      folder = folder.deletingLastPathComponent()
    }
    return folders
  }

  private static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }
}
