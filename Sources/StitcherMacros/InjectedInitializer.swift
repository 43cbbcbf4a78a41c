/// The access level of the initializers that
/// ``InjectedInitializer(access:strategy:asynchronous:names:values:ignoring:)`` adds.
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
  /// Who calls the initializer by hand and leaves a parameter out stops the program where the
  /// dependency is missing, with the place of the property. A factory calls the second initializer,
  /// which throws: `try Inbox(injecting: Inbox.self, title: "Work")`. So does what
  /// ``Registerable(by:scope:eagerness:)`` registers.
  ///
  /// A constant may be injected by a name or a value of its own:
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
  /// Where a dependency is made asynchronously, say `asynchronous: true`. Then the second
  /// initializer is `async`, and finds what `DependencyGraph.injectAsync` finds; the first injects
  /// nothing, since a default cannot wait. What is injected must be `Sendable`:
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
  ///   - generator: How constants are injected: by their types or by their names.
  ///   - isAsynchronous: Whether the initializer that injects is asynchronous; a literal.
  ///   - names: The names that single constants are injected by.
  ///   - values: The values that single constants are injected by.
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
