/// A JSON document of the compiler, read once into a flat list.
///
/// The tree of a file has a million values, of which the tool reads few. So the reader copies
/// nothing, and creates strings on demand.
package final class SyntaxTree: Sendable {
  /// The shape of a JSON value.
  package enum Shape: UInt8, Sendable { case object, array, string, other }

  /// A value.
  package struct Record: Sendable {
    /// The key in the object around it.
    package var key: Key
    /// The shape.
    package var shape: Shape
    /// The kind of an object, by its key `_kind`.
    package var kind: Kind = .other
    /// The offset of the first byte; in a string, of the byte behind the quote.
    package var start: Int32
    /// The offset behind the last byte.
    package var end: Int32
    /// The index of the first value in an object or an array, or -1.
    package var first: Int32 = -1
    /// The index of the next value in the same object or array, or -1.
    package var next: Int32 = -1
  }

  /// The text.
  package let bytes: [UInt8]

  /// All values, each before the values in it.
  package let records: [Record]

  /// The whole document.
  package var root: Node { Node(tree: self, index: 0) }

  /// Reads a document.
  ///
  /// - Throws: ``UnreadableTree`` if it is not JSON.
  /// - Complexity: O(*n*) in the length.
  package convenience init(_ bytes: [UInt8]) throws {
    self.init(bytes, try Self.parsed(bytes[...]))
  }

  private init(_ bytes: [UInt8], _ records: [Record]) {
    self.bytes = bytes
    self.records = records
  }

  /// Reads documents that stand one after the other.
  ///
  /// - Throws: ``UnreadableTree`` if something else is among them.
  /// - Complexity: O(*n*) in the length.
  package static func documents(_ bytes: [UInt8]) throws -> [SyntaxTree] {
    var trees: [SyntaxTree] = []
    var rest = bytes.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
    while !rest.isEmpty {
      let records = try parsed(rest)
      let end = rest.startIndex + Int(records[0].end)
      trees.append(SyntaxTree(Array(rest[..<end]), records))
      rest = rest[end...].drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
    }
    return trees
  }

  /// Returns the values of the document with which a text begins.
  private static func parsed(_ bytes: ArraySlice<UInt8>) throws -> [Record] {
    guard bytes.count < Int32.max else { throw UnreadableTree(offset: Int(Int32.max)) }
    var parser = TreeParser(count: bytes.count)
    // The C library reads up to a zero.
    let terminated = bytes + [0]
    try terminated.withUnsafeBufferPointer {
      try parser.parse(UnsafeBufferPointer(rebasing: $0.dropLast()))
    }
    return parser.records
  }

  /// A value in a tree.
  package struct Node {
    /// The tree.
    package let tree: SyntaxTree

    /// The place of the value.
    package let index: Int

    /// The value's record.
    package var record: Record { tree.records[index] }

    /// The kind of the value, by its key `_kind`.
    package var kind: Kind { record.kind }

    /// The value of a key of an object.
    package subscript(key: Key) -> Node? {
      var position = record.first
      while position >= 0 {
        let record = tree.records[Int(position)]
        if record.key == key { return Node(tree: tree, index: Int(position)) }
        position = record.next
      }
      return nil
    }

    /// The values in an array or an object, in order.
    package var children: [Node] {
      var all: [Node] = []
      var position = record.first
      while position >= 0 {
        all.append(Node(tree: tree, index: Int(position)))
        position = tree.records[Int(position)].next
      }
      return all
    }

    /// The elements of an array under a key; empty if there is none.
    package func list(_ key: Key) -> [Node] { self[key]?.children ?? [] }

    /// The text under a key.
    package func text(_ key: Key) -> String? { self[key]?.string }

    /// Whether the value under a key is `true`.
    package func isTrue(_ key: Key) -> Bool { self[key]?.raw.first == UInt8(ascii: "t") }

    /// The bytes of the value in the document.
    package var raw: ArraySlice<UInt8> { tree.bytes[Int(record.start)..<Int(record.end)] }

    /// The value of a string, or the text of a number.
    package var string: String {
      let raw = raw
      guard raw.contains(UInt8(ascii: "\\")) else { return String(decoding: raw, as: UTF8.self) }
      return TreeParser.unescape(raw)
    }

    /// The offsets of the first and the last token of the value in the source file.
    package var range: ClosedRange<Int>? {
      guard let range = self[.range], let start = range[.start], let end = range[.end],
        let lower = Int(start.string), let upper = Int(end.string), lower <= upper
      else { return nil }
      return lower...upper
    }
  }
}

/// The error of a document that is not JSON.
package struct UnreadableTree: Error, CustomStringConvertible {
  /// The offset of the first wrong byte.
  package let offset: Int

  /// The line that is printed.
  package var description: String { "the compiler's tree is not JSON at byte \(offset)" }
}
