/// Code that runs around each call of a member of an ``Intercepted()`` protocol, such as logging,
/// metrics or retries.
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
/// A conforming type implements both methods, one for synchronous members and one for asynchronous
/// members. To be notified after each call only, use an ``InvocationObserver``, which implements
/// both.
///
/// `Failure` is the error type of the member: `Never` for a member that does not throw, and `any
/// Error` for `throws` without a type. To throw an error of your own, cast it to `Failure`:
///
/// ```swift
/// if let error = CircuitOpen() as? Failure { throw error }
/// ```
///
/// An interceptor is `Sendable`, since several threads and actors may call it at the same time. It
/// runs on the executor of the member: on the actor, if the member is isolated to one.
public protocol Interceptor: Sendable {
  /// Runs around a call of a synchronous member.
  ///
  /// - Parameters:
  ///   - invocation: The member and its arguments.
  ///   - proceed: Calls the member with the same arguments each time. The interceptor may call it
  ///     several times, or not at all if it returns a value of its own or throws.
  /// - Returns: The result for the caller, usually the result of `proceed`.
  /// - Throws: The error for the caller, usually the error of `proceed`.
  func intercept<Value, Failure>(
    _ invocation: Invocation, _ proceed: () throws(Failure) -> Value
  ) throws(Failure) -> Value

  /// Runs around a call of an asynchronous member.
  ///
  /// - Parameters:
  ///   - invocation: The member and its arguments.
  ///   - proceed: Calls the member with the same arguments each time. The interceptor may call it
  ///     several times, or not at all if it returns a value of its own or throws.
  /// - Returns: The result for the caller, usually the result of `proceed`.
  /// - Throws: The error for the caller, usually the error of `proceed`.
  nonisolated(nonsending) func intercept<Value, Failure>(
    _ invocation: Invocation,
    _ proceed: nonisolated(nonsending) () async throws(Failure) -> Value
  ) async throws(Failure) -> Value
}
