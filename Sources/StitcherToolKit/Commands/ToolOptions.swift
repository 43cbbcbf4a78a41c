internal import Foundation
internal import StitcherSyntax

/// The parsed arguments of the tool.
package struct ToolOptions: Sendable, Equatable {
  /// The commands of the tool.
  package enum Command: String, Sendable, CaseIterable {
    /// Lists the problems of the dependency graph.
    case check
    /// Explains a registration: its dependencies, its dependents, and a path to it.
    case why
    /// Lists the registrations that no code injects.
    case unused
    /// Prints the dependency graph.
    case graph
    /// Compares the dependency graph with that of another Git revision.
    case diff
  }

  /// The output format of a dependency graph.
  package enum Format: String, Sendable, CaseIterable {
    /// An HTML page that loads no other files.
    case html
    /// A Mermaid diagram, for Markdown documents.
    case mermaid
    /// A diagram in the DOT language of Graphviz.
    case dot
    /// The dependency graph as JSON.
    case json
  }

  /// The command, or `nil` if only help or the version is requested.
  package var command: Command?

  /// The argument of the command, a type name or a Git revision.
  package var subject: String?

  /// Whether to print the help text.
  package var wantsHelp = false

  /// Whether to print the version.
  package var wantsVersion = false

  /// Whether to print the result as JSON.
  package var isJSON = false

  /// Whether to skip the build of the package.
  package var skipsBuild = false

  /// Whether the package was built immediately before, so that all compiled modules are up to date.
  package var isBuilt = false

  /// Whether to check again after each change of a source file.
  package var watches = false

  /// Whether the tool runs in a script phase of Xcode.
  package var isXcodePhase = false

  /// The folder in which Xcode script phases have recorded modules.
  package var modulesPath: String?

  /// Whether each test module counts as a program.
  package var includesTests = false

  /// The name of the executable to check, or `nil` for all.
  package var product: String?

  /// The output format of a dependency graph.
  package var format = Format.html

  /// The path of the output file for a dependency graph, or `nil` for standard output.
  package var output: String?

  /// The folder of the package.
  package var packagePath = "."

  /// The folder of builds, or `nil` for `.build` in the package.
  package var buildPath: String?

  /// The folder of the cache, or `nil` for `stitcher` in the folder of builds.
  package var cachePath: String?

  /// The build configuration, `debug` or `release`.
  package var configuration = "debug"

  /// The build system that has built the package, `native` or `swiftbuild`, or `nil` for SwiftPM's
  /// default.
  package var buildSystem: String?

  /// The folder with the products of the build, or `nil` to ask SwiftPM.
  package var productsPath: String?

  /// The path of the file in which the plugin has listed the targets.
  package var targets: String?

  /// Creates options with their default values.
  package init() {}

  /// Parses command-line arguments.
  ///
  /// - Throws: ``ToolFailure`` if an argument is wrong.
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

  /// Stores the arguments that are not options: the command and its argument.
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

  /// Returns the error for wrong arguments.
  private static func wrong(_ text: String) -> ToolFailure {
    ToolFailure("error: \(text) (see 'swift package stitcher --help')")
  }
}
