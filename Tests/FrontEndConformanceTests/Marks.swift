/// A type that differs for every test and front end.
enum Mark<Test, FrontEnd> {}

/// A type that differs for every round.
enum Bit<Rest, Value> {}

/// A round in which nothing has been used yet.
protocol Round {
  func run<Mark>(_ mark: Mark.Type)
}

extension Round {
  /// Runs a number of rounds, each with a type of its own.
  func runAll<Test>(_ count: Int, _ test: Test.Type) {
    for number in 0..<count { run(number, bits: 16, test) }
  }

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
