/// A JSON document of the compiler, parsed into a flat list of values.
///
/// The tree of a file has a million values, of which the tool reads few. So the parser copies no
/// texts, and strings are created on demand.
package final class SyntaxTree: Sendable {
  /// The shape of a JSON value.
  package enum Shape: UInt8, Sendable { case object, array, string, other }

  /// A JSON value: its key, its kind, and the offsets of its text.
  package struct Record: Sendable {
    /// The key of the value in the enclosing object.
    package var key: Key
    /// The shape of the value.
    package var shape: Shape
    /// The kind of an object, from its key `_kind`.
    package var kind: Kind = .other
    /// The offset of the value's first byte. For a string, this is the byte after the quotation
    /// mark.
    package var start: Int32
    /// The offset after the value's last byte.
    package var end: Int32
    /// The index of the first value inside an object or array, or -1.
    package var first: Int32 = -1
    /// The index of the next value in the same object or array, or -1.
    package var next: Int32 = -1
  }

  /// The bytes of the document.
  package let bytes: [UInt8]

  /// All values of the document. An object or array comes before the values inside.
  package let records: [Record]

  /// The value that contains the whole document.
  package var root: Node { Node(tree: self, index: 0) }

  /// Returns the values of a key in all objects of the document, except in skipped values.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - isSkipped: Returns whether to skip a value, with all values inside.
  ///
  /// - Complexity: O(*n*) in the number of values of the document.
  package func values(of key: Key, skipping isSkipped: (Node) -> Bool) -> [Node] {
    var found: [Node] = []
    var end: Int32 = 0
    for (index, record) in records.enumerated() where record.start >= end {
      let node = Node(tree: self, index: index)
      if isSkipped(node) {
        end = record.end
      } else if record.key == key {
        found.append(node)
      }
    }
    return found
  }

  /// Parses a document.
  ///
  /// - Throws: ``UnreadableTree`` if the text is not JSON.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package convenience init(_ bytes: [UInt8]) throws {
    self.init(bytes, try Self.parsed(bytes[...]))
  }

  private init(_ bytes: [UInt8], _ records: [Record]) {
    self.bytes = bytes
    self.records = records
  }

  /// Parses several documents that follow each other in one text.
  ///
  /// - Throws: ``UnreadableTree`` if the text contains anything but JSON documents.
  ///
  /// - Complexity: O(*n*) in the length of the text.
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

  /// Returns the values of the first document in a text.
  private static func parsed(_ bytes: ArraySlice<UInt8>) throws -> [Record] {
    guard bytes.count < Int32.max else { throw UnreadableTree(offset: Int(Int32.max)) }
    var parser = TreeParser(count: bytes.count)
    // The C functions read up to a zero byte.
    let terminated = bytes + [0]
    try terminated.withUnsafeBufferPointer {
      try parser.parse(UnsafeBufferPointer(rebasing: $0.dropLast()))
    }
    return parser.records
  }

  /// A value in the tree, as a reference to its record.
  package struct Node {
    /// The tree that contains the value.
    package let tree: SyntaxTree

    /// The index of the value's record.
    package let index: Int

    /// The record of the value.
    package var record: Record { tree.records[index] }

    /// The kind of the value, by its key `_kind`.
    package var kind: Kind { record.kind }

    /// The value under a key of an object, or `nil` if the object lacks the key.
    package subscript(key: Key) -> Node? {
      var position = record.first
      while position >= 0 {
        let record = tree.records[Int(position)]
        if record.key == key { return Node(tree: tree, index: Int(position)) }
        position = record.next
      }
      return nil
    }

    /// The values inside an array or an object, in order.
    package var children: [Node] {
      var all: [Node] = []
      var position = record.first
      while position >= 0 {
        all.append(Node(tree: tree, index: Int(position)))
        position = tree.records[Int(position)].next
      }
      return all
    }

    /// Returns the elements of the array under a key, or an empty array if the key is missing.
    package func list(_ key: Key) -> [Node] { self[key]?.children ?? [] }

    /// Returns the text under a key, or `nil` if the key is missing.
    package func text(_ key: Key) -> String? { self[key]?.string }

    /// Returns whether the value under a key is `true`.
    package func isTrue(_ key: Key) -> Bool { self[key]?.raw.first == UInt8(ascii: "t") }

    /// The bytes of the value in the document.
    package var raw: ArraySlice<UInt8> { tree.bytes[Int(record.start)..<Int(record.end)] }

    /// The text of a string with its escapes resolved, or the digits of a number.
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
  /// The offset of the first byte that is not JSON.
  package let offset: Int

  /// The message that the tool prints.
  package var description: String { "the compiler's tree is not JSON at byte \(offset)" }
}
