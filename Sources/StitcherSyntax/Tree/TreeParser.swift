internal import Foundation

/// Parses JSON into the records of a ``SyntaxTree``.
///
/// SwiftPM builds the tools of plugins without optimization. So the C library runs the loops over
/// bytes, and the parser skips values that the tool does not read.
struct TreeParser {
  /// The records of the values parsed so far.
  private(set) var records: [SyntaxTree.Record] = []

  /// The offset of the next byte to parse.
  private var offset = 0

  /// Creates a parser for a document of the given length in bytes.
  init(count: Int) { records.reserveCapacity(count / 40 + 16) }

  /// An object or array that the parser has read only in part.
  private struct Open {
    /// The index of the object's or array's record.
    var record: Int32
    /// The index of the last value inside, or -1.
    var last: Int32
    /// Whether the value is an object, rather than an array.
    var isObject: Bool
    /// The offset of a skipped value of `original_init`, or -1.
    ///
    /// If the key `processed_init` follows, its value replaces the skipped one. Otherwise, the
    /// parser returns to this offset.
    var unread = -1
    /// Whether the parser has returned to the skipped value of `original_init`.
    var isReread = false
  }

  /// Parses a document.
  ///
  /// - Parameter bytes: The document, followed by a zero byte.
  mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard let base = bytes.baseAddress else { throw UnreadableTree(offset: 0) }
    // A loop instead of recursion: a chain of thousands of calls would overflow the stack.
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
          // No `processed_init` has followed: return to the skipped value of `original_init`.
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

  /// Whether the next character after white space is a colon.
  private func isBeforeColon(_ base: UnsafePointer<UInt8>) -> Bool {
    var next = offset
    while base[next] == 0x20 || base[next] == 0x0A || base[next] == 0x0D || base[next] == 0x09 {
      next &+= 1
    }
    return base[next] == 0x3A
  }

  /// Whether the parser skips the values of a key, since the tool reads none of them.
  private static func isPassedOver(_ key: Key) -> Bool {
    switch key {
    case .reqs, .genericSignature, .requirementSignature, .functionRef, .thrown, .captures,
      .builtinInitializer:
      true
    default: false
    }
  }

  /// Skips an object or an array.
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

  /// Appends the record of a value to the innermost open object or array, and returns its index.
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

  /// Skips the string at the current offset, and returns the offset of its closing quotation mark.
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

  /// Returns the text of a JSON string with its escapes resolved.
  static func unescape(_ raw: ArraySlice<UInt8>) -> String {
    // A JSON string with its quotation marks is a valid JSON document.
    let text = Data([0x22] + raw + [0x22])
    let value = try? JSONSerialization.jsonObject(with: text, options: .fragmentsAllowed)
    return value as? String ?? String(decoding: raw, as: UTF8.self)
  }
}

extension UnsafePointer<UInt8> {
  /// The same bytes as a C string.
  fileprivate var characters: UnsafePointer<CChar> {
    // Safe: both types are one byte, and nothing is written.
    UnsafeRawPointer(self).assumingMemoryBound(to: CChar.self)
  }
}
