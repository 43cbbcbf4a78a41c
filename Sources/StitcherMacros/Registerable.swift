/// The rule by which ``Registerable(as:scope:eagerness:)`` selects the protocols of a registration.
public enum RegisterableAbstractions: Hashable, Sendable {
  /// The registration is found by the protocols in the inheritance clause of the type, except those
  /// of the standard library.
  case conformances
}

#if Macros
  /// Generates the registration of a type: a static property `dependencyRegistration`, which is a
  /// statement for containers and groups. The key of the registration is the type.
  ///
  /// ```swift
  /// @Registerable(scope: .singleton)
  /// final class Mailer {
  ///   init() {}
  /// }
  ///
  /// let container = DependencyContainer { Mailer.dependencyRegistration }
  /// let mailer: Mailer = try DependencyGraph.inject()
  /// ```
  ///
  /// The registration creates instances with the only initializer in the type's body. If there are
  /// several, it uses the one that is marked with ``PreferredInitializer()``, or that
  /// ``InjectedParameters(parent:strategy:asynchronous:ignoring:)`` or
  /// ``InjectedInitializer(access:strategy:asynchronous:names:values:ignoring:)`` has generated.
  ///
  /// With the latter two, an injection throws if a dependency of the type is missing. The injection
  /// passes the arguments for all parameters that are not injected.
  ///
  /// The initializer may throw, and may be asynchronous:
  ///
  /// ```swift
  /// @Registerable(scope: .singleton)
  /// final class Database: Sendable {
  ///   init() async throws {}
  /// }
  ///
  /// let database: Database = try await DependencyGraph.injectAsync()
  /// ```
  ///
  /// A type with an asynchronous initializer must be `Sendable`, and `DependencyGraph.injectAsync`
  /// creates its instances. Among several initializers, an asynchronous or throwing one must be
  /// marked to be used.
  ///
  /// The registration is generated in an extension of the type. For a type inside another type, see
  /// the limits in <doc:RegisterableTypes>.
  ///
  /// - Parameters:
  ///   - scope: The rule that decides how long the graph keeps the instance. The default is
  ///     `.automatic(for:)`.
  ///   - eagerness: Whether the activation of the container creates the instance.
  @attached(
    extension, conformances: RegisterableDependency, AutoregisterableDependency,
    names: named(dependencyRegistration))
  public macro Registerable(
    scope: DependencyScope = .singleton,
    eagerness: DependencyEagerness = .lazy
  ) = #externalMacro(module: "StitcherMacrosPlugin", type: "RegisterableMacro")

  /// Generates the registration of a type under a key, and a static property that returns the key
  /// if the key is a name or a value.
  ///
  /// ```swift
  /// @Registerable(by: .name("mailer"))
  /// final class Mailer {
  ///   init() {}
  /// }
  ///
  /// let container = DependencyContainer { Mailer.dependencyRegistration }
  /// let mailer: Mailer = try DependencyGraph.inject(byName: Mailer.dependencyName)
  /// ```
  ///
  /// For the initializer that creates instances, see ``Registerable(scope:eagerness:)``.
  ///
  /// - Parameters:
  ///   - locator: The key by which injections find the dependency.
  ///   - scope: The rule that decides how long the graph keeps the instance. The default is
  ///     `.automatic(for:)`.
  ///   - eagerness: Whether the activation of the container creates the instance.
  @attached(
    extension, conformances: RegisterableDependency, AutoregisterableDependency,
    names: named(dependencyRegistration), named(dependencyName), named(dependencyValue))
  @attached(
    member,
    names: named(dependencyRegistration), named(dependencyName), named(dependencyValue))
  public macro Registerable(
    by locator: DependencyLocator,
    scope: DependencyScope = .singleton,
    eagerness: DependencyEagerness = .lazy
  ) = #externalMacro(module: "StitcherMacrosPlugin", type: "RegisterableMacro")

  /// Generates the registration of a type. Injections find the type also by the given protocols or
  /// superclasses.
  ///
  /// ```swift
  /// @Registerable(as: (any Mail).self)
  /// final class Mailer: Mail {
  ///   init() {}
  /// }
  /// ```
  ///
  /// The compiler checks that the type conforms.
  ///
  /// - Parameters:
  ///   - abstraction: A protocol that the type conforms to, or its superclass.
  ///   - further: Other protocols or superclasses of the type.
  ///   - scope: The rule that decides how long the graph keeps the instance. The default is
  ///     `.automatic(for:)`.
  ///   - eagerness: Whether the activation of the container creates the instance.
  @attached(
    extension, conformances: RegisterableDependency, AutoregisterableDependency,
    names: named(dependencyRegistration))
  @attached(member, names: named(dependencyRegistration))
  public macro Registerable(
    as abstraction: any Any.Type, _ further: any Any.Type...,
    scope: DependencyScope = .singleton,
    eagerness: DependencyEagerness = .lazy
  ) = #externalMacro(module: "StitcherMacrosPlugin", type: "RegisterableMacro")

  /// Generates the registration of a type. Injections find the type also by the protocols in its
  /// inheritance clause.
  ///
  /// ```swift
  /// @Registerable(as: .conformances)
  /// final class Mailer: Mail, Sendable {
  ///   init() {}
  /// }
  /// ```
  ///
  /// Protocols of the standard library, such as `Sendable`, are omitted. A class with a superclass
  /// must list the protocols with ``Registerable(as:_:scope:eagerness:)`` instead.
  ///
  /// - Parameters:
  ///   - abstractions: ``RegisterableAbstractions/conformances``.
  ///   - scope: The rule that decides how long the graph keeps the instance. The default is
  ///     `.automatic(for:)`.
  ///   - eagerness: Whether the activation of the container creates the instance.
  @attached(
    extension, conformances: RegisterableDependency, AutoregisterableDependency,
    names: named(dependencyRegistration))
  @attached(member, names: named(dependencyRegistration))
  public macro Registerable(
    as abstractions: RegisterableAbstractions,
    scope: DependencyScope = .singleton,
    eagerness: DependencyEagerness = .lazy
  ) = #externalMacro(module: "StitcherMacrosPlugin", type: "RegisterableMacro")

  /// Marks the initializer with which the registration of a ``Registerable(scope:eagerness:)``
  /// type creates instances.
  ///
  /// ```swift
  /// @Registerable
  /// struct Template {
  ///   let text: String
  ///
  ///   @PreferredInitializer
  ///   init(text: String) { self.text = text }
  ///
  ///   init(bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }
  /// }
  /// ```
  ///
  /// The initializer must be neither failable nor generic. It may throw, and may be asynchronous.
  @attached(peer)
  public macro PreferredInitializer() =
    #externalMacro(module: "StitcherMacrosPlugin", type: "PreferredInitializerMacro")

  /// Marks the method that is the teardown of a ``Registerable(scope:eagerness:)`` type. The
  /// graph calls the method after the instance was evicted.
  ///
  /// ```swift
  /// @Registerable(scope: .singleton)
  /// final class Database: Sendable {
  ///   init() async throws {}
  ///
  ///   @Teardown(within: .seconds(5))
  ///   func close() async throws {}
  /// }
  /// ```
  ///
  /// The method is in the body of the type and takes no parameters. It may throw, be asynchronous,
  /// and be isolated to an actor, on which it then runs. The registration needs a scope that keeps
  /// the instance, so a structure or an enumeration needs an explicit scope.
  ///
  /// - Parameter limit: The longest time that the method may take, or `nil` for no limit. After
  ///   that time, the teardown is cancelled and counts as failed, and the graph does not wait for
  ///   it.
  @attached(peer)
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public macro Teardown(within limit: Duration?) =
    #externalMacro(module: "StitcherMacrosPlugin", type: "TeardownMacro")

  /// Marks the method that is the teardown of a ``Registerable(scope:eagerness:)`` type, with an
  /// optional time limit in seconds.
  ///
  /// - Parameter limit: The time limit of the method in seconds, or `nil` for no limit. The
  ///   overload with a `Duration` describes what happens after that time.
  @attached(peer)
  public macro Teardown(withinSeconds limit: Double? = nil) =
    #externalMacro(module: "StitcherMacrosPlugin", type: "TeardownMacro")
#endif
