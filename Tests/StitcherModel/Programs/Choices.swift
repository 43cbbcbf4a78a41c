/// What a generator decides by: random numbers, or the bytes that a fuzzer makes up.
struct Choices: Sendable {
  /// Where the choices come from.
  private enum Source: Sendable {
    /// Random numbers, without end.
    case numbers(SplitMix64)
    /// Bytes, one for each choice; zeros follow after their end.
    case bytes(ArraySlice<UInt8>)
  }

  /// What is left.
  private var source: Source

  /// Chooses at random; the same seed makes the same choices.
  init(seed: UInt64) { source = .numbers(SplitMix64(seed: seed)) }

  /// Chooses as bytes say.
  init(bytes: [UInt8]) { source = .bytes(bytes[...]) }

  /// Whether all bytes were used; random numbers never are.
  var isAtEnd: Bool {
    if case .bytes(let bytes) = source { bytes.isEmpty } else { false }
  }

  /// Returns a number from zero up to, but not including, a limit; bytes go up to 255.
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

  /// Returns true in so many of a hundred cases.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// Returns one of the elements of an array that is not empty.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
