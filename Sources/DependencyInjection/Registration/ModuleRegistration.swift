/// A part of a program that registers its own dependencies in a container.
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
  /// Registers the dependencies of this part of the program.
  ///
  /// - Parameter container: The container in which they are registered.
  static func registerDependencies(in container: Container)
}

/// A part of a program that registers its own dependencies in an asynchronous container.
///
/// The library never calls the function.
public protocol AsyncModuleRegistration {
  /// Registers the dependencies of this part of the program.
  ///
  /// - Parameter container: The container in which they are registered.
  static func registerDependencies(in container: AsyncContainer) async
}
