internal import StitcherSyntax

/// The modules that are linked into one program.
package struct LinkedProgram: Sendable, Equatable {
  /// Its name.
  package var title: String

  /// The names of the main module and of its dependencies.
  package var modules: [String]

  /// Whether there is more than is seen: it is a library, to which more is linked elsewhere, or a
  /// binary target is linked to it.
  package var isOpen: Bool

  /// Creates a program.
  package init(title: String, modules: [String], isOpen: Bool) {
    self.title = title
    self.modules = modules
    self.isOpen = isOpen
  }

  /// Finds the programs of a package: its executables, or, where it has none, its libraries as one.
  ///
  /// - Parameters:
  ///   - modules: All modules.
  ///   - product: The executable, or `nil` for all.
  ///   - withTests: Whether the modules of tests are programs, too.
  ///   - name: The title of the libraries together.
  /// - Throws: ``ToolFailure`` if there is no such executable, or nothing uses the library.
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

  /// Whether a module is neither the main one of an executable nor one of tests.
  private static func isLibrary(_ module: ProgramModule) -> Bool {
    !module.isExecutable && !module.isTest
  }

  /// The name of the module of a product or target.
  private static func identifier(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }
}
