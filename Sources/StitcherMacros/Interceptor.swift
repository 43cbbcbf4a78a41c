/// What runs around each member of an object that ``Intercepted()`` wraps: logging, metrics,
/// retries.
///
/// ```swift
/// struct Retrying: Interceptor {
///   func intercept<Value, Failure>(
///     _ invocation: Invocation, _ proceed: () throws(Failure) -> Value
///   ) throws(Failure) -> Value {
///     do {
///       return try proceed()
///     } catch {
///       return try proceed()
///     }
///   }
///
///   nonisolated(nonsending) func intercept<Value, Failure>(
///     _ invocation: Invocation,
///     _ proceed: nonisolated(nonsending) () async throws(Failure) -> Value
///   ) async throws(Failure) -> Value {
///     do {
///       return try await proceed()
///     } catch {
///       return try await proceed()
///     }
///   }
/// }
/// ```
///
/// Both forms have to be written, so that no member is forgotten. Where it is enough to be told of
/// what has happened, ``InvocationObserver`` has both.
///
/// `Failure` is what the member throws: `Never` if it throws nothing, and `any Error` if it does
/// not say. An error of one's own can be thrown where the member throws any:
///
/// ```swift
/// if let error = CircuitOpen() as? Failure { throw error }
/// ```
///
/// An interceptor is called by all threads and actors that use what it is put around, at one time;
/// so it is `Sendable`. It runs where the member runs: on the actor, if that belongs to one.
public protocol Interceptor: Sendable {
  /// Runs around a synchronous member.
  ///
  /// - Parameters:
  ///   - invocation: The member, and what it is called with.
  ///   - proceed: Calls the member. It may be called several times, each of which passes the same
  ///     arguments, or not at all, if the interceptor has a value or throws.
  /// - Returns: What the caller gets: as a rule, what `proceed` has returned.
  /// - Throws: What the caller gets: as a rule, what `proceed` has thrown.
  func intercept<Value, Failure>(
    _ invocation: Invocation, _ proceed: () throws(Failure) -> Value
  ) throws(Failure) -> Value

  /// Runs around an asynchronous member.
  ///
  /// - Parameters:
  ///   - invocation: The member, and what it is called with.
  ///   - proceed: Calls the member. It may be called several times, each of which passes the same
  ///     arguments, or not at all, if the interceptor has a value or throws.
  /// - Returns: What the caller gets: as a rule, what `proceed` has returned.
  /// - Throws: What the caller gets: as a rule, what `proceed` has thrown.
  nonisolated(nonsending) func intercept<Value, Failure>(
    _ invocation: Invocation,
    _ proceed: nonisolated(nonsending) () async throws(Failure) -> Value
  ) async throws(Failure) -> Value
}
