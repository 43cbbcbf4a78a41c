/// A type that differs for every round.
package enum Bit<Rest, Value> {}

/// A round with a type that no earlier round has used.
package protocol Round {
  /// Runs the round with a type that no other round has.
  func run<Mark>(_ mark: Mark.Type)
}

extension Round {
  /// Runs a number of rounds, each with a unique type.
  package func runAll<Test>(_ count: Int, _ test: Test.Type) {
    for number in 0..<count { run(number, test) }
  }

  /// Runs the round with a number, with the type of that number.
  package func run<Test>(_ number: Int, _ test: Test.Type) { run(number, bits: 16, test) }

  /// Builds the type of a round from the bits of its number.
  private func run<Mark>(_ number: Int, bits: Int, _ mark: Mark.Type) {
    if bits == 0 {
      run(mark)
    } else if number & 1 == 1 {
      run(number >> 1, bits: bits - 1, Bit<Mark, Bool>.self)
    } else {
      run(number >> 1, bits: bits - 1, Bit<Mark, Void>.self)
    }
  }
}
