internal import Foundation
internal import StitcherSyntax

/// The arguments of the tool.
package struct ToolOptions: Sendable, Equatable {
  /// What to do.
  package enum Command: String, Sendable, CaseIterable {
    /// Lists the problems.
    case check
    /// Explains a registration.
    case why
    /// Lists the registrations without a dependent.
    case unused
    /// Draws the graph.
    case graph
    /// Compares the graph with that of another revision.
    case diff
  }

  /// How a graph is written.
  package enum Format: String, Sendable, CaseIterable {
    /// A page that needs nothing else.
    case html
    /// A diagram for Markdown.
    case mermaid
    /// A diagram for Graphviz.
    case dot
    /// The description itself.
    case json
  }

  /// The command, or `nil` for help or the version only.
  package var command: Command?

  /// The argument of the command: a type or a revision.
  package var subject: String?

  /// Whether help is wanted.
  package var wantsHelp = false

  /// Whether the version is wanted.
  package var wantsVersion = false

  /// Whether to print JSON.
  package var isJSON = false

  /// Whether to leave out the build.
  package var skipsBuild = false

  /// Whether the package was built right before, so that all compiled modules are up to date.
  package var isBuilt = false

  /// Whether to check again after each change of a source.
  package var watches = false

  /// Whether the tool runs in a script phase of Xcode.
  package var isXcodePhase = false

  /// The folder in which script phases of Xcode have recorded modules.
  package var modulesPath: String?

  /// Whether the modules of tests are programs, too.
  package var includesTests = false

  /// The executable to look at; nil for all.
  package var product: String?

  /// How a graph is written.
  package var format = Format.html

  /// Where a graph is written to; nil for the standard output.
  package var output: String?

  /// The folder of the package.
  package var packagePath = "."

  /// The folder of builds; nil for `.build` in the package.
  package var buildPath: String?

  /// The folder of the cache; nil for `stitcher` in the folder of builds.
  package var cachePath: String?

  /// Whether a build was for debugging or for release.
  package var configuration = "debug"

  /// The build system that has built the package: `native`, or `swiftbuild`.
  package var buildSystem: String?

  /// The folder of the products of the build; `nil` to ask SwiftPM.
  package var productsPath: String?

  /// The path of the targets that the plugin has written.
  package var targets: String?

  /// Creates options that ask for nothing.
  package init() {}

  /// Reads arguments.
  ///
  /// - Throws: ``ToolFailure`` if they are wrong.
  package init(_ arguments: [String]) throws {
    var isFormatChosen = false
    var positions: [String] = []
    var index = 0
    /// Returns the value of an option: the text after `=`, or the next argument.
    func value(_ name: String, _ inline: String?) throws -> String {
      if let inline { return inline }
      index += 1
      guard index < arguments.count else { throw Self.wrong("\(name) needs a value") }
      return arguments[index]
    }
    while index < arguments.count {
      let argument = arguments[index]
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      let inline = argument.hasPrefix("--") && parts.count == 2 ? parts[1] : nil
      switch argument.hasPrefix("--") ? parts.first ?? argument : argument {
      case "--help", "-h": wantsHelp = true
      case "--version": wantsVersion = true
      case "--json": isJSON = true
      case "--no-build": skipsBuild = true
      case "--just-built": (skipsBuild, isBuilt) = (true, true)
      case "--watch": watches = true
      case "--xcode": isXcodePhase = true
      case "--modules": modulesPath = try value("--modules", inline)
      case "--tests": includesTests = true
      case "--product": product = try value("--product", inline)
      case "--output", "-o": output = try value("--output", inline)
      case "--package-path": packagePath = try value("--package-path", inline)
      case "--build-path": buildPath = try value("--build-path", inline)
      case "--cache-path": cachePath = try value("--cache-path", inline)
      case "--products-path": productsPath = try value("--products-path", inline)
      case "--targets": targets = try value("--targets", inline)
      case "--build-system": buildSystem = try value("--build-system", inline)
      case "--configuration", "-c": configuration = try value("--configuration", inline)
      case "--format":
        let name = try value("--format", inline)
        guard let known = Format(rawValue: name) else {
          throw Self.wrong("'\(name)' is no format: use html, mermaid, dot or json")
        }
        format = known
        isFormatChosen = true
      case let option where option.hasPrefix("-"):
        throw Self.wrong("unknown option '\(option)'")
      default: positions.append(argument)
      }
      index += 1
    }
    if isJSON, !isFormatChosen { format = .json }
    try take(positions)
  }

  /// Takes the arguments that are no options: the command and its argument.
  private mutating func take(_ positions: [String]) throws {
    guard let name = positions.first else {
      if !wantsHelp, !wantsVersion { throw Self.wrong("a command is missing") }
      return
    }
    guard let command = Command(rawValue: name) else {
      throw Self.wrong("unknown command '\(name)'")
    }
    self.command = command
    subject = positions.dropFirst().first
    if wantsHelp { return }
    let takes = command == .why || command == .diff ? 1 : 0
    guard positions.count - 1 <= takes else {
      throw Self.wrong("'\(name)' does not take '\(positions[takes + 1])'")
    }
    if takes == 1, subject == nil {
      throw Self.wrong("'\(name)' needs \(command == .why ? "a type" : "a revision")")
    }
    if watches, command != .check { throw Self.wrong("'--watch' is for 'check'") }
    guard ["debug", "release"].contains(configuration) else {
      throw Self.wrong("'\(configuration)' is no configuration: use debug or release")
    }
  }

  /// A failure because of wrong arguments.
  private static func wrong(_ text: String) -> ToolFailure {
    ToolFailure("error: \(text) (see 'swift package stitcher --help')")
  }
}
