/// The access level of the initializer that ``InjectedInitializer(access:strategy:ignoring:)``
/// adds.
public enum InjectedInitializerAccess: Hashable, Sendable {
  /// Within the module, or as far as the type is visible.
  case `internal`

  /// As far as the package goes.
  case package

  /// For all modules that import the type's.
  case `public`
}

#if Macros
  /// Adds an initializer that injects the constants of a type, without property wrappers.
  ///
  /// ```swift
  /// @InjectedInitializer(ignoring: "title")
  /// final class Inbox: Sendable {
  ///   let mail: any Mail
  ///   let title: String
  /// }
  ///
  /// let inbox = Inbox(title: "Work")
  /// let tested = Inbox(mail: TestMail(), title: "Work")
  /// ```
  ///
  /// Property wrappers need variables, so that they cannot stand in `Sendable` classes, and not
  /// beside `@Observable`. Here each constant without a value becomes a parameter, whose default is
  /// what the graph injects: a caller, such as a test, may pass another. Constants that are ignored
  /// and variables without a value are plain parameters.
  ///
  /// A dependency that is missing stops the program, with the place of the property.
  ///
  /// - Parameters:
  ///   - access: The access level of the initializer.
  ///   - generator: How constants are injected: by their types or by their names.
  ///   - ignoredProperties: The constants that are not injected.
  @attached(member, names: named(init))
  public macro InjectedInitializer(
    access: InjectedInitializerAccess = .internal,
    strategy generator: InjectionCodeGenerators.Name = .stitcherByType,
    ignoring ignoredProperties: String...
  ) = #externalMacro(module: "StitcherMacrosPlugin", type: "InjectedInitializerMacro")
#endif
