/// A JSON document of the compiler, read once into a flat list.
///
/// A tree of a file has a million values, of which few are looked at, so nothing is copied: strings
/// are made where they are asked for.
final class SyntaxTree: Sendable {
  /// What a value is.
  enum Shape: UInt8, Sendable { case object, array, string, other }

  /// A value.
  struct Record: Sendable {
    /// The key in the object around it.
    var key: Key
    /// What it is.
    var shape: Shape
    /// Of an object, what its key `_kind` says.
    var kind: Kind = .other
    /// Where the text begins; of a string, behind the quote.
    var start: Int32
    /// Where the text ends.
    var end: Int32
    /// The first value in it.
    var first: Int32 = -1
    /// The next value in what is around it.
    var next: Int32 = -1
  }

  /// The text.
  let bytes: [UInt8]

  /// All values, each before what it holds.
  let records: [Record]

  /// The whole document.
  var root: Node { Node(tree: self, index: 0) }

  /// Reads a document.
  ///
  /// - Throws: ``UnreadableTree`` if it is not JSON.
  /// - Complexity: O(*n*) in the length.
  init(_ bytes: [UInt8]) throws {
    guard bytes.count < Int32.max else { throw UnreadableTree(offset: Int(Int32.max)) }
    var parser = TreeParser(count: bytes.count)
    // The C library reads up to a zero.
    let terminated = bytes + [0]
    try terminated.withUnsafeBufferPointer {
      try parser.parse(UnsafeBufferPointer(rebasing: $0.dropLast()))
    }
    self.bytes = bytes
    records = parser.records
  }

  /// A value in a tree.
  struct Node {
    /// The tree.
    let tree: SyntaxTree

    /// The place of the value.
    let index: Int

    /// The value's record.
    var record: Record { tree.records[index] }

    /// What the compiler calls the value.
    var kind: Kind { record.kind }

    /// The value of a key of an object.
    subscript(key: Key) -> Node? {
      var position = record.first
      while position >= 0 {
        let record = tree.records[Int(position)]
        if record.key == key { return Node(tree: tree, index: Int(position)) }
        position = record.next
      }
      return nil
    }

    /// What an array or an object holds, in order.
    var children: [Node] {
      var all: [Node] = []
      var position = record.first
      while position >= 0 {
        all.append(Node(tree: tree, index: Int(position)))
        position = tree.records[Int(position)].next
      }
      return all
    }

    /// The elements of an array under a key; empty if there is none.
    func list(_ key: Key) -> [Node] { self[key]?.children ?? [] }

    /// The text under a key.
    func text(_ key: Key) -> String? { self[key]?.string }

    /// Whether the value under a key is `true`.
    func isTrue(_ key: Key) -> Bool { self[key]?.raw.first == UInt8(ascii: "t") }

    /// The text of the value, as it stands in the document.
    var raw: ArraySlice<UInt8> { tree.bytes[Int(record.start)..<Int(record.end)] }

    /// The value of a string, or the text of a number.
    var string: String {
      let raw = raw
      guard raw.contains(UInt8(ascii: "\\")) else { return String(decoding: raw, as: UTF8.self) }
      return TreeParser.unescape(raw)
    }

    /// Where the value stands in the source file: the offsets of its first and its last token.
    var range: ClosedRange<Int>? {
      guard let range = self[.range], let start = range[.start], let end = range[.end],
        let lower = Int(start.string), let upper = Int(end.string), lower <= upper
      else { return nil }
      return lower...upper
    }
  }
}

/// Why a tree cannot be read.
struct UnreadableTree: Error, CustomStringConvertible {
  /// Where in the document.
  let offset: Int

  var description: String { "the compiler's tree is not JSON at byte \(offset)" }
}
