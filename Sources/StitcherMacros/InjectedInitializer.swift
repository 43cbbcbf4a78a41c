/// The access level of the initializers that
/// ``InjectedInitializer(access:strategy:asynchronous:names:values:ignoring:)`` generates.
public enum InjectedInitializerAccess: Hashable, Sendable {
  /// The initializers can be called in the module of the type.
  case `internal`

  /// The initializers can be called in all modules of the package.
  case package

  /// The initializers can be called in all modules that import the module of the type.
  case `public`
}

#if Macros
  /// Generates an initializer that injects the constants of a type. The constants need no property
  /// wrappers.
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
  /// A property wrapper needs a variable, so it cannot be used in a `Sendable` class, or together
  /// with `@Observable`. With this macro, the dependencies are plain constants. Each constant
  /// without a value becomes a parameter of the initializer. The default argument injects the
  /// dependency; a test may pass another value. Ignored constants, and variables without a value,
  /// become parameters without a default argument.
  ///
  /// The macro generates two initializers. The first one, `Inbox(title:)`, stops the program if a
  /// dependency is missing, and names the source location of the property. The second one, `try
  /// Inbox(injecting: Inbox.self, title: "Work")`, throws instead. Call it in factories. The
  /// registration of a ``Registerable(scope:eagerness:)`` type calls the second one, too.
  ///
  /// To inject a constant by a name or a value instead of its type, list the constant in `names` or
  /// `values`:
  ///
  /// ```swift
  /// @InjectedInitializer(names: ["drafts": "Drafts"], values: ["icons": Thumbnail(width: 64)])
  /// final class Editor: Sendable {
  ///   let mail: any Mail
  ///   let drafts: NoteStore
  ///   let icons: ImageCache
  /// }
  /// ```
  ///
  /// If the factory of a dependency is asynchronous, pass `asynchronous: true`. The second
  /// initializer is then `async`, and injects with `DependencyGraph.injectAsync`. The first one
  /// injects nothing, since a default argument cannot await. Injected types must be `Sendable`:
  ///
  /// ```swift
  /// @Registerable(scope: .singleton)
  /// @InjectedInitializer(asynchronous: true, ignoring: "title")
  /// final class Archive: Sendable {
  ///   let database: Database
  ///   let title: String
  /// }
  ///
  /// let archive = try await Archive(injecting: Archive.self, title: "Work")
  /// let injected: Archive = try await DependencyGraph.injectAsync(parameters: "Work")
  /// ```
  ///
  /// - Parameters:
  ///   - access: The access level of the initializers.
  ///   - generator: The strategy of the injection: by the types of the constants, or by their
  ///     names.
  ///   - isAsynchronous: Whether the injecting initializer is asynchronous. The argument must be a
  ///     literal.
  ///   - names: The constants that are injected by a name, each with the name.
  ///   - values: The constants that are injected by a value, each with the value.
  ///   - ignoredProperties: The constants that are not injected.
  @attached(member, names: named(init), prefixed(_needsOf))
  public macro InjectedInitializer(
    access: InjectedInitializerAccess = .internal,
    strategy generator: InjectionCodeGenerators.Name = .stitcherByType,
    asynchronous isAsynchronous: Bool = false,
    names: KeyValuePairs<String, String> = [:],
    values: KeyValuePairs<String, any Hashable> = [:],
    ignoring ignoredProperties: String...
  ) = #externalMacro(module: "StitcherMacrosPlugin", type: "InjectedInitializerMacro")
#endif
