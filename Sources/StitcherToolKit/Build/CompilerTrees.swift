internal import Foundation
internal import StitcherSyntax

/// Runs the compiler on all processors to write typed syntax trees of files, and reads the trees.
package struct CompilerTrees: Sendable {
  /// The files of one module that a single compiler run reads.
  package struct Batch: Sendable {
    /// The module that contains the files.
    package var module: ProgramModule
    /// The frontend command that compiles the module.
    package var command: FrontendCommand
    /// The paths of the files.
    package var files: [String]

    /// Creates a batch of files.
    package init(module: ProgramModule, command: FrontendCommand, files: [String]) {
      self.module = module
      self.command = command
      self.files = files
    }
  }

  /// The folder of temporary files.
  private let folder: String

  /// The working folder of the compiler.
  private let root: String

  /// The maximum number of concurrent compiler runs.
  private let width: Int

  /// Creates a reader of syntax trees.
  ///
  /// - Parameters:
  ///   - cache: The folder of the cache.
  ///   - root: The folder that the compiler runs in.
  ///   - width: How many runs there are at once.
  package init(
    cache: String, root: String, width: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    folder = cache + "/trees"
    self.root = root
    self.width = max(1, width)
  }

  /// Splits the files of a module into batches, so that all processors have work and no run takes
  /// too much memory.
  ///
  /// Each run reads all files of the module, so that few large batches take less time.
  package func batches(of files: [String], among total: Int) -> [[String]] {
    if files.isEmpty { return [] }
    let wanted = max(8, (total + width - 1) / width)
    let count = (files.count + min(wanted, 100) - 1) / min(wanted, 100)
    let size = (files.count + count - 1) / count
    return stride(from: 0, to: files.count, by: size).map {
      Array(files[$0..<min($0 + size, files.count)])
    }
  }

  /// Reads the syntax trees of all files of some batches.
  ///
  /// - Parameters:
  ///   - batches: The batches to read.
  ///   - found: Receives the registrations and injections of each file, on any thread.
  ///
  /// - Throws: ``ToolFailure`` with the first errors of the compiler.
  package func read(
    _ batches: [Batch], _ found: @Sendable (ProgramModule, FileFacts) -> Void
  ) throws {
    // The largest batches go first, so that the processors finish at about the same time.
    let ordered = batches.sorted { $0.files.count > $1.files.count }
    let results = try Parallel.map(ordered, width: width) { batch -> ToolFailure? in
      do {
        try read(batch, found)
        return nil
      } catch {
        return error as? ToolFailure ?? ToolFailure("\(error)")
      }
    }
    let all = results.compactMap(\.self)
    if let worst = all.first(where: { $0.code == .unknownToolchain }) { throw worst }
    guard all.isEmpty else {
      var texts: [String] = []
      for failure in all where !texts.contains(failure.description) {
        texts.append(failure.description)
      }
      throw ToolFailure(texts.joined(separator: "\n"))
    }
  }

  /// Reads the syntax trees of one batch.
  ///
  /// If the compiler crashes, each file is read by itself, to name the file that crashes the
  /// compiler.
  private func read(
    _ batch: Batch, _ found: @Sendable (ProgramModule, FileFacts) -> Void
  ) throws {
    let work = "\(folder)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: work) }
    let outputs = batch.files.indices.map { "\(work)/\($0).json" }
    let response = "\(work)/arguments"
    let primary = Set(batch.files)
    var arguments = ["-frontend", "-dump-ast", "-dump-ast-format", "json", "-suppress-warnings"]
    for file in batch.files { arguments += ["-primary-file", file] }
    arguments += batch.module.sources.filter { !primary.contains($0) }
    arguments += batch.command.arguments
    for output in outputs { arguments += ["-o", output] }
    try ShellWords.responseFile(arguments)
      .write(toFile: response, atomically: false, encoding: .utf8)
    let run = try Subprocess.run(batch.command.executable, ["@" + response], in: root)
    guard run.isSuccess else {
      if !run.isSignaled, !Self.isCrash(run.errors) {
        throw Self.failure(batch.module, run.errors)
      }
      guard batch.files.count > 1 else {
        throw ToolFailure(
          "\(batch.files[0]):1:1: error: the compiler crashes while it writes the tree of this file",
          code: .unknownToolchain)
      }
      for file in batch.files {
        try read(Batch(module: batch.module, command: batch.command, files: [file]), found)
      }
      return
    }
    for (file, output) in zip(batch.files, outputs) {
      let facts = try Self.facts(of: file, in: batch.module, output)
      try? FileManager.default.removeItem(atPath: output)
      found(batch.module, facts)
    }
  }

  /// Reads the syntax tree of one file.
  private static func facts(
    of file: String, in module: ProgramModule, _ output: String
  ) throws -> FileFacts {
    guard let tree = FileManager.default.contents(atPath: output),
      let source = FileManager.default.contents(atPath: file)
    else { throw ToolFailure("\(file): the compiler has written no tree of this file") }
    do {
      return try TreeReader.facts(
        ofTree: [UInt8](tree), file: file, module: module.name,
        source: String(decoding: source, as: UTF8.self))
    } catch {
      throw ToolFailure(
        "this toolchain is not supported: the tree of \(file) cannot be read: \(error)",
        code: .unknownToolchain)
    }
  }

  /// Whether the error output of the compiler reports a crash.
  private static func isCrash(_ errors: String) -> Bool {
    errors.contains("Please submit a bug report")
  }

  /// Returns the error of a module that does not compile, with the compiler's first errors.
  static func failure(_ module: ProgramModule, _ errors: String) -> ToolFailure {
    let lines = errors.split(separator: "\n").filter { $0.contains(": error: ") }
    let shown = lines.isEmpty ? errors.split(separator: "\n").prefix(10) : lines.prefix(10)
    return ToolFailure(
      (shown + ["error: the module \(module.name) does not compile; nothing was checked"])
        .joined(separator: "\n"))
  }
}
