internal import Foundation
internal import StitcherSyntax

/// The targets of a package, as the plugin writes them for the tool.
package struct PackageTargets: Codable, Sendable {
  /// The kind of a target.
  package enum Kind: String, Codable, Sendable {
    /// A library.
    case library
    /// The main module of an executable.
    case executable
    /// Tests.
    case test
  }

  /// A target.
  package struct Target: Codable, Sendable {
    /// What it is.
    package var kind: Kind

    /// Whether it belongs to the package that is checked.
    package var isRoot: Bool

    /// Whether the target depends on a binary target; its registrations are invisible.
    package var linksBinary: Bool
  }

  /// The targets, by the names of their modules.
  package var modules: [String: Target]

  /// The main module of each executable product, by its name.
  package var products: [String: String]

  /// Reads what the plugin has written.
  ///
  /// - Throws: ``ToolFailure`` if it cannot be read.
  package init(contentsOf path: String) throws {
    guard let data = FileManager.default.contents(atPath: path),
      let targets = try? JSONDecoder().decode(PackageTargets.self, from: data)
    else { throw ToolFailure("\(path): the targets cannot be read") }
    self = targets
  }
}
