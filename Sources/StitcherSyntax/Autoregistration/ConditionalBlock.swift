/// An `#if` block of a source file.
struct ConditionalBlock {
  /// A clause of an `#if` block, such as `#else` with the code that follows.
  struct Clause {
    /// The directive with its condition, such as `#if DEBUG`.
    var directive: String
    /// The offsets of the code between the directive and the block's next directive.
    var body: Range<Int>
    /// The `#if` blocks inside the clause.
    var blocks: [ConditionalBlock] = []
  }

  /// The clauses, in the order of the source.
  var clauses: [Clause] = []

  /// The offsets of the whole block, from `#if` to `#endif`.
  var range: Range<Int>

  /// Whether the directives have a syntax error. If so, the conditions of the clauses are unknown.
  var isMalformed = false

  /// Returns the outermost `#if` blocks of a source file.
  static func all(in source: SourceText) -> [ConditionalBlock] {
    var top: [ConditionalBlock] = []
    var open: [ConditionalBlock] = []
    let end = source.bytes.count
    /// Adds a finished block to the enclosing clause, or to the outermost blocks.
    func close(_ block: ConditionalBlock) {
      if open.isEmpty {
        top.append(block)
      } else {
        let outer = open.count - 1
        open[outer].clauses[open[outer].clauses.count - 1].blocks.append(block)
      }
    }
    for directive in source.directives {
      let body = directive.range.upperBound..<end
      let hasCondition = directive.word == "#if" || directive.word == "#elseif"
      let text = directive.word + (hasCondition ? " " + directive.condition : "")
      if directive.word == "#if" {
        open.append(ConditionalBlock(range: directive.range.lowerBound..<end))
      } else {
        guard let inner = open.indices.last else { continue }
        let last = open[inner].clauses.count - 1
        let start = open[inner].clauses[last].body.lowerBound
        open[inner].clauses[last].body = start..<max(start, directive.range.lowerBound)
        if directive.word == "#endif" {
          var block = open.removeLast()
          block.range = block.range.lowerBound..<directive.range.upperBound
          close(block)
          continue
        }
        if open[inner].clauses[last].directive.hasPrefix("#else"),
          !open[inner].clauses[last].directive.hasPrefix("#elseif")
        {
          open[inner].isMalformed = true
        }
      }
      let inner = open.count - 1
      open[inner].clauses.append(Clause(directive: text, body: body))
      if hasCondition, !CompilationCondition.isValid(directive.condition) {
        open[inner].isMalformed = true
      }
    }
    while var block = open.popLast() {
      block.isMalformed = true
      close(block)
    }
    return top
  }
}

/// A check of the syntax of `#if` conditions.
enum CompilationCondition {
  /// Whether a text is a valid condition of names, calls, `!`, `&&`, `||` and parentheses.
  static func isValid(_ text: String) -> Bool {
    let words = text.utf8.split { $0.isSpace }
    let isSplit = zip(words, words.dropFirst()).contains { one, other in
      one.last?.isIdentifier == true && other.first?.isIdentifier == true
    }
    if isSplit { return false }
    var rest = words.flatMap(Array.init)[...]
    return operand(&rest, 0) && rest.isEmpty
  }

  /// Parses operands with operators between them, and returns whether they are valid.
  private static func operand(_ rest: inout ArraySlice<UInt8>, _ depth: Int) -> Bool {
    guard depth < 100 else { return false }
    while true {
      while rest.first == UInt8(ascii: "!") { rest.removeFirst() }
      if rest.first == UInt8(ascii: "(") {
        rest.removeFirst()
        guard operand(&rest, depth + 1), rest.first == UInt8(ascii: ")") else { return false }
        rest.removeFirst()
      } else {
        guard name(&rest) else { return false }
      }
      guard rest.starts(with: "&&".utf8) || rest.starts(with: "||".utf8) else { return true }
      rest.removeFirst(2)
    }
  }

  /// Parses a name with optional call arguments, and returns whether it is valid.
  private static func name(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let count = rest.prefix { $0.isIdentifier || $0 == UInt8(ascii: "$") }.count
    guard count > 0, !(0x30...0x39).contains(rest[rest.startIndex]) else { return false }
    rest.removeFirst(count)
    guard rest.first == UInt8(ascii: "(") else { return true }
    let end = rest.firstIndex { $0 == UInt8(ascii: ")") }
    guard let end else { return false }
    let arguments = rest[(rest.startIndex + 1)..<end]
    let isPlain = arguments.allSatisfy { $0.isIdentifier || ".,:<>=\"-$".utf8.contains($0) }
    rest = rest[(end + 1)...]
    return isPlain && !arguments.isEmpty
  }
}
