/// The delivered values of a publisher, for which tests can wait.
final class Recorder<Value: Sendable>: Sendable {
  private let stream: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  /// Adds a value.
  func add(_ value: Value) { continuation.yield(value) }

  /// Waits for a value; returns all values up to it.
  func values(until last: Value) async -> [Value] where Value: Equatable {
    var values: [Value] = []
    for await value in stream {
      values.append(value)
      if value == last { break }
    }
    return values
  }
}
