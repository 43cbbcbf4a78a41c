internal import Foundation
internal import StitcherSyntax

/// The modules of a package, with the compiler arguments of the last build.
package struct BuildDescription: Sendable {
  /// The modules to check, without the library's own modules, macros and plugins.
  package let modules: [ProgramModule]

  /// Creates a description of the given modules.
  package init(modules: [ProgramModule]) {
    self.modules = modules
  }

  /// Reads the file `description.json` that SwiftPM writes during a build.
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
      throw ToolFailure("\(path): this build description has an unknown format: \(error)")
    }
  }

  /// Creates a description from the decoded `description.json`.
  private init(_ written: Written, root: String, targets: PackageTargets?) {
    let tests = written.testFolders
    let names = written.swiftCommands.keys.sorted {
      // The variant of a module for the target platform takes precedence over that for tools.
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

/// The part of `description.json` that the tool reads.
private struct Written: Decodable {
  /// The compile command of each module, by the name of the command.
  var swiftCommands: [String: Command]

  /// The direct dependencies of each module.
  var targetDependencyMap: [String: [String]]?

  /// The commands that discover tests, on systems without test discovery at run time.
  var testDiscoveryCommands: [String: Discovery]?

  /// The command that compiles a module.
  struct Command: Decodable {
    /// The name of the module.
    var moduleName: String
    /// The paths of the module's source files.
    var sources: [String]
    /// The other arguments of the compiler driver.
    var otherArguments: [String]
    /// The folder with the compiled modules that the module imports.
    var importPath: String
    /// Whether the module is a library or a test module.
    var isLibrary: Bool
    /// The path of the compiler driver.
    var executable: String
    /// The path of the compiled module.
    var moduleOutputPath: String?
    /// The folder of the module's object files.
    var tempsPath: String?

    /// The module that the command compiles.
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

  /// A command that discovers tests.
  struct Discovery: Decodable {
    /// The object files of test modules that the command reads.
    var inputs: [Node]

    /// A file that a command reads.
    struct Node: Decodable {
      /// The path of the file.
      var name: String
    }
  }

  /// The folders that contain object files of test modules.
  var testFolders: Set<String> {
    var folders: Set<String> = []
    for input in (testDiscoveryCommands ?? [:]).values.flatMap(\.inputs) {
      guard let slash = input.name.lastIndex(of: "/") else { continue }
      folders.insert(String(input.name[..<slash]))
    }
    return folders
  }

  /// Returns the direct and indirect dependencies of a module.
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
