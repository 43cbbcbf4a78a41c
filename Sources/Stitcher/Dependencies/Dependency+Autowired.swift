internal import StitcherEngine

// The initializers for factories with injected parameters. The requests of such a factory are known
// before it runs, so a graph can be verified.
//
// A trailing closure without a label never matches these initializers, since it matches the unused
// first parameter. The label distinguishes an autowired closure from a closure with parameters that
// the injection passes. Without a label, the meaning of a closure would depend on whether its
// parameters are `Hashable`.

/// The type of an initializer's unused parameter. An unlabeled trailing closure matches this
/// parameter instead of `autowired:`.
///
/// Without this parameter, `Dependency { (log: Log) in … }` would mean `Dependency(autowired:)`.
/// With it, the closure's parameters are those that an injection passes.
///
/// The compiler rejects a closure with another number of parameters before it reads the closure's
/// body. No closure has nine parameters in practice, so containers compile faster than with
/// `() -> Never`.
public typealias _UnlabeledClosure = (
  Never, Never, Never, Never, Never, Never, Never, Never, Never
) -> Never

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers a dependency that is found by its type, and injects each parameter of its factory by
  /// the parameter's type.
  ///
  /// ```swift
  /// Dependency(autowired: Search.init(store:clock:))
  ///   .conforms(to: (any Searching).self)
  /// ```
  ///
  /// The factory is an initializer, a static function or a closure. If a type has several
  /// initializers, write the labels of the intended one. If no dependency of the type is
  /// registered, an optional parameter is `nil` and a collection is empty. A parameter with a
  /// default value is injected, too; write a closure to leave the parameter out.
  ///
  /// ``DependencyGraph/verify()-swift.method`` checks the parameters before the factory runs.
  ///
  /// - Parameters:
  ///   - unlabeled: Unused; see `_UnlabeledClosure`.
  ///   - make: Creates an instance.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter, Failure: Error>(
    _ unlabeled: _UnlabeledClosure? = nil,
    autowired make: (@Sendable (repeat each Parameter) throws(Failure) -> T)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      wiring: make, by: repeat ParameterKey<each Parameter>.type, file: file, line: line)
  }

  /// Registers a dependency that is found by its type, and injects each parameter of its factory by
  /// the given key for that parameter.
  ///
  /// ```swift
  /// Dependency(autowired: Search.init(store:clock:), by: .type, .name("utc"))
  /// ```
  ///
  /// - Parameters:
  ///   - unlabeled: Unused; see `_UnlabeledClosure`.
  ///   - make: Creates an instance.
  ///   - first: The key of the first parameter: its type, a name, or a value.
  ///   - others: The keys of the other parameters.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<First, each Other, Failure: Error>(
    _ unlabeled: _UnlabeledClosure? = nil,
    autowired make: (@Sendable (First, repeat each Other) throws(Failure) -> T)? = nil,
    by first: ParameterKey<First>, _ others: repeat ParameterKey<each Other>,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(wiring: make, by: first, repeat each others, file: file, line: line)
  }

  /// Registers an asynchronous dependency that is found by its type, and injects each parameter of
  /// its factory by the parameter's type.
  ///
  /// ```swift
  /// Dependency(autowiredAsync: Database.init(settings:))
  /// ```
  ///
  /// Request the dependency with `injectAsync`. The parameters are injected with `injectAsync`, so
  /// their factories may be asynchronous, too.
  ///
  /// - Parameters:
  ///   - unlabeled: Unused; see `_UnlabeledClosure`.
  ///   - make: Creates an instance.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter: Sendable, Failure: Error>(
    _ unlabeled: _UnlabeledClosure? = nil,
    autowiredAsync make:
      (@Sendable @isolated(any) (repeat each Parameter) async throws(Failure) -> T)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) where T: Sendable {
    self.init(
      wiringAsync: make, by: repeat ParameterKey<each Parameter>.type, file: file, line: line)
  }

  /// Registers an asynchronous dependency that is found by its type, and injects each parameter of
  /// its factory by the given key for that parameter.
  ///
  /// - Parameters:
  ///   - unlabeled: Unused; see `_UnlabeledClosure`.
  ///   - make: Creates an instance.
  ///   - first: The key of the first parameter: its type, a name, or a value.
  ///   - others: The keys of the other parameters.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<First: Sendable, each Other: Sendable, Failure: Error>(
    _ unlabeled: _UnlabeledClosure? = nil,
    autowiredAsync make:
      (@Sendable @isolated(any) (First, repeat each Other) async throws(Failure) -> T)? = nil,
    by first: ParameterKey<First>, _ others: repeat ParameterKey<each Other>,
    file: StaticString = #fileID, line: UInt = #line
  ) where T: Sendable {
    self.init(wiringAsync: make, by: first, repeat each others, file: file, line: line)
  }

  /// Registers a main-actor dependency that is found by its type, and injects each parameter of its
  /// factory by the parameter's type.
  ///
  /// ```swift
  /// Dependency(autowiredOnMainActor: Screen.init(search:))
  /// ```
  ///
  /// The factory runs on the main actor only. Request the dependency with `inject` on the main
  /// actor, or with `injectAsync` from anywhere.
  ///
  /// - Parameters:
  ///   - unlabeled: Unused; see `_UnlabeledClosure`.
  ///   - make: Creates an instance.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<each Parameter, Failure: Error>(
    _ unlabeled: _UnlabeledClosure? = nil,
    autowiredOnMainActor make:
      (@MainActor @Sendable (repeat each Parameter) throws(Failure) -> T)? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      wiringOnMainActor: make, by: repeat ParameterKey<each Parameter>.type, file: file,
      line: line)
  }

  /// Registers a main-actor dependency that is found by its type, and injects each parameter of its
  /// factory by the given key for that parameter.
  ///
  /// - Parameters:
  ///   - unlabeled: Unused; see `_UnlabeledClosure`.
  ///   - make: Creates an instance.
  ///   - first: The key of the first parameter: its type, a name, or a value.
  ///   - others: The keys of the other parameters.
  ///   - file: The file of the registration, for diagnostics.
  ///   - line: The line of the registration, for diagnostics.
  @_disfavoredOverload
  public init<First, each Other, Failure: Error>(
    _ unlabeled: _UnlabeledClosure? = nil,
    autowiredOnMainActor make:
      (@MainActor @Sendable (First, repeat each Other) throws(Failure) -> T)? = nil,
    by first: ParameterKey<First>, _ others: repeat ParameterKey<each Other>,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(wiringOnMainActor: make, by: first, repeat each others, file: file, line: line)
  }
}

