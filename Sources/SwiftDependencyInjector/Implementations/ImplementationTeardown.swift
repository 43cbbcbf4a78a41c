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
  init(
    asynchronous action: @escaping @Sendable @isolated(any) (Abstraction) async throws -> Void,
    within limit: Duration?, file: StaticString, line: UInt
  ) {
    teardown = Teardown(asynchronous: action, within: limit)
    location = SourceLocation(file: file, line: line)
  }

  /// The same for what the engine keeps an instance in.
  var ofSingleton: Teardown {
    // The singleton's registration makes nothing else.
    teardown.unwrapping { ($0 as! SingletonOf<Abstraction>).value }
  }
}
