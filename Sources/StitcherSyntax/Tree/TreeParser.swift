internal import Foundation

/// Reads JSON into the records of a ``SyntaxTree``.
///
/// SwiftPM builds the tools of plugins without optimization. So the C library runs the loops over
/// bytes, and values that the tool does not read are skipped.
struct TreeParser {
  /// The values read so far.
  private(set) var records: [SyntaxTree.Record] = []

  /// The offset of the next byte.
  private var offset = 0

  /// Starts to read a document of so many bytes.
  init(count: Int) { records.reserveCapacity(count / 40 + 16) }

  /// An object or an array with its end still to come.
  private struct Open {
    /// Its record.
    var record: Int32
    /// The last value in it.
    var last: Int32
    /// Whether it is an object.
    var isObject: Bool
    /// The offset of a skipped `original_init`, or -1. If a `processed_init` follows, it says more
    /// than the original; otherwise the parser returns to the original.
    var unread = -1
    /// Whether the parser has returned to the original.
    var isReread = false
  }

  /// Reads a document.
  ///
  /// - Parameter bytes: The document, with a zero behind it.
  mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard let base = bytes.baseAddress else { throw UnreadableTree(offset: 0) }
    // A list instead of recursion: a chain of thousands of calls nests deeper than a stack is.
    var open: [Open] = []
    var key = Key.none
    let count = bytes.count
    while offset < count {
      switch base[offset] {
      case 0x20, 0x0A, 0x0D, 0x09, 0x2C, 0x3A:
        offset &+= 1
      case 0x7B, 0x5B:
        if key == .originalInit, let top = open.indices.last, !open[top].isReread {
          open[top].unread = offset
          try passOver(base, count)
        } else if Self.isPassedOver(key) {
          try passOver(base, count)
        } else {
          let isObject = base[offset] == 0x7B
          let record = append(key, isObject ? .object : .array, offset, 0, to: &open)
          open.append(Open(record: record, last: -1, isObject: isObject))
          offset &+= 1
        }
        key = .none
      case 0x7D, 0x5D:
        guard let top = open.indices.last else { throw UnreadableTree(offset: offset) }
        let unread = open[top].unread
        if unread >= 0 {
          // No `processed_init` has followed: read from the original on, once more.
          open[top].unread = -1
          open[top].isReread = true
          offset = unread
          key = .originalInit
          continue
        }
        let closed = open.removeLast()
        offset &+= 1
        records[Int(closed.record)].end = Int32(truncatingIfNeeded: offset)
        key = .none
        if open.isEmpty { return }
      case 0x22:
        let start = offset &+ 1
        let end = try endOfString(base, count)
        if key == .none, let owner = open.last, owner.isObject, isBeforeColon(base) {
          key = Key(base + start, end &- start)
        } else {
          if key == .kind, let owner = open.last {
            records[Int(owner.record)].kind = Kind(base + start, end &- start)
          }
          if key != .other { _ = append(key, .string, start, end, to: &open) }
          key = .none
        }
      default:
        let start = offset
        offset &+= strcspn(base.characters + offset, ",}] \n")
        guard offset > start, !open.isEmpty else { throw UnreadableTree(offset: start) }
        if key != .other { _ = append(key, .other, start, offset, to: &open) }
        key = .none
      }
    }
    throw UnreadableTree(offset: offset)
  }

  /// Whether the next character but white space is a colon.
  private func isBeforeColon(_ base: UnsafePointer<UInt8>) -> Bool {
    var next = offset
    while base[next] == 0x20 || base[next] == 0x0A || base[next] == 0x0D || base[next] == 0x09 {
      next &+= 1
    }
    return base[next] == 0x3A
  }

  /// Whether the tool reads no value of a key.
  private static func isPassedOver(_ key: Key) -> Bool {
    switch key {
    case .reqs, .genericSignature, .requirementSignature, .functionRef, .thrown, .captures,
      .builtinInitializer:
      true
    default: false
    }
  }

  /// Passes over an object or an array.
  private mutating func passOver(_ base: UnsafePointer<UInt8>, _ count: Int) throws {
    var depth = 0
    repeat {
      offset &+= strcspn(base.characters + offset, "\"{}[]")
      guard offset < count else { throw UnreadableTree(offset: offset) }
      switch base[offset] {
      case 0x22:
        _ = try endOfString(base, count)
        continue
      case 0x7B, 0x5B: depth &+= 1
      default: depth &-= 1
      }
      offset &+= 1
    } while depth > 0
  }

  /// Adds a value behind the last one in the innermost open object or array.
  private mutating func append(
    _ key: Key, _ shape: SyntaxTree.Shape, _ start: Int, _ end: Int, to open: inout [Open]
  ) -> Int32 {
    let index = Int32(truncatingIfNeeded: records.count)
    records.append(
      SyntaxTree.Record(
        key: key, shape: shape, start: Int32(truncatingIfNeeded: start),
        end: Int32(truncatingIfNeeded: end)))
    let top = open.count &- 1
    guard top >= 0 else { return index }
    let last = open[top].last
    if last < 0 {
      records[Int(open[top].record)].first = index
    } else {
      records[Int(last)].next = index
    }
    open[top].last = index
    if key == .processedInit { open[top].unread = -1 }
    return index
  }

  /// Passes over a string that begins here, and returns where its text ends.
  private mutating func endOfString(
    _ base: UnsafePointer<UInt8>, _ count: Int
  ) throws -> Int {
    var end = offset &+ 1
    while true {
      end &+= strcspn(base.characters + end, "\"\\")
      guard end < count else { throw UnreadableTree(offset: offset) }
      if base[end] == 0x22 { break }
      end &+= 2
    }
    offset = end &+ 1
    return end
  }

  /// Returns the text of a string with escapes.
  static func unescape(_ raw: ArraySlice<UInt8>) -> String {
    // A JSON string is a JSON document of its own.
    let text = Data([0x22] + raw + [0x22])
    let value = try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)
    return value as? String ?? String(decoding: raw, as: UTF8.self)
  }
}

extension UnsafePointer<UInt8> {
  /// The same bytes as the C library takes them.
  fileprivate var characters: UnsafePointer<CChar> {
    // Safe: both types are one byte, and nothing is written.
    UnsafeRawPointer(self).assumingMemoryBound(to: CChar.self)
  }
}
