/// A generator of random numbers that gives the same sequence for a seed, on every platform.
package struct SplitMix64: Sendable {
  /// What the next number is made of.
  private var state: UInt64

  /// Creates a generator for a seed.
  package init(seed: UInt64) { state = seed }

  /// Returns the next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns a number from zero up to, but not including, a limit.
  package mutating func below(_ limit: Int) -> Int {
    Int(truncatingIfNeeded: next() >> 1) % limit
  }

  /// Returns true in so many of a hundred cases.
  package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// Returns one of the elements of an array that is not empty.
  package mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
