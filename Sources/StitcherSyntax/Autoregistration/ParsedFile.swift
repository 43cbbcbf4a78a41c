/// A source file with its syntax tree from the compiler's parser.
///
/// The tree contains the declarations with their ranges. Attribute names, the arguments of
/// `@available` and backticks are missing in the tree, and are read from the text at those ranges.
struct ParsedFile {
  let path: String
  let source: SourceText
  let blocks: [ConditionalBlock]

  /// The top-level declarations of the file.
  let items: [SyntaxTree.Node]

  /// The offsets of the syntax errors.
  let errors: [Int]

  init(path: String, source: SourceText, tree: SyntaxTree, errors: [Int]) {
    self.path = path
    self.source = source
    blocks = ConditionalBlock.all(in: source)
    items = tree.root.list(.items)
    self.errors = errors
  }

  /// Returns the offset of a type's name, and the name as written in the source.
  func name(of type: SyntaxTree.Node) -> (offset: Int, text: String) {
    let start = start(of: type)
    let name = source.skipSpace(source.identifier(at: start).upperBound)
    return (name, source.text(source.identifier(at: name)))
  }

  /// Returns the extended type of an extension, as written in the source.
  func extendedType(of node: SyntaxTree.Node) -> String {
    let start = start(of: node)
    let first = source.identifier(at: start).upperBound
    var end = first
    while end < source.code.count {
      let byte = source.code[end]
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: ":") { break }
      if byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
        guard let next = source.end(ofBracketAt: end) else { break }
        end = next
        continue
      }
      let word = source.identifier(at: end)
      if word.isEmpty {
        end += 1
      } else if source.text(word) == "where" {
        break
      } else {
        end = word.upperBound
      }
    }
    let text = source.codeText(first..<max(first, end))
    let isName = text.utf8.allSatisfy {
      $0.isIdentifier || $0.isSpace || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "`")
    }
    return isName ? text.filter { !$0.isWhitespace } : text
  }

  /// Whether an extended type is a name without generic arguments.
  static func isPlainName(_ text: String) -> Bool {
    text.utf8.allSatisfy {
      $0.isIdentifier || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "`")
    }
  }

  /// Returns the offset of the keyword of a declaration.
  func start(of node: SyntaxTree.Node) -> Int {
    min(node.range?.lowerBound ?? 0, source.code.count)
  }

  /// Returns the attributes of a declaration in the order of the source.
  func attributes(of node: SyntaxTree.Node) -> [(offset: Int, node: SyntaxTree.Node)] {
    var seen: Set<Int> = []
    return node.list(.attrs)
      .compactMap { attribute in attribute.range.map { ($0.lowerBound, attribute) } }
      .sorted { $0.0 < $1.0 }
      // The tree has an attribute for each platform of one `@available`.
      .filter { $0.1.kind != .availableAttribute || seen.insert($0.0).inserted }
  }

  /// Whether the `@` at an offset begins the attribute `@Registerable`, with or without a module
  /// name.
  func isRegisterable(at offset: Int) -> Bool {
    guard offset < source.code.count, source.code[offset] == UInt8(ascii: "@") else { return false }
    var name = source.identifier(at: source.skipSpace(offset + 1))
    while !name.isEmpty {
      let dot = source.skipSpace(name.upperBound)
      guard dot < source.code.count, source.code[dot] == UInt8(ascii: ".") else { break }
      name = source.identifier(at: source.skipSpace(dot + 1))
    }
    return source.text(name) == "Registerable"
  }

  /// Whether a syntax error is between the first attribute of a declaration and its opening brace.
  func isMalformed(_ node: SyntaxTree.Node) -> Bool {
    guard !errors.isEmpty else { return false }
    let start = start(of: node)
    let first = min(start, attributes(of: node).first?.offset ?? start)
    let brace = source.code[start...].firstIndex { $0 == UInt8(ascii: "{") } ?? source.code.count
    return errors.contains { (first...brace).contains($0) }
  }

  /// Returns the reason why other files cannot name the members of a type, or `nil` if they can.
  ///
  /// The enclosing types are not considered.
  func obstacle(of node: SyntaxTree.Node) -> Obstacle? {
    let isPrivate = node.list(.attrs).contains {
      $0.kind == .accessAttribute && ["private", "fileprivate"].contains($0.text(.accessLevel))
    }
    if isPrivate { return .private }
    let isGeneric = !node.list(.genericParams).isEmpty || !node.list(.whereRequirements).isEmpty
    return isGeneric ? .generic : nil
  }

  /// Returns the conditions in the `@available` attributes of a declaration.
  ///
  /// An attribute in an `#if` block counts only if the declaration itself is in the same clause.
  func availability(of node: SyntaxTree.Node) -> [Availability] {
    let start = start(of: node)
    return attributes(of: node).compactMap { offset, attribute in
      guard attribute.kind == .availableAttribute, isInSameClause(offset, start) else { return nil }
      let open = source.code[min(offset, source.code.count)...]
        .firstIndex { $0 == UInt8(ascii: "(") }
      guard let open, let end = source.end(ofBracketAt: open) else { return nil }
      return Availability(arguments: (open + 1)..<(end - 1), source)
    }
  }

  /// Whether two offsets are in the same clause of the same `#if` blocks.
  private func isInSameClause(_ one: Int, _ other: Int) -> Bool {
    var blocks = blocks
    while true {
      let clauses = blocks.flatMap(\.clauses)
      let first = clauses.first { $0.body.contains(one) }
      let second = clauses.first { $0.body.contains(other) }
      guard first?.body == second?.body else { return false }
      guard let first else { return true }
      blocks = first.blocks
    }
  }

  /// Whether an offset is in an `#if` block with a syntax error in its directives.
  func isInMalformedBlock(_ offset: Int) -> Bool {
    var blocks = blocks
    while let block = blocks.first(where: { $0.range.contains(offset) }) {
      if block.isMalformed { return true }
      blocks = block.clauses.first { $0.body.contains(offset) }?.blocks ?? []
    }
    return false
  }

  /// Whether a node of the tree declares a type or extends one.
  static func isType(_ node: SyntaxTree.Node) -> Bool {
    switch node.kind {
    case .structure, .classType, .enumeration, .actorType, .extending: true
    default: false
    }
  }
}