// An initializer that takes keys as a pack would match trailing closures, so it is not public.

extension Dependency where LocatorTrait == MaybeTypeLocatedDependency {
  /// Registers a dependency that is found by its type, and injects each parameter of its factory by
  /// the given key for that parameter.
  fileprivate init<each Parameter, Failure: Error>(
    wiring make: (@Sendable (repeat each Parameter) throws(Failure) -> T)?,
    by keys: repeat ParameterKey<each Parameter>, file: StaticString, line: UInt
  ) {
    guard let make else { preconditionFailure("Pass a function that creates the instance.") }
    let all = (repeat each keys)
    let function: @Sendable () throws -> T = {
      try make(repeat try (each all).inject(file, line))
    }
    self.init(
      .type(T.self), DependencyFactory(function: function).asking(repeat each keys), file, line)
  }

  /// Registers an asynchronous dependency that is found by its type, and injects each parameter of
  /// its factory by the given key for that parameter.
  fileprivate init<each Parameter: Sendable, Failure: Error>(
    wiringAsync make: (
      @Sendable @isolated(any) (repeat each Parameter) async throws(Failure) -> T
    )?,
    by keys: repeat ParameterKey<each Parameter>, file: StaticString, line: UInt
  ) where T: Sendable {
    guard let make else { preconditionFailure("Pass a function that creates the instance.") }
    let all = (repeat each keys)
    let function: @Sendable () async throws -> T = {
      try await make(repeat try await (each all).injectAsync(file, line))
    }
    self.init(
      .type(T.self), DependencyFactory(asynchronous: function).asking(repeat each keys), file, line)
  }

  /// Registers a main-actor dependency that is found by its type, and injects each parameter of its
  /// factory by the given key for that parameter.
  fileprivate init<each Parameter, Failure: Error>(
    wiringOnMainActor make: (@MainActor @Sendable (repeat each Parameter) throws(Failure) -> T)?,
    by keys: repeat ParameterKey<each Parameter>, file: StaticString, line: UInt
  ) {
    guard let make else { preconditionFailure("Pass a function that creates the instance.") }
    let all = (repeat each keys)
    let function: @MainActor @Sendable () throws -> T = {
      try make(repeat try (each all).inject(file, line))
    }
    self.init(
      .type(T.self), DependencyFactory(function: function).asking(repeat each keys), file, line)
  }
}

extension DependencyFactory {
  /// Returns a copy of the factory that declares a request for each of the given keys, which inject
  /// its parameters.
  fileprivate func asking<each Parameter>(
    _ keys: repeat ParameterKey<each Parameter>
  ) -> DependencyFactory {
    var copy = self
    var edges: [DeclaredEdge] = []
    for key in repeat each keys { edges.append(key.edge) }
    copy.edges = edges
    return copy
  }
}
