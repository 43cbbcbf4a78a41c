/// A type whose instances are made without arguments.
public protocol Initializable {
  /// Creates an instance.
  init()
}

/// An implementation that can be registered by its ``instance()`` function.
///
/// ```swift
/// final class RemoteRepository: Repository, InjectableDependency {
///   required init() {}
/// }
///
/// Injector.global.register(Repository.self, implementation: RemoteRepository.instance)
/// ```
///
/// A class that is not final needs `required init()`. The library never asks for the conformance:
/// any closure is accepted as an implementation.
public protocol InjectableDependency: Initializable {
  /// Returns an instance: a new one each time, unless the type says otherwise.
  static func instance() -> Self
}

extension InjectableDependency {
  /// Returns a new instance.
  public static func instance() -> Self { Self() }
}
