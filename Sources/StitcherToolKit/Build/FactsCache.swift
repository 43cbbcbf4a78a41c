internal import Foundation
internal import StitcherSyntax

/// A cache on disk of the registrations and injections of files, each with a hash of the file's
/// inputs.
///
/// The facts of a file depend on its text, on the declarations in the other files of its module, on
/// the imported modules, and on the compiler, its arguments and this tool. The declarations of the
/// other files are in the compiled module, which changes with declarations, not with the bodies of
/// functions.
///
/// Safe to use from several threads, each with other files.
package struct FactsCache: Sendable {
  /// The folder of the cache.
  package let folder: String

  /// The hashes of files' contents.
  package let digests: FileDigests

  /// Opens the cache in a folder, and creates the folder.
  ///
  /// - Throws: ``ToolFailure`` if the folder cannot be made.
  package init(folder: String) throws {
    self.folder = folder
    for part in ["facts", "frontend", "trees"] {
      do {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/\(part)", withIntermediateDirectories: true)
      } catch {
        throw ToolFailure("\(folder): the folder cannot be made: \(error.localizedDescription)")
      }
    }
    digests = FileDigests(folder: folder)
  }

  /// The cached registrations and injections of one file.
  private struct Entry: Codable {
    /// The hash of the file's inputs.
    var key: ContentHash
    /// The registrations and injections.
    var facts: FileFacts
  }

  /// Returns the location of a file's cache entry.
  private func path(_ file: String, _ module: String) -> URL {
    URL(fileURLWithPath: "\(folder)/facts/\(ContentHash([module, file])).json")
  }

  /// Returns the cached registrations and injections of a file, or `nil` if an input has changed.
  ///
  /// An entry that is unreadable or of another version is ignored.
  package func facts(of file: String, in module: String, key: ContentHash) -> FileFacts? {
    guard let data = try? Data(contentsOf: path(file, module)),
      let entry = try? JSONDecoder().decode(Entry.self, from: data), entry.key == key
    else { return nil }
    return entry.facts
  }

  /// Stores the registrations and injections of a file.
  ///
  /// A failure to store them is ignored, since the next run reads the file again.
  package func keep(_ facts: FileFacts, of file: String, in module: String, key: ContentHash) {
    let data = try? JSONEncoder().encode(Entry(key: key, facts: facts))
    try? data?.write(to: path(file, module), options: .atomic)
  }

  /// Returns the hashes of the inputs of files.
  ///
  /// - Parameters:
  ///   - files: The paths of the files.
  ///   - module: The module that contains the files.
  ///   - command: The frontend command that compiles the module.
  ///
  /// - Returns: The hashes, in the order of the files.
  package func keys(
    of files: [String], in module: ProgramModule, _ command: FrontendCommand
  ) -> [ContentHash] {
    var base = ContentHash([module.name, command.executable] + command.arguments)
    base.add(CompilerIdentity.tool)
    base.add(CompilerIdentity.of(module.compiler))
    for dependency in module.dependencies {
      base.add(dependency)
      for file in Self.compiled(dependency, for: module) {
        base.add(digests.digest(file)?.hash ?? ContentHash())
      }
    }
    for file in Self.inputs(of: command) {
      base.add(file)
      base.add(digests.digest(file)?.hash ?? ContentHash())
    }
    for plugin in Self.plugins(of: command) { base.add(FileDigests.stamp(plugin)) }
    base.add(interface(of: module))
    return files.map { file in
      var key = base
      key.add(file)
      key.add(digests.digest(file)?.hash ?? ContentHash())
      return key
    }
  }

  /// Returns the hash of a module's declarations.
  ///
  /// This is the hash of the compiled module or, if a source file is newer, of all sources.
  private func interface(of module: ProgramModule) -> ContentHash {
    if let current = module.currentFile, let hash = digests.digest(current)?.hash { return hash }
    if let compiled = module.moduleFile, let hash = digests.digest(compiled)?.hash,
      Self.isUpToDate(module)
    {
      return hash
    }
    var all = ContentHash(module.sources)
    for source in module.sources { all.add(digests.digest(source)?.hash ?? ContentHash()) }
    return all
  }

  /// Whether the compiled module of the last build is at least as new as all its sources.
  static func isUpToDate(_ module: ProgramModule) -> Bool {
    let written = [module.moduleFile, module.compilationRecord].compactMap(\.self)
    let date = written.compactMap(FileDigests.modified).max() ?? 0
    return module.sources.allSatisfy { (FileDigests.modified($0) ?? .infinity) <= date }
  }

  /// Returns the compiled files of an imported module, from the tool's own folder or from the last
  /// build.
  static func compiled(_ name: String, for module: ProgramModule) -> [String] {
    let current = module.currentFolder.map { "\($0)/\(name).swiftmodule" }
    if let current, FileManager.default.fileExists(atPath: current) { return [current] }
    return compiled(name, in: module.importPath)
  }

  /// Returns the files of a compiled module in a folder: one, or one for each architecture.
  private static func compiled(_ name: String, in folder: String) -> [String] {
    let path = "\(folder)/\(name).swiftmodule"
    guard let inside = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return [path]
    }
    return inside.filter { $0.hasSuffix(".swiftmodule") }.sorted().map { "\(path)/\($0)" }
  }

  /// Returns the module maps of C modules in a command's arguments, and the headers in the folders
  /// for C modules.
  private static func inputs(of command: FrontendCommand) -> [String] {
    var files: [String] = []
    var folders: Set<String> = []
    for (index, argument) in command.arguments.enumerated() {
      let isOfClang = index > 0 && command.arguments[index - 1] == "-Xcc"
      if argument.hasPrefix("-fmodule-map-file=") {
        let file = String(argument.dropFirst("-fmodule-map-file=".count))
        files.append(file)
        folders.insert(URL(fileURLWithPath: file).deletingLastPathComponent().path)
      } else if isOfClang, argument == "-I", index + 2 < command.arguments.count {
        folders.insert(command.arguments[index + 2])
      } else if isOfClang, argument.hasPrefix("-I"), argument.count > 2 {
        folders.insert(String(argument.dropFirst(2)))
      }
    }
    for folder in folders.sorted() {
      let paths = FileManager.default.enumerator(atPath: folder)
      while let path = paths?.nextObject() as? String {
        if path.hasSuffix(".h") { files.append("\(folder)/\(path)") }
      }
    }
    return files.sorted()
  }

  /// Returns the paths of the macro plugins in a command's arguments.
  private static func plugins(of command: FrontendCommand) -> [String] {
    let arguments = command.arguments
    return arguments.indices.dropLast().compactMap { index in
      guard arguments[index] == "-load-plugin-executable" else { return nil }
      return arguments[index + 1].split(separator: "#").first.map(String.init)
    }
  }
}
