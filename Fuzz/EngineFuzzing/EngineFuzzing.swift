/// What a program did that it must not do.
package struct EngineFinding: Error, CustomStringConvertible {
  /// What it was.
  package let description: String
}

/// Runs the program that bytes stand for, on graphs of its own, and checks each of its steps.
///
/// - Parameter bytes: What a fuzzer made up, or what a corpus has.
/// - Throws: ``EngineFinding`` if a result, an error or an instance is not what the registrations
///   say, or if something that was created is not released at the end.
package func fuzzEngine(_ bytes: [UInt8]) throws {
  let census = Census()
  var finding = World(bytes, census: census).run()
  if finding == nil, census.liveCount != 0 {
    finding = "\(census.liveCount) objects were not released."
  }
  if finding == nil, census.subscriptionCount != 0 {
    finding = "\(census.subscriptionCount) subscriptions were not ended."
  }
  if let finding { throw EngineFinding(description: finding) }
}

/// Reads a program; zeros follow after its end.
struct ByteReader {
  /// The program.
  private let bytes: [UInt8]

  /// How much of it was read.
  private var position = 0

  /// Starts at the beginning.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether all was read.
  var isAtEnd: Bool { position >= bytes.count }

  /// Reads a number below a bound.
  mutating func next(_ bound: Int) -> Int {
    guard !isAtEnd else { return 0 }
    defer { position += 1 }
    return Int(bytes[position]) % bound
  }
}
