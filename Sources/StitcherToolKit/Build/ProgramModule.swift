/// A module that may be linked into a program, with its compiler arguments.
package struct ProgramModule: Sendable {
  /// The name that `import` uses.
  package var name: String

  /// The name of the module's package, as passed to the compiler.
  package var package: String

  /// Whether the module is the main module of an executable.
  package var isExecutable = false

  /// Whether the module contains tests.
  package var isTest = false

  /// Whether the module belongs to the checked package itself.
  package var isRoot = false

  /// Whether the module or one of its dependencies uses the library.
  package var usesStitcher = false

  /// Whether the module depends on a binary target. The tool cannot read the registrations of that
  /// target.
  package var linksBinary = false

  /// The names of the module's direct and indirect dependencies.
  package var dependencies: [String] = []

  /// The paths of the module's source files.
  package var sources: [String]

  /// The path of the compiler driver.
  package var compiler: String

  /// The arguments of the driver, without source files and output paths.
  package var arguments: [String]

  /// The folder with the compiled modules that the module imports.
  package var importPath: String

  /// The path of the compiled module, or `nil` if the build description has none.
  package var moduleFile: String?

  /// The path of a file that each compilation of the module rewrites, or `nil` if unknown.
  ///
  /// Its date shows when the module was compiled. The compiled module itself keeps its date if its
  /// content is the same.
  ///
  /// The compiled module itself keeps its date when its content is the same.
  package var compilationRecord: String?

  /// The folder of modules that the tool has compiled since the last build. They replace those of
  /// the build.
  package var currentFolder: String?

  /// The path of the module that the tool has compiled, or `nil` if the build's module is up to
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

  /// Whether the module's sources are in a package's folder, and not in a fetched dependency.
  ///
  /// The folder itself may be in one for builds.
  func isInside(_ root: String) -> Bool {
    let folder = root.hasSuffix("/") ? root : root + "/"
    return sources.contains {
      $0.hasPrefix(folder) && !$0.dropFirst(folder.count).hasPrefix(".build/")
    }
  }
}
