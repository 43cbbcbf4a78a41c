internal import StitcherEngine

/// An ``Interceptor`` that is told of each call when it is over, for logging and metrics.
///
/// ```swift
/// let store = InterceptedNoteStore(
///   FileNoteStore(),
///   by: InvocationObserver { invocation, outcome in
///     print(invocation, outcome.duration)
///   })
/// ```
public struct InvocationObserver: Interceptor {
  /// How a call has ended.
  public struct Outcome: Sendable {
    /// How long it took, waits included.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public var duration: Duration { span.duration }

    /// How long it took, in seconds, waits included.
    public var durationInSeconds: Double { span.inSeconds }

    /// How long it took, waits included.
    let span: TimeSpan

    /// What was thrown, if something was.
    public let error: (any Error)?
  }

  /// What is told.
  private let observe: @Sendable (Invocation, Outcome) -> Void

  /// Creates an observer.
  ///
  /// - Parameter observe: Is called after each call, before the caller goes on, where the member
  ///   ran: on any thread, and on several at one time.
  public init(_ observe: @escaping @Sendable (Invocation, Outcome) -> Void) {
    self.observe = observe
  }

  /// Calls a synchronous member, and tells of it.
  ///
  /// - Parameters:
  ///   - invocation: The member, and what it is called with.
  ///   - proceed: Calls the member.
  /// - Returns: What the member returns.
  /// - Throws: What the member throws.
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

  /// Calls an asynchronous member, and tells of it.
  ///
  /// - Parameters:
  ///   - invocation: The member, and what it is called with.
  ///   - proceed: Calls the member.
  /// - Returns: What the member returns.
  /// - Throws: What the member throws.
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
