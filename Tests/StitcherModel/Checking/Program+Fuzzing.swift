/// An error that says how a program's behavior differs from the model's.
package struct ProgramFinding: Error, CustomStringConvertible {
  /// The differences, and a short program that still fails.
  package let description: String
}

extension Program {
  /// Creates the program that bytes choose; it ends with the bytes.
  package init(bytes: [UInt8]) {
    var generator = Generator(bytes: bytes)
    self = generator.program(steps: Self.mostFuzzedSteps)
  }

  /// The maximum number of steps of a program that bytes choose.
  private static let mostFuzzedSteps = 200

  /// Runs the program that bytes choose beside the model.
  ///
  /// - Parameter bytes: The bytes of a fuzzer, or of a corpus.
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
