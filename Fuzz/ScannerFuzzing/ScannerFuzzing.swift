import StitcherSyntax

/// An error that a fuzzed scan has made.
package struct ScannerFinding: Error, CustomStringConvertible {
  /// A description of the error.
  package let description: String
}

/// Scans the sources that bytes encode, and checks the output.
///
/// - Parameter bytes: The bytes of a fuzzer, or of a corpus.
/// - Throws: ``ScannerFinding`` if the scan depends on more than its input, or if its output cannot
///   be parsed or contains names that are not in the input.
package func fuzzScanner(_ bytes: [UInt8]) throws {
  let input = ScannerInput(bytes)
  guard !input.isTooDeep else { return }
  let scan: RegisterableScan
  let again: RegisterableScan
  do throws(ScanFailure) {
    scan = try RegisterableScan(input.files)
    again = input.files.count > 1 ? try RegisterableScan(input.files.reversed()) : scan
  } catch {
    // The compiler has crashed.
    return
  }
  guard scan.entries == again.entries, scan.notes == again.notes else {
    throw ScannerFinding(description: "The order of the files changes the result.")
  }
  try check(scan.entries, input)
  var written: [SourceFile] = []
  for places in [AutoregistrationWriter.Places.directives, .comments] {
    let writer = AutoregistrationWriter(places: places)
    let text = writer.text(of: scan.entries)
    guard text == writer.text(of: again.entries) else {
      throw ScannerFinding(description: "Equal entries give two texts.")
    }
    let count = scan.entries.reduce(0) { $0 + $1.typeCount }
    let found = text.split(separator: "\n").count { $0.contains(".dependencyRegistration") }
    guard found == count else {
      throw ScannerFinding(
        description: "Of \(count) registrations, \(found) are written:\n\(text)")
    }
    written.append(SourceFile(path: "Written\(written.count).swift", text: text))
  }
  // Each of the following checks starts the compiler. A text without entries does not depend on the
  // input, and need not be checked.
  if scan.entries.isEmpty { return }
  let text = written.map(\.text).joined(separator: "\n")
  guard try CompilerParser().syntaxErrors(in: written.map(\.text)) == 0 else {
    throw ScannerFinding(description: "What is written has syntax errors:\n\(text)")
  }
  // The output must not contain registrations that a second scan would find.
  guard try RegisterableScan(written).entries.isEmpty else {
    throw ScannerFinding(description: "What is written has registerable types:\n\(text)")
  }
}

/// Checks that the names and the places of entries are in the input.
private func check(_ entries: [RegisterableEntry], _ input: ScannerInput) throws {
  for entry in entries {
    switch entry {
    case .conditional(let clauses):
      guard clauses.first?.directive.hasPrefix("#if") == true else {
        throw ScannerFinding(description: "A block starts with \(clauses.first?.directive ?? "")")
      }
      for clause in clauses { try check(clause.entries, input) }
    case .type(let type):
      let name = type.name.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
      guard !name.isEmpty, contains(input.text, name) else {
        throw ScannerFinding(description: "The input has no type '\(type.name)'.")
      }
      let text = input.files.first { $0.path == type.place.path }?.text ?? ""
      let lines = text.utf8.split(
        omittingEmptySubsequences: false, whereSeparator: { $0 == 10 || $0 == 13 })
      guard (1...max(1, lines.count)).contains(type.place.line), type.place.column >= 1 else {
        throw ScannerFinding(description: "The input has no place \(type.place).")
      }
    }
  }
}

/// Whether a text contains another one, byte by byte.
private func contains(_ text: String, _ part: Substring) -> Bool {
  let part = Array(part.utf8)
  let text = Array(text.utf8)
  guard text.count >= part.count else { return false }
  return (0...(text.count - part.count)).contains {
    text[$0..<($0 + part.count)].elementsEqual(part)
  }
}
