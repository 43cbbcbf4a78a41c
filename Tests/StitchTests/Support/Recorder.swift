/// What a publisher delivers, to be waited for.
final class Recorder<Value: Sendable>: Sendable {
  private let stream: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  /// Adds a value.
  func add(_ value: Value) { continuation.yield(value) }

  /// Returns the values up to one, which is waited for.
  func values(until last: Value) async -> [Value] where Value: Equatable {
    var values: [Value] = []
    for await value in stream {
      values.append(value)
      if value == last { break }
    }
    return values
  }
}
