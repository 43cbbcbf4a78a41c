/// What a program did otherwise than its model.
package struct ProgramFinding: Error, CustomStringConvertible {
  /// What differs, and a short program that still fails.
  package let description: String
}

extension Program {
  /// Makes the program that bytes choose: it goes on until they are used up.
  package init(bytes: [UInt8]) {
    var generator = Generator(bytes: bytes)
    self = generator.program(steps: Self.mostFuzzedSteps)
  }

  /// The most steps of a program that bytes choose.
  private static let mostFuzzedSteps = 200

  /// Runs the program that bytes choose beside the model.
  ///
  /// - Parameter bytes: What a fuzzer made up, or what a corpus has.
  /// - Throws: ``ProgramFinding`` if the engine differs from the model.
  package static func fuzz(_ bytes: [UInt8]) throws {
    let program = Program(bytes: bytes)
    guard let discrepancy = program.run().discrepancy else { return }
    let short = program.shrunk { $0.run().discrepancy != nil }
    throw ProgramFinding(
      description: """
        The engine differs from its model. \(discrepancy)

        Shrunk: \(short.run().discrepancy.map(String.init) ?? "It does not happen each time.")

        \(short.source)
        """)
  }
}
