internal import StitcherSyntax

/// Reads the registrations and injections from the compiler's syntax tree of a file.
package enum TreeReader {
  /// Returns the registrations, injections and related declarations of a file.
  ///
  /// - Parameters:
  ///   - json: The compiler's typed tree of the file.
  ///   - file: The path of the file.
  ///   - module: The module of the file.
  ///   - source: The text of the file.
  /// - Throws: An error if the tree cannot be read.
  /// - Complexity: O(*n*) in the size of the tree.
  package static func facts(
    ofTree json: [UInt8], file: String, module: String, source: String
  ) throws -> FileFacts {
    let collector = FactCollector(file: file, module: module, source: source)
    collector.collect(try SyntaxTree(json))
    collector.facts.ignores = ignores(in: source, file: file)
    return collector.facts
  }

  /// Finds the comments `// stitcher:ignore`, which silence problems.
  static func ignores(in source: String, file: String) -> [IgnoreFact] {
    guard source.contains("stitcher:ignore") else { return [] }
    var found: [IgnoreFact] = []
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard let range = line.firstRange(of: "// stitcher:ignore") else { continue }
      let code = line[..<range.lowerBound]
      let reason = line[range.upperBound...].drop { $0 == " " || $0 == ":" }
      // A comment on a line of its own applies to the next line.
      let isAlone = code.allSatisfy { $0 == " " || $0 == "\t" }
      found.append(
        IgnoreFact(
          line: index + (isAlone ? 2 : 1), reason: String(reason),
          place: SourcePlace(
            file: file, line: index + 1,
            column: line.utf8.distance(from: line.startIndex, to: range.lowerBound) + 1)))
    }
    return found
  }
}
