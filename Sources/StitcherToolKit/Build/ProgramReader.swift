internal import Foundation
internal import StitcherSyntax

/// Reads the registrations and injections in the modules of a build.
package struct ProgramReader: FactSource {
  /// The folder of the package.
  private let root: String

  /// The registrations and injections that earlier runs have read.
  private let cache: FactsCache

  /// The reader that runs the compiler and reads its syntax trees.
  private let trees: CompilerTrees

  /// The number of files that the compiler had to read. The other files were in the cache.
  package struct Effort: Sendable, Equatable {
    /// The number of files that use the library.
    package var files = 0
    /// The number of those files that the compiler has read.
    package var read = 0
  }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - root: The folder of the package.
  ///   - cache: The folder of the cache.
  /// - Throws: ``ToolFailure`` if that folder cannot be made.
  package init(root: String, cache: String) throws {
    self.root = root
    self.cache = try FactsCache(folder: cache)
    trees = CompilerTrees(cache: cache, root: root)
  }

  /// Returns the registrations and injections of all files that use the library.
  ///
  /// - Parameter modules: The modules to read.
  ///
  /// - Returns: The registrations and injections of the files by module, and the number of files
  ///   read.
  ///
  /// - Throws: ``ToolFailure`` if a module does not compile, or the compiler is unknown.
  package func facts(
    of modules: [ProgramModule]
  ) throws -> (facts: [String: [FileFacts]], effort: Effort) {
    var reading = Reading()
    defer { cache.digests.save() }
    var round: [(module: ProgramModule, files: [String])] = modules.filter(\.usesStitcher).map {
      ($0, $0.sources.filter { cache.digests.digest($0)?.isRelevant ?? false })
    }
    // The files read so far declare names through which other files may use the library.
    while !round.allSatisfy(\.files.isEmpty) {
      try read(round, &reading)
      var names = RelevantNames()
      for facts in reading.facts.values.joined() { names.add(facts) }
      if names.isEmpty { break }
      round = round.map { module, _ in (module, unread(of: module, reading, where: names.occur)) }
    }
    // The remedy for a missing type names the registered types that conform to it.
    let types = TypesToRead(reading.facts.values.joined())
    if !types.names.isEmpty {
      try read(
        modules.filter(\.isRoot).map { module in
          (module, unread(of: module, reading, where: types.areDeclared))
        }, &reading)
    }
    return (reading.facts.mapValues { $0.sorted { $0.file < $1.file } }, reading.effort)
  }

  /// Returns the unread files of a module with a text that meets a condition.
  private func unread(
    of module: ProgramModule, _ reading: Reading, where meets: (Data) -> Bool
  ) -> [String] {
    let known = Set((reading.facts[module.name] ?? []).map(\.file))
    return module.sources.filter { file in
      !known.contains(file) && file.hasSuffix(".swift")
        && FileManager.default.contents(atPath: file).map(meets) ?? false
    }
  }

  /// The result of reading files, so far.
  private struct Reading {
    /// The registrations and injections of the files, by module.
    var facts: [String: [FileFacts]] = [:]
    /// The number of files read.
    var effort = Effort()
  }

  /// Reads files from the cache or with the compiler.
  private func read(
    _ files: [(module: ProgramModule, files: [String])], _ reading: inout Reading
  ) throws {
    var missing: [Known] = []
    var keys: [String: ContentHash] = [:]
    let all = try Parallel.map(files) { try lookUp($0.files, of: $0.module) }
    for part in all {
      reading.effort.files += part.facts.count + part.unknown.count
      if !part.facts.isEmpty { reading.facts[part.module.name, default: []] += part.facts }
      for (file, key) in part.unknown { keys[part.module.name + " " + file] = key }
      if !part.unknown.isEmpty { missing.append(part) }
    }
    let count = missing.reduce(0) { $0 + $1.unknown.count }
    reading.effort.read += count
    if let first = missing.first {
      try CompilerCheck.check(compiler: first.module.compiler, cache: cache.folder)
    }
    let batches = try missing.flatMap { part in
      let command = try FrontendCommand.make(for: part.module, in: root, cache: cache.folder)
      return trees.batches(of: part.unknown.map(\.file), among: count).map {
        CompilerTrees.Batch(module: part.module, command: command, files: $0)
      }
    }
    let found = Guarded<[(module: String, facts: FileFacts)]>([])
    let known = keys
    try trees.read(batches) { module, read in
      if let key = known[module.name + " " + read.file] {
        cache.keep(read, of: read.file, in: module.name, key: key)
      }
      found.withLock { $0.append((module.name, read)) }
    }
    for (module, read) in found.withLock({ $0 }) {
      reading.facts[module, default: []].append(read)
    }
  }

  /// The cached files of a module, and the files that the compiler has to read.
  private struct Known: Sendable {
    var module: ProgramModule
    /// The cached registrations and injections.
    var facts: [FileFacts] = []
    /// The files that are not in the cache, with the hashes of their inputs.
    var unknown: [(file: String, key: ContentHash)] = []
  }

  /// Looks up the files of a module in the cache.
  private func lookUp(_ files: [String], of module: ProgramModule) throws -> Known {
    var result = Known(module: module)
    if files.isEmpty { return result }
    let command = try FrontendCommand.make(for: module, in: root, cache: cache.folder)
    for (file, key) in zip(files, cache.keys(of: files, in: module, command)) {
      if let known = cache.facts(of: file, in: module.name, key: key) {
        result.facts.append(known)
      } else {
        result.unknown.append((file, key))
      }
    }
    return result
  }
}
