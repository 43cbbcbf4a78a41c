internal import StitcherEngine

/// The reason why an injection failed.
///
/// ```swift
/// do {
///   let store: NoteStore = try DependencyGraph.inject()
/// } catch InjectionError.missingDependency(.type("NoteStore")) {
///   print("There is no store.")
/// }
/// ```
///
/// The description says what happened and how to correct it. It then lists the source location of
/// the injection, the factories that requested it, and similar registrations with their source
/// locations. All of this is recorded when the error is thrown.
///
/// Future versions may add cases: write `default:` in a `switch` over them.
public enum InjectionError: Error, @unchecked Sendable {
  // Safe: the type-erased parameters are only compared and printed, and other threads had received
  // them before.

  /// A factory threw an error that is not an injection error.
  case unknown(any Error)

  /// The operation is not supported. The library never throws this error.
  case unsupportedOperation

  /// The instance that was found for a request is not of the requested type.
  case mismatchedDependencyType(String, expected: String)

  /// No active container has a dependency that matches the request.
  case missingDependency(DependencyContext)

  /// Several dependencies match a request for one dependency.
  case multipleDependencies(DependencyContext)

  /// The factory of a dependency requests the same dependency again, directly or through other
  /// factories.
  case cyclicDependencyReference(DependencyCycleInstantiationBacktrace)

  /// The arguments do not match the factory's parameters. The library never throws this error.
  ///
  /// The parameter types are a part of the lookup, so mismatched arguments cause
  /// ``missingDependency(_:)`` instead.
  case invalidDependencyParameters(
    DependencyContext, DependencyParameterContext, parameters: [AnyHashable])

  /// The graph of the injection was ended or deallocated.
  case graphEnded(EndedGraph)

  /// A dependency with a longer lifetime has requested a scoped dependency, and would capture its
  /// instance.
  case captiveDependency(CaptiveDependency)

  /// A scoped dependency was requested in the process graph, which keeps no scoped instances.
  case scopeRequired(LocatedDependency)

  /// A synchronous request found a dependency with an asynchronous factory and without a live
  /// instance.
  case asynchronousDependency(LocatedDependency)

  /// The factory is isolated to an actor, and the injection runs outside that actor.
  case isolatedDependency(IsolatedDependency)
}

extension InjectionError {
  /// The error that a factory has thrown, or `nil` if the injection failed for another reason.
  ///
  /// ```swift
  /// do {
  ///   return try DependencyGraph.inject() as Session
  /// } catch let error as InjectionError {
  ///   throw error.underlyingError ?? error
  /// }
  /// ```
  ///
  /// A factory's error is thrown as ``unknown(_:)``. If that contains another injection error, this
  /// property returns the innermost error.
  public var underlyingError: (any Error)? {
    guard case .unknown(let error) = self else { return nil }
    return (error as? InjectionError)?.underlyingError ?? error
  }

  /// The lookup key of a request, in a form that can be printed and compared.
  public enum DependencyContext: Equatable, CustomStringConvertible, @unchecked Sendable {
    // Safe: the type-erased value is only compared, hashed and printed, as the graph itself does.

    /// A request by a name.
    case name(String)

    /// A request by a type, with the printed name of the type.
    case type(String)

    /// A request by a value, which is type-erased here.
    case value(AnyHashable)

    /// The lookup key in the form that error messages print, such as `Type[Engine]`.
    public var description: String {
      switch self {
      case .name(let name): "Name[\(name)]"
      case .type(let type): "Type[\(type)]"
      case .value(let value): "Value[\(value)]"
      }
    }

    /// Creates the printable form of the engine's lookup key.
    init(_ key: LookupKey) {
      switch key {
      case .type(let type): self = .type("\(type)")
      case .name(let name): self = .name(name)
      case .value(let value): self = .value(value.erased)
      }
    }

    /// Creates the printable form of the primary key of a dependency: its name, its value or its
    /// primary type.
    init(_ locator: Locator) { self.init(locator.keys[0]) }
  }

  /// The difference between the arguments of a request and the parameters of the requested
  /// dependency's factory.
  public enum DependencyParameterContext: Equatable, CustomStringConvertible, Sendable {
    /// The request has more or fewer arguments than the factory has parameters.
    case mismatchedCount(Int, expected: Int)

    /// The argument at a position, counted from zero, is of another type than the parameter.
    case mismatchedType(String, expected: String, position: Int)

    /// A sentence that says how the arguments differ from the parameters.
    public var description: String {
      switch self {
      case .mismatchedCount(let count, let expected):
        "Expected \(expected) parameter(s) instead of \(count)."
      case .mismatchedType(let type, let expected, let position):
        "Expected parameter at position \(position) to be of type '\(expected)'"
          + " instead of received type '\(type)'."
      }
    }
  }

