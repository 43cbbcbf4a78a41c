internal import StitcherSyntax

/// A program, with the modules that are linked into it.
package struct LinkedProgram: Sendable, Equatable {
  /// The name of the program.
  package var title: String

  /// The names of the main module and its dependencies.
  package var modules: [String]

  /// Whether modules that the tool cannot read may be linked to the program.
  ///
  /// This is so for a library, and for a program with a binary target.
  package var isOpen: Bool

  /// Creates a program.
  package init(title: String, modules: [String], isOpen: Bool) {
    self.title = title
    self.modules = modules
    self.isOpen = isOpen
  }

  /// Returns the programs of a package: its executables, or all its libraries as one program if
  /// there are no executables.
  ///
  /// - Parameters:
  ///   - modules: All modules of the package and its dependencies.
  ///   - product: The name of an executable, or `nil` for all.
  ///   - withTests: Whether each test module counts as a program.
  ///   - name: The title of the program that the libraries form.
  ///
  /// - Throws: ``ToolFailure`` if there is no such executable, or no target uses the library.
  package static func all(
    of modules: [ProgramModule], product: String?, withTests: Bool, name: String
  ) throws -> [LinkedProgram] {
    let own = modules.filter(\.isRoot)
    if let product {
      let wanted = identifier(product)
      guard let main = own.first(where: { identifier($0.name) == wanted && !isLibrary($0) }) else {
        let names = own.filter { !isLibrary($0) }.map(\.name).joined(separator: ", ")
        throw ToolFailure(
          "error: the package has no executable '\(product)'\(names.isEmpty ? "" : ": it has \(names)")"
        )
      }
      return [
        LinkedProgram(
          title: product, modules: [main.name] + main.dependencies, isOpen: main.linksBinary)
      ]
    }
    let mains = own.filter { $0.usesStitcher && ($0.isExecutable || withTests && $0.isTest) }
    if !mains.isEmpty {
      return mains.map {
        LinkedProgram(
          title: $0.name, modules: [$0.name] + $0.dependencies, isOpen: $0.linksBinary)
      }
    }
    let libraries = own.filter { $0.usesStitcher && isLibrary($0) }
    guard !libraries.isEmpty else {
      throw ToolFailure("error: no target of the package uses Stitcher")
    }
    let all = Set(libraries.flatMap { [$0.name] + $0.dependencies }).sorted()
    return [LinkedProgram(title: name, modules: all, isOpen: true)]
  }

  /// Whether a module is neither the main module of an executable nor a test module.
  private static func isLibrary(_ module: ProgramModule) -> Bool {
    !module.isExecutable && !module.isTest
  }

  /// Returns the module name of a product or target.
  private static func identifier(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
