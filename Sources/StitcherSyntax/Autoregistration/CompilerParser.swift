internal import Foundation

/// The compiler's parser, which writes the syntax tree of a file as JSON.
public struct CompilerParser: Sendable {
  /// The path of `swiftc`, or its name, to be looked up in `PATH`.
  private let compiler: String

  /// Creates a parser.
  ///
  /// - Parameter compiler: The path of `swiftc`. If it is `nil`, the environment determines the
  ///   compiler: `SWIFT_EXEC`, then Xcode's compiler, then `PATH`.
  public init(compiler: String? = nil) {
    self.compiler = compiler ?? Self.find()
  }

  /// Returns the path of the compiler that the environment determines.
  private static func find() -> String {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["SWIFT_EXEC"], FileManager.default.isExecutableFile(atPath: path) {
      return path
    }
    #if os(macOS)
      let run = try? Subprocess.run("/usr/bin/xcrun", ["--find", "swiftc"])
      let path = run?.output.split(separator: "\n").first.map(String.init)
      if run?.isSuccess == true, let path { return path }
    #endif
    return "swiftc"
  }

  /// Parses files with one run of the compiler.
  ///
  /// - Throws: ``ScanFailure`` if the compiler cannot be run, or writes trees of an unknown format.
  func parse(_ files: [SourceFile]) throws(ScanFailure) -> [ParsedFile] {
    let sample = SourceFile(path: "Sample.swift", text: Self.sample)
    var parsed = try run(files + [sample])
    guard let last = parsed.popLast() else { throw failure("it has written nothing") }
    let isKnown = Self.facts(of: last) == Self.sampleFacts
    guard isKnown else { throw failure("its trees have an unknown format") }
    return parsed
  }

  /// Returns the number of syntax errors in texts, which are parsed without their `#if` directives.
  ///
  /// - Throws: ``ScanFailure`` if the compiler cannot be run.
  package func syntaxErrors(in texts: [String]) throws(ScanFailure) -> Int {
    try parse(texts.map { SourceFile(path: "Text.swift", text: $0) })
      .reduce(0) { $0 + $1.errors.count }
  }

  /// Runs the compiler's parser on files, and returns their syntax trees.
  private func run(_ files: [SourceFile]) throws(ScanFailure) -> [ParsedFile] {
    let sources = files.map { SourceText($0.text) }
    let result = compile(sources)
    guard let run = result.run else { throw failure(result.reason) }
    let trees = (try? SyntaxTree.documents([UInt8](run.output.utf8))) ?? []
    guard trees.count == files.count else {
      let reason = run.errors.split(separator: "\n").first { $0.contains("error:") }
      throw failure(reason.map(String.init) ?? "its output is not JSON")
    }
    let errors = Self.errors(in: run.errors, sources)
    return files.indices.map { index in
      ParsedFile(
        path: files[index].path, source: sources[index], tree: trees[index],
        errors: errors[index] ?? [])
    }
  }

  /// Writes sources to a temporary folder, and runs the compiler's parser on them.
  private func compile(_ sources: [SourceText]) -> (run: Subprocess?, reason: String) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("stitcher-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (index, source) in sources.enumerated() {
        try Data(source.withoutDirectives)
          .write(to: folder.appendingPathComponent("\(index).swift"))
      }
      let arguments = [
        "-frontend", "-dump-parse", "-dump-ast-format", "json", "-diagnostic-style", "llvm",
        "-swift-version", "6", "-module-name", "Parsed",
      ]
      return (
        try Subprocess.run(
          compiler, arguments + sources.indices.flatMap { ["-primary-file", "\($0).swift"] },
          in: folder.path), ""
      )
    } catch {
      return (nil, "\(error)")
    }
  }

  /// Returns the offsets of the syntax errors in the compiler's output, by the index of the file.
  private static func errors(in text: String, _ sources: [SourceText]) -> [Int: [Int]] {
    var errors: [Int: [Int]] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 3)
      guard parts.count == 4, parts[3].hasPrefix(" error:"), parts[0].hasSuffix(".swift"),
        let name = parts[0].split(separator: "/").last, let file = Int(name.dropLast(6)),
        sources.indices.contains(file), let line = Int(parts[1]), let column = Int(parts[2])
      else { continue }
      // The compiler counts line feeds only.
      let bytes = sources[file].bytes
      var start = 0
      var count = 1
      while count < line, let end = bytes[start...].firstIndex(of: 0x0A) {
        start = end + 1
        count += 1
      }
      errors[file, default: []].append(start + column - 1)
    }
    return errors
  }

  /// Returns the error for a compiler that writes unusable syntax trees.
  private func failure(_ reason: String) -> ScanFailure {
    let version = (try? Subprocess.run(compiler, ["--version"]))?.output
    let name = version?.split(separator: "\n").first { $0.contains("version") }
    return ScanFailure(
      description: "registerable types cannot be found with this compiler "
        + "(\(name.map(String.init) ?? compiler)): \(reason). Use another toolchain or a later "
        + "version of Stitcher, or register the types by hand, without the plugin.")
  }

  /// The source of a small test program, with one example of each feature that a scan reads from
  /// the syntax tree.
  static let sample = """
    @available(macOS 99, *) @Registerable(by: .name("a")) public actor `default` {
      @Registerable private struct B {}
    }
    extension C where Item == Int { @Registerable struct D {} }
    struct E<Item> { @Registerable struct F {} }
    func f() { @Registerable struct G {} }
    """

  /// The types and notes that a scan of ``sample`` finds with a known compiler.
  static let sampleFacts = [
    "macOS 99, *: `default` at 1:68", "`default`.B private",
    "C.D generic", "E.F generic", "G local",
  ]

  /// Returns the registerable types of a file and the notes on omitted types, one per line.
  private static func facts(of file: ParsedFile) -> [String] {
    var reader = FileReader(file, catalog: TypeCatalog())
    let (entries, notes) = reader.read()
    let types = entries.map { entry in
      guard case .type(let type) = entry else { return "conditional" }
      return
        "\(type.availability.joined()): \(type.name) at \(type.place.line):\(type.place.column)"
    }
    let reasons: [Obstacle] = [.private, .generic, .local, .unavailable, .malformed]
    return types
      + notes.map { note in
        let reason = reasons.first { $0.reason == note.reason }
        return "\(note.typeName) \(reason.map { "\($0)" } ?? "?")"
      }
  }
}

/// The error of a scan that is impossible.
public struct ScanFailure: Error, CustomStringConvertible, Sendable {
  /// The message that the tool prints.
  public let description: String
}
