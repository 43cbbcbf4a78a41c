internal import StitcherEngine

// The factories whose parameters are injected. What they ask for is known before they run, so that
// a graph can be verified.
//
// A trailing closure without a label never matches these initializers: the unused first parameter
// takes the closure, and `autowired:` has a default value, so the compiler does not skip that
// parameter. The label tells an autowired closure from a closure whose parameters the injection
// passes; without it, the meaning would depend on whether the parameters are `Hashable`.

/// The type of an unused first parameter, which takes an unlabeled trailing closure away from the
/// parameter behind it. So `Dependency { (log: Log) in … }` never means `Dependency(autowired:)`.
public typealias UnlabeledClosure = () -> Never

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
  ///   - unlabeled: Unused; see ``UnlabeledClosure``.
  ///   - make: Makes an instance.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter, Failure: Error>(
    _ unlabeled: UnlabeledClosure? = nil,
    autowired make: (@Sendable (repeat each Parameter) throws(Failure) -> T)? = nil,
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
  ///   - unlabeled: Unused; see ``UnlabeledClosure``.
  ///   - make: Makes an instance.
  ///   - keys: By what each parameter is injected.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter, Failure: Error>(
    _ unlabeled: UnlabeledClosure? = nil,
    autowired make: (@Sendable (repeat each Parameter) throws(Failure) -> T)? = nil,
    by keys: repeat Autowiring<each Parameter>,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    guard let make else { preconditionFailure("Pass a function that makes the instance.") }
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
  ///   - unlabeled: Unused; see ``UnlabeledClosure``.
  ///   - make: Makes an instance.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter: Sendable, Failure: Error>(
    _ unlabeled: UnlabeledClosure? = nil,
    autowiredAsync make:
      (@Sendable @isolated(any) (repeat each Parameter) async throws(Failure) -> T)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where T: Sendable {
    self.init(
      autowiredAsync: make, by: repeat Autowiring<each Parameter>.type, file: file, line: line)
  }

  /// Registers a dependency that is found by its type, made asynchronously, and whose parameters
  /// are injected.
  ///
  /// - Parameters:
  ///   - unlabeled: Unused; see ``UnlabeledClosure``.
  ///   - make: Makes an instance.
  ///   - keys: By what each parameter is injected.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter: Sendable, Failure: Error>(
    _ unlabeled: UnlabeledClosure? = nil,
    autowiredAsync make:
      (@Sendable @isolated(any) (repeat each Parameter) async throws(Failure) -> T)? = nil,
    by keys: repeat Autowiring<each Parameter>,
    file: StaticString = #fileID, line: UInt = #line
  ) where T: Sendable {
    guard let make else { preconditionFailure("Pass a function that makes the instance.") }
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
  ///   - unlabeled: Unused; see ``UnlabeledClosure``.
  ///   - make: Makes an instance.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter, Failure: Error>(
    _ unlabeled: UnlabeledClosure? = nil,
    autowiredOnMainActor make:
      (@MainActor @Sendable (repeat each Parameter) throws(Failure) -> T)? = nil,
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
  ///   - unlabeled: Unused; see ``UnlabeledClosure``.
  ///   - make: Makes an instance.
  ///   - keys: By what each parameter is injected.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter, Failure: Error>(
    _ unlabeled: UnlabeledClosure? = nil,
    autowiredOnMainActor make:
      (@MainActor @Sendable (repeat each Parameter) throws(Failure) -> T)? = nil,
    by keys: repeat Autowiring<each Parameter>,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    guard let make else { preconditionFailure("Pass a function that makes the instance.") }
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
    var copy = self
    var edges: [DeclaredEdge] = []
    for key in repeat each keys { edges.append(key.edge) }
    copy.edges = edges
    return copy
  }
}
