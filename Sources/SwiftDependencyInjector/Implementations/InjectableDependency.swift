/// A type with an initializer without parameters.
public protocol Initializable {
  /// Creates an instance.
  init()
}

/// A type that can be registered as an implementation by its ``instance()`` function.
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
  /// Returns an instance; by default, a new one for each call.
  static func instance() -> Self
}

extension InjectableDependency {
  /// Returns a new instance.
  public static func instance() -> Self { Self() }
}
