internal import StitcherEngine

/// How the singletons of implementations are closed, as it is written where these are registered.
@usableFromInline
struct ImplementationTeardown<Abstraction>: Sendable {
  /// What is done with an instance.
  private let teardown: Teardown

  /// Where it is written.
  let location: SourceLocation

  /// Takes a synchronous closure over, if there is one.
  @usableFromInline
  init?(
    synchronous action: (@Sendable @isolated(any) (Abstraction) throws -> Void)?,
    file: StaticString, line: UInt
  ) {
    guard let action else { return nil }
    teardown = Teardown(synchronous: action)
    location = SourceLocation(file: file, line: line)
  }

  /// Takes an asynchronous closure over.
  @usableFromInline
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  init(
    asynchronous action: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    within limit: Duration?, file: StaticString, line: UInt
  ) {
    teardown = Teardown(asynchronous: action, within: limit.map { TimeSpan($0) })
    location = SourceLocation(file: file, line: line)
  }

  /// Takes an asynchronous closure over, with a limit in seconds.
  @usableFromInline
  init(
    asynchronous action: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    withinSeconds limit: Double?, file: StaticString, line: UInt
  ) {
    teardown = Teardown(asynchronous: action, within: limit.map { TimeSpan(seconds: $0) })
    location = SourceLocation(file: file, line: line)
  }

  /// The same for what the engine keeps an instance in.
  var ofSingleton: Teardown {
    // The singleton's registration makes nothing else.
    teardown.unwrapping { ($0 as! SingletonOf<Abstraction>).value }
  }
}