  /// Converts an error of the engine or of a factory to an ``InjectionError``.
  package static func wrapping(_ error: any Error) -> InjectionError {
    if let error = error as? InjectionError { return error }
    guard let failure = error as? ResolutionFailure else { return .unknown(error) }
    if let (dependency, holder) = failure.captive {
      return .captiveDependency(CaptiveDependency(dependency, heldBy: holder))
    }
    switch failure.reason {
    case .missing(let key): return .missingDependency(DependencyContext(key))
    case .multiple(let key): return .multipleDependencies(DependencyContext(key))
    case .mismatched(let found, let expected):
      return .mismatchedDependencyType("\(found)", expected: "\(expected)")
    case .cycle(let locators):
      return .cyclicDependencyReference(
        DependencyCycleInstantiationBacktrace(cycle: locators.map { DependencyContext($0) }))
    case .asynchronous(let locator):
      return .asynchronousDependency(
        LocatedDependency(dependency: DependencyContext(locator), place: failure.place(at: 0)))
    case .scopeRequired(let locator):
      return .scopeRequired(
        LocatedDependency(dependency: DependencyContext(locator), place: failure.place(at: 0)))
    case .captive:
      return .captiveDependency(
        CaptiveDependency(failure.registrations[0], heldBy: failure.registrations[1]))
    case .ended(let end): return .graphEnded(EndedGraph(name: end.name))
    case .isolated(let factory):
      return .isolatedDependency(
        IsolatedDependency(
          actor: factory.actor, dependency: DependencyContext(factory.locator),
          place: factory.location.description, remedy: factory.remedy))
    }
  }

  /// Converts an error of the engine or of a factory to an ``InjectionError``, and records the
  /// trace that the description of the error prints.
  ///
  /// If a factory has thrown the error of an inner injection, that injection has recorded the trace
  /// already.
  ///
  /// - Parameters:
  ///   - hint: A sentence about a probable mistake in the request.
  ///   - isProperty: Whether a property made the request.
  ///   - graph: The graph of the request, or `nil` if it was deallocated.
  @inline(never)
  static func wrapping(
    _ error: any Error, _ key: LookupKey, _ file: StaticString, _ line: UInt,
    hint: String? = nil, isProperty: Bool = false, in graph: Graph?
  ) -> InjectionError {
    if let error = error as? InjectionError { return error }
    let wrapped = wrapping(error)
    let place = SourceLocation(file: file, line: line)
    let lost = LostContext(of: error, in: graph, isProperty: isProperty, place: place)
    let failure = error as? ResolutionFailure
    let hints = [
      hint, anyObjectHint(of: error), graph?.compositeHint(of: error),
      failure?.isolatedConformance, lost?.text,
    ].compactMap { $0 }
    let nearer = failure?.childRegistrationLines ?? []
    FailureTrace(
      of: error, key: key, place: place, hints: hints + nearer, graph: graph,
      DeclarativeWording()
    ).note(for: wrapped.summary)
    if let lost { FailureObserver.installed?.lost(lost) }
    return wrapped
  }

  /// Returns a hint about `AnyObject`, the type that the compiler infers if `===` compares the
  /// result of an injection.
  private static func anyObjectHint(of error: any Error) -> String? {
    guard let failure = error as? ResolutionFailure,
      case .missing(.type(let type)) = failure.reason, type == AnyObject.self
    else { return nil }
    return "If '===' compares the result, the compiler infers 'AnyObject' as its type."
      + " Write the type: 'inject() as Basket === basket'."
  }
}

extension InjectionError.CaptiveDependency {
  /// Creates the description of a scoped registration and the registration that would capture its
  /// instance.
  fileprivate init(_ dependency: Registration, heldBy holder: Registration) {
    self.init(
      dependency: InjectionError.DependencyContext(dependency.locator),
      place: dependency.location.description,
      holder: InjectionError.DependencyContext(holder.locator), holderPlace: holder.place,
      holderScope: holder.scopeText, isDecorator: holder.isDecoration)
  }
}

extension ResolutionFailure {
  /// Returns the source location of the registration at the given index among those that caused the
  /// failure.
  fileprivate func place(at position: Int) -> String {
    let location = registrations.indices.contains(position) ? registrations[position].location : nil
    return (location ?? .unknown).description
  }
}

/// The path to a cyclic request: the factories that were running when one of them was requested
/// again.
public struct DependencyCycleInstantiationBacktrace: Equatable, CustomStringConvertible, Sendable {
  /// The number of dependencies in the path ``cycle``.
  public var depth: Int { cycle.count }

  /// The dependencies of the factories that were running, from the outermost one to the one that
  /// was requested again.
  public let cycle: [InjectionError.DependencyContext]

  package init(cycle: [InjectionError.DependencyContext]) { self.cycle = cycle }

  /// A text with the dependencies in the path ``cycle``, separated by arrows.
  public var description: String { cycle.map(\.description).joined(separator: " -> ") }
}

/// The former, misspelled name of ``DependencyCycleInstantiationBacktrace``, for code that was
/// written for Stitcher 1.x.
@available(*, deprecated, renamed: "DependencyCycleInstantiationBacktrace")
public typealias DependencyCycleInstantationBacktrace = DependencyCycleInstantiationBacktrace
