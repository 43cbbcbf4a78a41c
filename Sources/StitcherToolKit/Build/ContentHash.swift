package import Foundation

/// A hash of 128 bits of a file or a list of texts.
///
/// The hash detects changes. It is not cryptographic.
package struct ContentHash: Hashable, Codable, Sendable, CustomStringConvertible {
  /// One half.
  private var first: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The other half.
  private var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  /// Starts with nothing.
  package init() {}

  /// Hashes texts, of which each counts by itself.
  package init(_ texts: [String]) {
    for text in texts { add(text) }
  }

  /// Hashes bytes.
  package init(_ data: Data) {
    data.withUnsafeBytes { add($0) }
  }

  /// Adds a text, with its length.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds another hash.
  package mutating func add(_ other: ContentHash) {
    mix(other.first)
    mix(other.second)
  }

  /// Adds bytes, with their number.
  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    let count = bytes.count
    while offset + 8 <= count {
      mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    mix(rest)
    mix(UInt64(count))
  }

  /// Adds a word to both halves.
  private mutating func mix(_ word: UInt64) {
    first = (first ^ word) &* 0x9FB2_1C65_1E98_DF25
    first ^= first &>> 32
    second = (second &+ word) &* 0xD6E8_FEB8_6659_FD93
    second = (second &<< 29 | second &>> 35) ^ first
  }

  /// 32 digits, as for the name of a file.
  package var description: String {
    [first, second].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
