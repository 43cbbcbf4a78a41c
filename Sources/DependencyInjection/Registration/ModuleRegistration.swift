/// A part of a program that registers its own dependencies.
///
/// ```swift
/// enum ProfileModule: ModuleRegistration {
///   static func registerDependencies(in container: Container) {
///     container.autoregister(initializer: ProfileModel.init)
///   }
/// }
///
/// ProfileModule.registerDependencies(in: .shared)
/// ```
///
/// The library never calls it.
public protocol ModuleRegistration {
  /// Registers the dependencies of the part.
  ///
  /// - Parameter container: The container that gets them.
  static func registerDependencies(in container: Container)
}

/// A part of a program that registers its own dependencies in an asynchronous container.
///
/// The library never calls it.
public protocol AsyncModuleRegistration {
  /// Registers the dependencies of the part.
  ///
  /// - Parameter container: The container that gets them.
  static func registerDependencies(in container: AsyncContainer) async
}
