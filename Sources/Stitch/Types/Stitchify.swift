#if Macros
  /// Adds a ``Stitchable`` conformance to a type: its scope, its instance, and a function that
  /// creates instances.
  ///
  /// ```swift
  /// @Stitchify(by: (any Logger).self)
  /// final class RemoteLogger: Logger {
  ///   init() {}
  /// }
  ///
  /// final class Model {
  ///   @Stitch(RemoteLogger.self) var logger
  /// }
  /// ```
  ///
  /// The type needs an initializer without parameters. In a class that is not final, the
  /// initializer must be `required`.
  ///
  /// Available with the package trait `Macros`, which is on by default.
  ///
  /// - Parameters:
  ///   - type: The protocol that properties use for the dependency; by default the type itself.
  ///   - scope: The lifetime of the instances.
  @attached(
    member, names: named(scope), named(dependency), named(init), named(createNewInstance))
  @attached(extension, conformances: Stitchable)
  public macro Stitchify(
    by type: (any Any.Type)? = nil, scoped scope: StitchableScope = .application
  ) =
    #externalMacro(module: "StitcherMacrosPlugin", type: "StitchifyMacro")
#endif
