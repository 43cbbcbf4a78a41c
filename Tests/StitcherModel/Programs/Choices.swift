/// The decisions of a generator: random numbers, or the bytes of a fuzzer.
struct Choices: Sendable {
  /// A source of choices.
  private enum Source: Sendable {
    /// Random numbers, without end.
    case numbers(SplitMix64)
    /// Bytes, one for each choice; zeros follow after their end.
    case bytes(ArraySlice<UInt8>)
  }

  /// The source, without the choices that were made.
  private var source: Source

  /// Creates random choices; the same seed gives the same choices.
  init(seed: UInt64) { source = .numbers(SplitMix64(seed: seed)) }

  /// Creates choices from bytes.
  init(bytes: [UInt8]) { source = .bytes(bytes[...]) }

  /// Whether all bytes were used; random numbers have no end.
  var isAtEnd: Bool {
    if case .bytes(let bytes) = source { bytes.isEmpty } else { false }
  }

  /// Returns a number from zero up to, but not including, a limit; a byte gives at most 255.
  mutating func below(_ limit: Int) -> Int {
    switch source {
    case .numbers(var numbers):
      let number = numbers.next()
      source = .numbers(numbers)
      return Int(truncatingIfNeeded: number >> 1) % limit
    case .bytes(var bytes):
      let byte = bytes.popFirst() ?? 0
      source = .bytes(bytes)
      return Int(byte) % limit
    }
  }

  /// Returns `true` with a probability in percent.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// Returns one of the elements of an array that is not empty.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
