/// A part of a program with a function that registers its dependencies.
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
/// The library never calls the function.
public protocol ModuleRegistration {
  /// Registers the dependencies of the part.
  ///
  /// - Parameter container: The container in which they are registered.
  static func registerDependencies(in container: Container)
}

/// A part of a program with a function that registers its dependencies in an asynchronous
/// container.
///
/// The library never calls the function.
public protocol AsyncModuleRegistration {
  /// Registers the dependencies of the part.
  ///
  /// - Parameter container: The container in which they are registered.
  static func registerDependencies(in container: AsyncContainer) async
}
