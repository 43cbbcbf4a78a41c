package import Foundation

/// A 128-bit hash of a file or a list of texts.
///
/// The hash detects changes. It is not cryptographic.
package struct ContentHash: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The first 64 bits of the hash.
  private var first: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The last 64 bits of the hash.
  private var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  /// Creates the hash of an empty input.
  package init() {}

  /// Creates the hash of a list of texts. The boundaries between the texts count.
  package init(_ texts: [String]) {
    for text in texts { add(text) }
  }

  /// Creates the hash of bytes.
  package init(_ data: Data) {
    data.withUnsafeBytes { add($0) }
  }

  /// Adds a text and its length to the hash.
  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  /// Adds another hash to this hash.
  package mutating func add(_ other: ContentHash) {
    mix(other.first)
    mix(other.second)
  }

  /// Adds bytes and their number to the hash.
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

  /// Adds eight bytes of input to both halves of the hash.
  private mutating func mix(_ word: UInt64) {
    first = (first ^ word) &* 0x9FB2_1C65_1E98_DF25
    first ^= first &>> 32
    second = (second &+ word) &* 0xD6E8_FEB8_6659_FD93
    second = (second &<< 29 | second &>> 35) ^ first
  }

  /// The hash as 32 hexadecimal digits, such as for a file name.
  package var description: String {
    [first, second].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
