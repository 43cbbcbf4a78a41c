/// Finds the registerable types in the syntax tree of a file.
struct FileReader {
  /// The types that enclose a declaration.
  private struct EnclosingScope {
    /// The names of the enclosing types, from the outside in.
    var path: [String] = []
    /// The reason why other files cannot name members of the enclosing types, or `nil` if they can.
    var obstacle: Obstacle?
    /// The `#available` conditions under which the enclosing types exist.
    var availability: [String] = []
  }

  private let file: ParsedFile
  private let catalog: TypeCatalog

  /// The registerable types found so far, each with the offset of its attribute.
  private var found: [(offset: Int, type: RegisterableType)] = []

  /// The notes on omitted types, each with the offset of the type's attribute.
  private var leftOut: [(offset: Int, note: ScanNote)] = []

  /// The offsets of the `@Registerable` attributes that belong to a declaration in the syntax tree.
  private var claimed: Set<Int> = []

  init(_ file: ParsedFile, catalog: TypeCatalog) {
    self.file = file
    self.catalog = catalog
  }

  /// Returns the registerable types of the file, grouped by `#if` block, and the notes on omitted
  /// types.
  mutating func read() -> (entries: [RegisterableEntry], notes: [ScanNote]) {
    for item in file.items { read(item, EnclosingScope()) }
    findUnclaimed()
    found.sort { $0.offset < $1.offset }
    leftOut.sort { $0.offset < $1.offset }
    let entries = entries(0..<Int.max, file.blocks)
    return (entries, leftOut.map(\.note))
  }

  /// Visits a declaration and its members.
  private mutating func read(_ node: SyntaxTree.Node, _ enclosing: EnclosingScope) {
    if node.kind == .protocolType { return }
    guard ParsedFile.isType(node) else { return readBodies(of: node) }
    let (offset, name) = file.name(of: node)
    var inside = enclosing
    if file.isMalformed(node) || file.isInMalformedBlock(offset) {
      inside.obstacle = inside.obstacle ?? .malformed
    }
    if node.kind == .extending {
      let extended = file.extendedType(of: node)
      inside.path.append(extended)
      let isPlain = ParsedFile.isPlainName(extended)
      inside.obstacle = inside.obstacle ?? (isPlain ? catalog.obstacle(extended) : .generic)
    } else {
      inside.path.append(name)
    }
    inside.obstacle = inside.obstacle ?? file.obstacle(of: node)
    for condition in file.availability(of: node) {
      switch condition {
      case .unavailable: inside.obstacle = inside.obstacle ?? .unavailable
      case .since(let versions): inside.availability.append(versions)
      }
    }
    if node.kind != .extending { take(node, nameOffset: offset, inside) }
    for member in node.list(.members) { read(member, inside) }
  }

  /// Adds a `@Registerable` type, or a note on the reason why the type is omitted.
  ///
  /// Several attributes count only in different clauses of one `#if` block.
  private mutating func take(
    _ node: SyntaxTree.Node, nameOffset: Int, _ inside: EnclosingScope
  ) {
    let marks = claimMarks(of: node)
    guard let first = marks.first else { return }
    let name = inside.path.joined(separator: ".")
    if inside.obstacle != nil || file.isInMalformedBlock(first) || name.isEmpty {
      leaveOut(first, name, nameOffset, inside.obstacle ?? .malformed)
      return
    }
    let start = file.start(of: node)
    let block = file.blocks.outermost(first) { !$0.range.contains(start) }
    for mark in marks where mark == first || block?.range.contains(mark) == true {
      found.append(
        (
          mark,
          RegisterableType(
            name: name, availability: inside.availability, place: place(nameOffset))
        ))
    }
  }

  /// Returns the offsets of a declaration's `@Registerable` attributes, and marks them as
  /// processed.
  private mutating func claimMarks(of node: SyntaxTree.Node) -> [Int] {
    let marks = file.attributes(of: node).map(\.offset).filter(file.isRegisterable)
    claimed.formUnion(marks)
    return marks
  }

