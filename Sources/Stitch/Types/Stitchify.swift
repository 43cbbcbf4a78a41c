#if Macros
  /// Gives a type what ``Stitchable`` asks for: a scope, an instance that is injected, and a way to
  /// make new ones.
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
  /// The type needs an initializer without parameters; in a class that is not final, it
  /// must be `required`.
  ///
  /// - Parameters:
  ///   - type: The protocol as which the type is injected; the type itself if it is left out.
  ///   - scope: How many instances there are.
  @attached(
    member, names: named(scope), named(dependency), named(init), named(createNewInstance))
  @attached(extension, conformances: Stitchable)
  public macro Stitchify(
    by type: (any Any.Type)? = nil, scoped scope: StitchableScope = .application
  ) =
    #externalMacro(module: "StitcherMacrosPlugin", type: "StitchifyMacro")
#endif
