internal import StitcherEngine

/// The teardown of an implementation's singletons, with the source location of the registration.
@usableFromInline
struct ImplementationTeardown<Abstraction>: Sendable {
  /// The teardown closure with its time limit. The closure takes the plain instance, not the
  /// ``SingletonOf`` wrapper.
  private let teardown: Teardown

  /// The source location where the implementation is registered.
  let location: SourceLocation

  /// Creates a teardown from a synchronous closure that closes a singleton; returns `nil` if no
  /// closure is given.
  @usableFromInline
  init?(
    synchronous action: (@Sendable @isolated(any) (Abstraction) throws -> Void)?,
    file: StaticString, line: UInt
  ) {
    guard let action else { return nil }
    teardown = Teardown(synchronous: action)
    location = SourceLocation(file: file, line: line)
  }

  /// Creates a teardown from an asynchronous closure that closes a singleton, with an optional time
  /// limit.
  @usableFromInline
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  init(
    asynchronous action: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    within limit: Duration?, file: StaticString, line: UInt
  ) {
    teardown = Teardown(asynchronous: action, within: limit.map { TimeSpan($0) })
    location = SourceLocation(file: file, line: line)
  }

  /// Creates a teardown from an asynchronous closure that closes a singleton, with an optional time
  /// limit in seconds.
  @usableFromInline
  init(
    asynchronous action: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    withinSeconds limit: Double?, file: StaticString, line: UInt
  ) {
    teardown = Teardown(asynchronous: action, within: limit.map { TimeSpan(seconds: $0) })
    location = SourceLocation(file: file, line: line)
  }

  /// The same teardown with a closure that takes the singleton in its ``SingletonOf`` wrapper.
  var ofSingleton: Teardown {
    // The registration creates values of the wrapper type only.
    teardown.unwrapping { ($0 as! SingletonOf<Abstraction>).value }
  }
}