  /// Adds notes on the `@Registerable` types in the bodies of functions, closures and accessors.
  private mutating func readBodies(of node: SyntaxTree.Node) {
    // A loop instead of recursion: a long chain of calls would overflow the stack.
    var pending = [node]
    while let next = pending.popLast() {
      if ParsedFile.isType(next), next.kind != .extending, let mark = claimMarks(of: next).first {
        let (offset, name) = file.name(of: next)
        leaveOut(mark, name, offset, .local)
      }
      pending += next.children.filter { $0.record.shape == .object || $0.record.shape == .array }
    }
  }

  /// Adds notes on the `@Registerable` attributes without a declaration in the syntax tree.
  ///
  /// The tree lacks types without a name, and the bodies of some closures.
  private mutating func findUnclaimed() {
    let source = file.source
    for offset in source.code.indices where source.code[offset] == UInt8(ascii: "@") {
      guard !claimed.contains(offset), file.isRegisterable(at: offset) else { continue }
      var words: [Range<Int>] = []
      var index = offset + 1
      while index < source.code.count, words.count < 20 {
        index = source.skipSpace(index)
        let word = source.identifier(at: index)
        if !word.isEmpty {
          words.append(word)
          index = word.upperBound
          if Self.keywords.contains(source.text(word)) { break }
        } else if index < source.code.count, source.code[index] == UInt8(ascii: "(") {
          index = source.end(ofBracketAt: index) ?? source.code.count
        } else if index < source.code.count, "@.".utf8.contains(source.code[index]) {
          index += 1
        } else {
          break
        }
      }
      guard let keyword = words.last, Self.types.contains(source.text(keyword)) else { continue }
      let name = source.skipSpace(keyword.upperBound)
      leaveOut(
        offset, source.text(source.identifier(at: name)), name,
        file.errors.isEmpty ? .local : .malformed)
    }
  }

  /// The keywords that declare a type.
  private static let types: Set = ["struct", "class", "enum", "actor"]

  /// The keywords that begin a declaration.
  private static let keywords = types.union([
    "func", "var", "let", "protocol", "extension", "init", "subscript", "typealias", "import",
    "case", "macro", "deinit", "operator", "associatedtype",
  ])

  /// Adds a comment about an omitted type.
  private mutating func leaveOut(
    _ mark: Int, _ name: String, _ nameOffset: Int, _ obstacle: Obstacle
  ) {
    leftOut.append(
      (mark, ScanNote(place: place(nameOffset), typeName: name, reason: obstacle.reason)))
  }

  /// Returns the source location of an offset.
  private func place(_ offset: Int) -> SourcePlace {
    let position = file.source.position(of: offset)
    return SourcePlace(path: file.path, line: position.line, column: position.column)
  }

  /// Returns the registerable types in a range of offsets, grouped by the `#if` blocks of that
  /// range.
  private func entries(
    _ range: Range<Int>, _ blocks: [ConditionalBlock]
  ) -> [RegisterableEntry] {
    var entries: [(offset: Int, entry: RegisterableEntry)] = found.filter { found in
      range.contains(found.offset) && !blocks.contains { $0.range.contains(found.offset) }
    }.map { ($0.offset, .type($0.type)) }
    for block in blocks {
      let clauses = block.clauses.map {
        RegisterableClause(directive: $0.directive, entries: self.entries($0.body, $0.blocks))
      }
      guard let last = clauses.lastIndex(where: { !$0.entries.isEmpty }) else { continue }
      entries.append((block.range.lowerBound, .conditional(Array(clauses[...last]))))
    }
    return entries.sorted { $0.offset < $1.offset }.map(\.entry)
  }
}

extension [ConditionalBlock] {
  /// Returns the outermost `#if` block that contains an offset and meets a condition.
  fileprivate func outermost(
    _ offset: Int, where meets: (ConditionalBlock) -> Bool
  ) -> ConditionalBlock? {
    var blocks = self
    while let block = blocks.first(where: { $0.range.contains(offset) }) {
      if meets(block) { return block }
      blocks = block.clauses.first { $0.body.contains(offset) }?.blocks ?? []
    }
    return nil
  }
}
