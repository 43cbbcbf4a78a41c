internal import Foundation
internal import StitcherSyntax

/// The modules of a package with the arguments of their last compilation.
package struct BuildDescription: Sendable {
  /// The modules that are checked: not those of the library, not those that run while building.
  package let modules: [ProgramModule]

  /// Creates a description.
  package init(modules: [ProgramModule]) {
    self.modules = modules
  }

  /// Reads a description that SwiftPM has written.
  ///
  /// - Parameters:
  ///   - path: The file `description.json` of a configuration.
  ///   - root: The folder of the package that is checked.
  ///   - targets: The targets of the package, or `nil` if they are unknown.
  /// - Throws: ``ToolFailure`` if the file cannot be read.
  package init(contentsOf path: String, root: String, targets: PackageTargets? = nil) throws {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ToolFailure("\(path): the package has not been built: run 'swift build' first")
    }
    do {
      self.init(try JSONDecoder().decode(Written.self, from: data), root: root, targets: targets)
    } catch let error as DecodingError {
      throw ToolFailure("\(path): this description of a build is not known: \(error)")
    }
  }

  /// Creates a description from the decoded file.
  private init(_ written: Written, root: String, targets: PackageTargets?) {
    let tests = written.testFolders
    let names = written.swiftCommands.keys.sorted {
      // The variant of a module that is not for tools goes first.
      ($0.hasSuffix("-tool.module") ? 1 : 0, $0) < ($1.hasSuffix("-tool.module") ? 1 : 0, $1)
    }
    var found: [String: ProgramModule] = [:]
    for name in names {
      guard let command = written.swiftCommands[name], found[command.moduleName] == nil,
        !LibraryModules.all.contains(command.moduleName),
        !command.sources.allSatisfy({ $0.contains(".derived/") })
      else { continue }
      var module = command.module
      let known = targets?.modules[module.name]
      let folder = command.tempsPath ?? ""
      module.isTest = known.map { $0.kind == .test } ?? tests.contains(folder)
      // A module that is built for tools only, and is no test, is a macro.
      if name.hasSuffix("-tool.module"), !module.isTest { continue }
      module.isExecutable = known.map { $0.kind == .executable } ?? !command.isLibrary
      module.isRoot = known?.isRoot ?? module.isInside(root)
      module.linksBinary = known?.linksBinary ?? false
      module.dependencies = written.closure(of: module.name)
      module.usesStitcher = module.dependencies.contains(where: LibraryModules.imported.contains)
      found[module.name] = module
    }
    modules = found.values.sorted { $0.name < $1.name }
  }
}

/// The part of `description.json` that matters.
private struct Written: Decodable {
  /// How modules are compiled, by the names of the commands.
  var swiftCommands: [String: Command]

  /// Which modules a module depends on.
  var targetDependencyMap: [String: [String]]?

  /// The commands that find tests, on systems that do not find them at run time.
  var testDiscoveryCommands: [String: Discovery]?

  /// How a module is compiled.
  struct Command: Decodable {
    /// The name of the module.
    var moduleName: String
    /// The paths of its sources.
    var sources: [String]
    /// The other arguments of the driver.
    var otherArguments: [String]
    /// The folder of the modules that it imports.
    var importPath: String
    /// Whether it is a library or a module of tests.
    var isLibrary: Bool
    /// The compiler's driver.
    var executable: String
    /// The file of the compiled module.
    var moduleOutputPath: String?
    /// The folder of its objects.
    var tempsPath: String?

    /// The module that it compiles.
    var module: ProgramModule {
      var name = ""
      if let index = otherArguments.firstIndex(of: "-package-name"),
        index + 1 < otherArguments.count
      {
        name = otherArguments[index + 1]
      }
      var module = ProgramModule(
        name: moduleName, package: name, sources: sources, compiler: executable,
        arguments: otherArguments, importPath: importPath)
      module.moduleFile = moduleOutputPath
      module.compilationRecord = tempsPath.map { "\($0)/\(moduleName).emit-module.d" }
      return module
    }
  }

  /// A command that finds tests.
  struct Discovery: Decodable {
    /// The object files of tests that the command reads.
    var inputs: [Node]

    /// A file.
    struct Node: Decodable {
      /// Its path.
      var name: String
    }
  }

  /// The folders that hold objects of tests.
  var testFolders: Set<String> {
    var folders: Set<String> = []
    for input in (testDiscoveryCommands ?? [:]).values.flatMap(\.inputs) {
      guard let slash = input.name.lastIndex(of: "/") else { continue }
      folders.insert(String(input.name[..<slash]))
    }
    return folders
  }

  /// All that a module depends on, directly or not.
  func closure(of name: String) -> [String] {
    var found: Set<String> = []
    var pending = [name]
    while let next = pending.popLast() {
      for dependency in targetDependencyMap?[next] ?? [] where found.insert(dependency).inserted {
        pending.append(dependency)
      }
    }
    return found.sorted()
  }
}
