/// A module that may be linked into a program, and how it is compiled.
package struct ProgramModule: Sendable {
  /// The name by which it is imported.
  package var name: String

  /// The package that it belongs to: the name that the compiler is told.
  package var package: String

  /// Whether it is the main module of an executable.
  package var isExecutable = false

  /// Whether it holds tests.
  package var isTest = false

  /// Whether it belongs to the package that is checked.
  package var isRoot = false

  /// Whether the module or one of its dependencies uses the library.
  package var usesStitcher = false

  /// Whether the module depends on a binary target; its registrations are invisible.
  package var linksBinary = false

  /// The names of all modules that it depends on, directly or not.
  package var dependencies: [String] = []

  /// The paths of its sources.
  package var sources: [String]

  /// The compiler's driver.
  package var compiler: String

  /// The arguments of the driver, without sources and outputs.
  package var arguments: [String]

  /// The folder of the modules that it imports.
  package var importPath: String

  /// The file of the compiled module, if the build says so.
  package var moduleFile: String?

  /// A file that each compilation of the whole module's interface writes, if the build says so.
  ///
  /// The compiled module itself keeps its date when its content is the same.
  package var compilationRecord: String?

  /// The folder of modules that the tool has compiled since the last build, which go before those
  /// of the build.
  package var currentFolder: String?

  /// The module as the tool has compiled it since the last build, or `nil` if the build's is up to
  /// date.
  package var currentFile: String?

  /// Creates a module.
  package init(
    name: String, package: String, sources: [String], compiler: String, arguments: [String],
    importPath: String
  ) {
    self.name = name
    self.package = package
    self.sources = sources
    self.compiler = compiler
    self.arguments = arguments
    self.importPath = importPath
  }

  /// Whether the module belongs to the package in a folder, not to a fetched dependency.
  ///
  /// The folder itself may be in one for builds.
  func isInside(_ root: String) -> Bool {
    let folder = root.hasSuffix("/") ? root : root + "/"
    return sources.contains {
      $0.hasPrefix(folder) && !$0.dropFirst(folder.count).hasPrefix(".build/")
    }
  }
}
