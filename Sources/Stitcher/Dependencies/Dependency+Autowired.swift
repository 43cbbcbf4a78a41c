internal import StitcherEngine

// The factories whose parameters are injected. What they ask for is known before they run, so that
// a graph can be verified.
//
// A closure behind `Dependency` without a label fits these as well as the forms that take
// parameters from the injection. Those are preferred: the synchronous ones since these are
// disfavored, the asynchronous ones since here the function is an optional.

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers a dependency that is found by its type, and whose parameters are injected, each by
  /// its type.
  ///
  /// ```swift
  /// Dependency(autowired: Search.init(store:clock:))
  ///   .conforms(to: (any Searching).self)
  /// ```
  ///
  /// An initializer, a static function or a closure will do. An optional parameter is nil and a
  /// collection is empty if there is nothing. What the function asks for is known before it runs:
  /// see ``DependencyGraph/verify()-swift.method``. Write the labels of an initializer that is not
  /// the only one; a parameter with a default value is injected all the same. A closure can leave
  /// it out.
  ///
  /// - Parameters:
  ///   - make: Makes an instance.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter>(
    autowired make: @escaping @Sendable (repeat each Parameter) throws -> T,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      autowired: make, by: repeat Autowiring<each Parameter>.type, file: file, line: line)
  }

  /// Registers a dependency that is found by its type, and whose parameters are injected.
  ///
  /// ```swift
  /// Dependency(autowired: Search.init(store:clock:), by: .type, .name("utc"))
  /// ```
  ///
  /// - Parameters:
  ///   - make: Makes an instance.
  ///   - keys: By what each parameter is injected.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter>(
    autowired make: @escaping @Sendable (repeat each Parameter) throws -> T,
    by keys: repeat Autowiring<each Parameter>,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let all = (repeat each keys)
    let function: @Sendable () throws -> T = {
      try make(repeat try (each all).inject(file, line))
    }
    self.init(
      locator: .type(T.self),
      factory: DependencyFactory(function: function).asking(repeat each keys),
      location: SourceLocation(file: file, line: line))
  }

  /// Registers a dependency that is found by its type, made asynchronously, and whose parameters
  /// are injected, each by its type.
  ///
  /// ```swift
  /// Dependency(autowiredAsync: Database.init(settings:))
  /// ```
  ///
  /// `injectAsync` makes it. What it needs may be made asynchronously, too.
  ///
  /// - Parameters:
  ///   - make: Makes an instance.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter: Sendable>(
    autowiredAsync make:
      (@Sendable @isolated(any) (repeat each Parameter) async throws -> T)?,
    file: StaticString = #fileID, line: UInt = #line
  ) where T: Sendable {
    self.init(
      autowiredAsync: make, by: repeat Autowiring<each Parameter>.type, file: file, line: line)
  }

  /// Registers a dependency that is found by its type, made asynchronously, and whose parameters
  /// are injected.
  ///
  /// - Parameters:
  ///   - make: Makes an instance.
  ///   - keys: By what each parameter is injected.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter: Sendable>(
    autowiredAsync make:
      (@Sendable @isolated(any) (repeat each Parameter) async throws -> T)?,
    by keys: repeat Autowiring<each Parameter>,
    file: StaticString = #fileID, line: UInt = #line
  ) where T: Sendable {
    guard let make else { preconditionFailure("There is no function to call.") }
    let all = (repeat each keys)
    let function: @Sendable () async throws -> T = {
      try await make(repeat try await (each all).injectAsync(file, line))
    }
    self.init(
      locator: .type(T.self),
      factory: DependencyFactory(asynchronous: function).asking(repeat each keys),
      location: SourceLocation(file: file, line: line))
  }

  /// Registers a dependency of the main actor that is found by its type, and whose parameters are
  /// injected, each by its type.
  ///
  /// ```swift
  /// Dependency(autowiredOnMainActor: Screen.init(search:))
  /// ```
  ///
  /// It is made on the main actor: injected there, or anywhere by `injectAsync`.
  ///
  /// - Parameters:
  ///   - make: Makes an instance.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter>(
    autowiredOnMainActor make: @escaping @MainActor @Sendable (repeat each Parameter) throws -> T,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      autowiredOnMainActor: make, by: repeat Autowiring<each Parameter>.type, file: file,
      line: line)
  }

  /// Registers a dependency of the main actor that is found by its type, and whose parameters are
  /// injected.
  ///
  /// - Parameters:
  ///   - make: Makes an instance.
  ///   - keys: By what each parameter is injected.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter>(
    autowiredOnMainActor make: @escaping @MainActor @Sendable (repeat each Parameter) throws -> T,
    by keys: repeat Autowiring<each Parameter>,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let all = (repeat each keys)
    let function: @MainActor @Sendable () throws -> T = {
      try make(repeat try (each all).inject(file, line))
    }
    self.init(
      locator: .type(T.self),
      factory: DependencyFactory(function: function).asking(repeat each keys),
      location: SourceLocation(file: file, line: line))
  }
}

extension DependencyFactory {
  /// Returns the factory as one that is known to ask for these.
  fileprivate func asking<each Parameter>(
    _ keys: repeat Autowiring<each Parameter>
  ) -> DependencyFactory {
    var edges: [DeclaredEdge] = []
    for key in repeat each keys { edges.append(key.edge) }
    let (make, all) = (makeRegistration, edges)
    return DependencyFactory(self) { details in
      var details = details
      details.edges = all
      return make(details)
    }
  }
}
