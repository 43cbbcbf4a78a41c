/// A type that can be created without arguments.
public protocol Initializable {
  /// Creates an instance of the type.
  init()
}

/// A type that provides its instances by a static function, and so can be registered as an
/// implementation.
///
/// ```swift
/// final class RemoteRepository: Repository, InjectableDependency {
///   required init() {}
/// }
///
/// Injector.global.register(Repository.self, implementation: RemoteRepository.instance)
/// ```
///
/// A class that is not final needs a `required init()`. The conformance is optional, since any
/// closure is accepted as an implementation.
public protocol InjectableDependency: Initializable {
  /// Returns an instance of the type; by default, each call creates a new one.
  static func instance() -> Self
}

extension InjectableDependency {
  /// Returns a new instance of the type.
  public static func instance() -> Self { Self() }
}
