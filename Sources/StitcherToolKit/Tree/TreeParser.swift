/// Reads JSON into the records of a ``SyntaxTree``.
struct TreeParser {
  /// What was read.
  private(set) var records: [SyntaxTree.Record] = []

  /// Where reading has come to.
  private var offset = 0

  /// Starts to read a document of so many bytes.
  init(count: Int) { records.reserveCapacity(count / 24 + 16) }

  /// Reads a document.
  mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    // The values that are open, and the last value in each: a chain of thousands of calls nests
    // deeper than a stack is.
    var open: [(record: Int, last: Int)] = []
    var key = Key.none
    while offset < bytes.count {
      let byte = bytes[offset]
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ","), UInt8(ascii: ":"):
        offset += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let shape: SyntaxTree.Shape = byte == UInt8(ascii: "{") ? .object : .array
        let record = append(.init(key: key, shape: shape, start: offset), to: &open)
        open.append((record, -1))
        key = .none
        offset += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard let (record, _) = open.popLast() else { throw UnreadableTree(offset: offset) }
        offset += 1
        records[record].end = offset
        key = .none
        if open.isEmpty { return }
      case UInt8(ascii: "\""):
        let (start, end) = try readString(bytes)
        let isKey = key == .none && isInObject(open) && isFollowedByColon(bytes)
        if isKey {
          key = Key(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        } else {
          if key == .kind, let owner = open.last?.record {
            records[owner].kind = Kind(UnsafeBufferPointer(rebasing: bytes[start..<end]))
          }
          _ = append(.init(key: key, shape: .string, start: start, end: end), to: &open)
          key = .none
        }
      default:
        let start = offset
        while offset < bytes.count, !Self.isEnd(bytes[offset]) { offset += 1 }
        guard offset > start, !open.isEmpty else { throw UnreadableTree(offset: start) }
        _ = append(.init(key: key, shape: .other, start: start, end: offset), to: &open)
        key = .none
      }
    }
    throw UnreadableTree(offset: offset)
  }

  /// Whether what is read next stands in an object.
  private func isInObject(_ open: [(record: Int, last: Int)]) -> Bool {
    open.last.map { records[$0.record].shape == .object } ?? false
  }

  /// Whether a colon comes next.
  private func isFollowedByColon(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var next = offset
    while next < bytes.count, bytes[next] == 0x20 || bytes[next] == 0x0A { next += 1 }
    return next < bytes.count && bytes[next] == UInt8(ascii: ":")
  }

  /// Whether a byte ends a number or a word.
  private static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      || byte == 0x0A || byte == 0x20
  }

  /// Adds a value behind the last one of what is around it.
  private mutating func append(
    _ record: SyntaxTree.Record, to open: inout [(record: Int, last: Int)]
  ) -> Int {
    let index = records.count
    records.append(record)
    guard let (parent, last) = open.last else { return index }
    if last < 0 {
      records[parent].first = Int32(index)
    } else {
      records[last].next = Int32(index)
    }
    open[open.count - 1].last = index
    return index
  }

  /// Passes over a string, and returns where its text begins and ends.
  private mutating func readString(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws -> (Int, Int) {
    let start = offset + 1
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard end < bytes.count else { throw UnreadableTree(offset: offset) }
    offset = end + 1
    return (start, end)
  }

  /// Returns the text of a string with escapes.
  static func unescape(_ raw: ArraySlice<UInt8>) -> String {
    var units: [UInt16] = []
    var scalars = ""
    var position = raw.startIndex
    func flush() {
      guard !units.isEmpty else { return }
      scalars += String(decoding: units, as: UTF16.self)
      units = []
    }
    while position < raw.endIndex {
      guard raw[position] == UInt8(ascii: "\\"), position + 1 < raw.endIndex else {
        flush()
        var end = position + 1
        while end < raw.endIndex, raw[end] != UInt8(ascii: "\\") { end += 1 }
        scalars += String(decoding: raw[position..<end], as: UTF8.self)
        position = end
        continue
      }
      let escape = raw[position + 1]
      position += 2
      switch escape {
      case UInt8(ascii: "n"): units.append(0x0A)
      case UInt8(ascii: "t"): units.append(0x09)
      case UInt8(ascii: "r"): units.append(0x0D)
      case UInt8(ascii: "b"): units.append(0x08)
      case UInt8(ascii: "f"): units.append(0x0C)
      case UInt8(ascii: "u"):
        let end = min(position + 4, raw.endIndex)
        units.append(
          UInt16(String(decoding: raw[position..<end], as: UTF8.self), radix: 16) ?? 0xFFFD)
        position = end
      default: units.append(UInt16(escape))
      }
    }
    flush()
    return scalars
  }
}
