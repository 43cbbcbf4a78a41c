internal import Foundation
internal import StitcherSyntax

/// The targets of a package, as the command plugin writes them for the tool.
package struct PackageTargets: Codable, Sendable {
  /// The kind of a target.
  package enum Kind: String, Codable, Sendable {
    /// The target is a library.
    case library
    /// The target is the main module of an executable.
    case executable
    /// The target contains tests.
    case test
  }

  /// A target of the package or of a dependency.
  package struct Target: Codable, Sendable {
    /// The kind of the target.
    package var kind: Kind

    /// Whether the target belongs to the checked package itself.
    package var isRoot: Bool

    /// Whether the target depends on a binary target. The tool cannot read the registrations of
    /// that target.
    package var linksBinary: Bool
  }

  /// The targets, by module name.
  package var modules: [String: Target]

  /// The main module of each executable product, by product name.
  package var products: [String: String]

  /// Reads the file of targets that the plugin has written.
  ///
  /// - Throws: ``ToolFailure`` if the file cannot be read.
  package init(contentsOf path: String) throws {
    guard let data = FileManager.default.contents(atPath: path),
      let targets = try? JSONDecoder().decode(PackageTargets.self, from: data)
    else { throw ToolFailure("\(path): the targets cannot be read") }
    self = targets
  }
}
