/// The registerable types in the source files of a target.
public struct RegisterableScan: Sendable {
  /// The registerable types, sorted by file path and then by position in the file.
  public private(set) var entries: [RegisterableEntry] = []

  /// The notes on the omitted types, with the reasons.
  public private(set) var notes: [ScanNote] = []

  /// Scans source files for registerable types. The result does not depend on the order of the
  /// files.
  ///
  /// The compiler runs only if a file mentions `Registerable`. It parses the files that do; the
  /// others are parsed where an extension with a registerable type extends a type that the first
  /// ones do not declare.
  ///
  /// - Parameters:
  ///   - files: The files of one module.
  ///   - parser: The parser of the toolchain that compiles them.
  /// - Throws: ``ScanFailure`` if the compiler cannot be run, or writes trees of an unknown format.
  public init(_ files: [SourceFile], parser: CompilerParser = CompilerParser())
    throws(ScanFailure)
  {
    let files = files.sorted { $0.path < $1.path }
    let mentioning = files.filter { $0.text.utf8.containsMention }
    guard !mentioning.isEmpty else { return }
    let scanned = try parser.parse(mentioning)
    var catalog = TypeCatalog()
    for file in scanned { catalog.add(file.declaredTypes) }
    if scanned.flatMap(\.extendedTypes).contains(where: { !catalog.knows($0) }) {
      let others = files.filter { !$0.text.utf8.containsMention }
      if !others.isEmpty {
        for file in try parser.parse(others) { catalog.add(file.declaredTypes) }
      }
    }
    for file in scanned {
      var reader = FileReader(file, catalog: catalog)
      let (entries, notes) = reader.read()
      self.entries += entries
      self.notes += notes
    }
  }
}

extension ParsedFile {
  /// The types that the file declares. Each type has a reason if other files cannot name its
  /// members.
  fileprivate var declaredTypes: [(name: String, obstacle: Obstacle?)] {
    var types: [(String, Obstacle?)] = []
    func add(_ nodes: [SyntaxTree.Node], _ path: [String]) {
      for node in nodes where Self.isType(node) {
        let isExtension = node.kind == .extending
        let inside = path + [isExtension ? extendedType(of: node) : name(of: node).text]
        if !isExtension { types.append((inside.joined(separator: "."), obstacle(of: node))) }
        add(node.list(.members), inside)
      }
    }
    add(items, [])
    return types
  }

  /// The types that the file extends, as written in the source.
  fileprivate var extendedTypes: [String] {
    items.filter { $0.kind == .extending }.map { extendedType(of: $0) }
  }
}

extension String.UTF8View {
  /// Whether the text contains the word `Registerable`.
  fileprivate var containsMention: Bool {
    let word = Array("Registerable".utf8)
    var matched = 0
    // No proper prefix of the word ends in its beginning, so that a mismatch starts again.
    for byte in self {
      if byte == word[matched] {
        matched += 1
        if matched == word.count { return true }
      } else {
        matched = byte == word[0] ? 1 : 0
      }
    }
    return false
  }
}