/// The availability that an `@available` attribute gives to a type.
enum Availability {
  /// The type is unavailable on all platforms.
  case unavailable

  /// The type is available from the listed versions on, such as `macOS 14, *`.
  case since(String)

  /// Parses the arguments of an `@available` attribute, or returns `nil` if they do not limit the
  /// type.
  ///
  /// - Parameters:
  ///   - range: The offsets between the parentheses.
  ///   - source: The text of the file.
  init?(arguments range: Range<Int>, _ source: SourceText) {
    var arguments: [String] = []
    var start = range.lowerBound
    for index in range where source.code[index] == UInt8(ascii: ",") {
      arguments.append(source.codeText(start..<index))
      start = index + 1
    }
    arguments.append(source.codeText(start..<max(start, range.upperBound)))
    guard let first = arguments.first else { return nil }
    if arguments.contains("unavailable") {
      // The type is unavailable on one platform only, and exists on the others.
      guard first == "*" else { return nil }
      self = .unavailable
      return
    }
    if let introduced = arguments.first(where: { $0.hasPrefix("introduced") }) {
      let version = introduced.drop { $0 != ":" }.dropFirst().drop(while: \.isWhitespace)
      guard first != "swift", !version.isEmpty else { return nil }
      self = .since("\(first) \(version), *")
      return
    }
    guard arguments.last == "*", arguments.count > 1 else { return nil }
    self = .since(arguments.joined(separator: ", "))
  }
}
