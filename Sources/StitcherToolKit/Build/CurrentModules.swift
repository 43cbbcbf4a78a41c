internal import Foundation
internal import StitcherSyntax

/// Compiles the modules with source edits since the last build, in a folder of the tool.
///
/// The facts of a file depend on the declarations of other modules. The compiler reads declarations
/// from compiled modules, and the modules of the last build lack later edits. So the tool compiles
/// each module with an edited source, and each module that depends on it, without the bodies of
/// functions. The content of such a module changes with declarations, not with bodies.
package struct CurrentModules: Sendable {
  private let cache: FactsCache
  private let root: String
  private let folder: String

  /// Prepares the folder for compiled modules.
  ///
  /// - Parameters:
  ///   - root: The folder that the compiler runs in.
  ///   - cache: The folder of the cache.
  /// - Throws: ``ToolFailure`` if that folder cannot be made.
  package init(root: String, cache: String) throws {
    self.root = root
    self.cache = try FactsCache(folder: cache)
    folder = cache + "/modules"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Compiles the modules with edits since the last build.
  ///
  /// - Parameters:
  ///   - modules: The modules of a program with their current sources.
  ///   - isBuilt: Whether the package was built immediately before.
  ///   - edited: The names of the modules with a changed list of sources.
  ///   - areAllOwn: Whether to compile all modules of the package itself, so that a later edit
  ///     concerns only the edited file.
  ///
  /// - Returns: The modules with the paths of the compiled modules.
  ///
  /// - Throws: ``ToolFailure`` if a module does not compile.
  package func update(
    _ modules: [ProgramModule], isBuilt: Bool = false, edited: Set<String> = [],
    areAllOwn: Bool = false
  ) throws -> [ProgramModule] {
    defer { cache.digests.save() }
    var modules = modules
    for index in modules.indices { modules[index].currentFolder = folder }
    // A module depends on more modules than each of those does.
    let order = modules.indices.sorted {
      (modules[$0].dependencies.count, modules[$0].name)
        < (modules[$1].dependencies.count, modules[$1].name)
    }
    var current: Set<String> = []
    for index in order {
      let module = modules[index]
      let isNeeded =
        !isBuilt
        && (edited.contains(module.name) || areAllOwn && module.isRoot || !isUpToDate(module)
          || !current.isDisjoint(with: module.dependencies))
      let file = "\(folder)/\(module.name).swiftmodule"
      if isNeeded {
        try compile(module, to: file)
        modules[index].currentFile = file
        current.insert(module.name)
      } else {
        try? FileManager.default.removeItem(atPath: file)
        try? FileManager.default.removeItem(atPath: file + ".key")
      }
    }
    return modules
  }

  /// Whether no source file is newer than the compiled module.
  private func isUpToDate(_ module: ProgramModule) -> Bool {
    // Without the path of the compiled module, the compiler reads the sources in any case.
    guard module.moduleFile != nil else { return true }
    return FactsCache.isUpToDate(module)
  }

  /// Compiles a module, unless an earlier run has compiled the same sources, arguments and
  /// dependencies.
  private func compile(_ module: ProgramModule, to file: String) throws {
    let command = try FrontendCommand.make(for: module, in: root, cache: cache.folder)
    var key = ContentHash([module.name, command.executable] + command.arguments + module.sources)
    key.add(CompilerIdentity.of(module.compiler))
    for source in module.sources { key.add(cache.digests.digest(source)?.hash ?? ContentHash()) }
    for dependency in module.dependencies {
      for file in FactsCache.compiled(dependency, for: module) {
        key.add(cache.digests.digest(file)?.hash ?? ContentHash())
      }
    }
    if (try? String(contentsOfFile: file + ".key", encoding: .utf8)) == "\(key)",
      FileManager.default.fileExists(atPath: file)
    {
      return
    }
    try? FileManager.default.removeItem(atPath: file + ".key")
    let response = "\(file).arguments"
    let arguments =
      ["-frontend", "-emit-module", "-suppress-warnings"]
      + ["-experimental-skip-non-inlinable-function-bodies"] + module.sources
      + command.arguments + ["-o", file]
    try ShellWords.responseFile(arguments)
      .write(toFile: response, atomically: false, encoding: .utf8)
    let run = try Subprocess.run(command.executable, ["@" + response], in: root)
    guard run.isSuccess else { throw CompilerTrees.failure(module, run.errors) }
    try? "\(key)".write(toFile: file + ".key", atomically: true, encoding: .utf8)
  }
}
