internal import SwiftParser
internal import SwiftSyntax

/// The registerable types of a target's sources.
public struct RegisterableScan: Sendable {
  /// What was found, by file in the order of their paths, in the order of the source.
  public private(set) var entries: [RegisterableEntry] = []

  /// The types that are left out, and why.
  public private(set) var notes: [ScanNote] = []

  /// Scans sources. The result does not depend on the order in which they are given.
  ///
  /// - Parameter files: The files of one module.
  /// - Complexity: Linear in the length of the files that mention `Registerable`. The others
  ///   are parsed only where a registerable type stands in an extension of a type that these
  ///   do not declare.
  public init(_ files: [SourceFile]) {
    let files = files.sorted { $0.path < $1.path }
    var catalog = TypeCatalog()
    var scanned: [(file: SourceFile, tree: SourceFileSyntax)] = []
    var others: [SourceFile] = []
    for file in files {
      guard file.text.utf8.containsMention else {
        others.append(file)
        continue
      }
      let tree = Parser.parse(source: file.text)
      catalog.add(tree)
      scanned.append((file, tree))
    }
    let extended = scanned.flatMap { ExtendedTypes.names(in: $0.tree) }
    if extended.contains(where: { !catalog.knows($0) }) {
      for file in others { catalog.add(Parser.parse(source: file.text)) }
    }
    for (file, tree) in scanned {
      var reader = SourceReader(file: file, tree: tree, catalog: catalog)
      entries += reader.read()
      notes += reader.notes
    }
  }
}

extension String.UTF8View {
  /// Whether the text mentions the attribute at all.
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
