internal import StitcherEngine

/// An ``Interceptor`` that passes each finished call to a closure, for logging and metrics.
///
/// ```swift
/// let store = InterceptedNoteStore(
///   FileNoteStore(),
///   by: InvocationObserver { invocation, outcome in
///     print(invocation, outcome.duration)
///   })
/// ```
public struct InvocationObserver: Interceptor {
  /// The result of a call: its duration, and its error if it failed.
  public struct Outcome: Sendable {
    /// The duration of the call, including the time in which it was suspended.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public var duration: Duration { span.duration }

    /// The duration of the call in seconds, including the time in which it was suspended.
    public var durationInSeconds: Double { span.inSeconds }

    let span: TimeSpan

    /// The error that the member has thrown, or `nil` if it returned.
    public let error: (any Error)?
  }

  private let observe: @Sendable (Invocation, Outcome) -> Void

  /// Creates an observer that calls a closure.
  ///
  /// - Parameter observe: Called after each call, before the caller continues. It runs on the
  ///   executor of the member, so it may run on several threads at the same time.
  public init(_ observe: @escaping @Sendable (Invocation, Outcome) -> Void) {
    self.observe = observe
  }

  /// Calls a synchronous member, and then notifies the closure.
  ///
  /// - Parameters:
  ///   - invocation: The member and its arguments.
  ///   - proceed: Calls the member.
  /// - Returns: The result of the member.
  /// - Throws: The error of the member.
  public func intercept<Value, Failure>(
    _ invocation: Invocation, _ proceed: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let start = TimeSpan.sinceBoot
    do {
      let value = try proceed()
      observe(invocation, Outcome(span: .sinceBoot - start, error: nil))
      return value
    } catch {
      observe(invocation, Outcome(span: .sinceBoot - start, error: error))
      throw error
    }
  }

  /// Calls an asynchronous member, and then notifies the closure.
  ///
  /// - Parameters:
  ///   - invocation: The member and its arguments.
  ///   - proceed: Calls the member.
  /// - Returns: The result of the member.
  /// - Throws: The error of the member.
  nonisolated(nonsending) public func intercept<Value, Failure>(
    _ invocation: Invocation,
    _ proceed: nonisolated(nonsending) () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let start = TimeSpan.sinceBoot
    do {
      let value = try await proceed()
      observe(invocation, Outcome(span: .sinceBoot - start, error: nil))
      return value
    } catch {
      observe(invocation, Outcome(span: .sinceBoot - start, error: error))
      throw error
    }
  }
}
