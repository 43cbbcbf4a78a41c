internal import StitcherEngine

/// Why an injection failed.
///
/// ```swift
/// do {
///   let store: NoteStore = try DependencyGraph.inject()
/// } catch InjectionError.missingDependency(.type("NoteStore")) {
///   print("There is no store.")
/// }
/// ```
///
/// The description says what happened, what to do, for whom and where the dependency was asked for,
/// and which registrations come close, with their places, all as it was when the error was thrown.
///
/// Cases may be added: write `default:` where you switch over them.
public enum InjectionError: Error, @unchecked Sendable {
  // Safe: the parameters are erased, but only compared and printed, and were passed
  // between threads already.

  /// A factory threw an error of another kind.
  case unknown(any Error)

  /// The operation is not supported. Never thrown.
  case unsupportedOperation

  /// The instance is not of the requested type.
  case mismatchedDependencyType(String, expected: String)

  /// No active container has a dependency for the request.
  case missingDependency(DependencyContext)

  /// More than one dependency fits the request.
  case multipleDependencies(DependencyContext)

  /// The creation of a dependency needs the dependency itself.
  case cyclicDependencyReference(DependencyCycleInstantiationBacktrace)

  /// The parameters are not those of the factory. Never thrown: the parameters are a part of what
  /// is looked for.
  case invalidDependencyParameters(
    DependencyContext, DependencyParameterContext, parameters: [AnyHashable])

  /// The graph has ended.
  case graphEnded(EndedGraph)

  /// What lives as long as the graph that is asked would be held by what is kept for longer.
  case captiveDependency(CaptiveDependency)

  /// A scoped dependency was injected in the graph of the process.
  case scopeRequired(LocatedDependency)

  /// The dependency's factory is asynchronous, and there is no instance yet.
  case asynchronousDependency(LocatedDependency)

  /// The dependency's factory belongs to an actor, and the injection does not run on it.
  case isolatedDependency(IsolatedDependency)
}

extension InjectionError {
  /// The error that a factory has thrown, or nil if the injection failed for another reason.
  ///
  /// ```swift
  /// do {
  ///   return try DependencyGraph.inject() as Session
  /// } catch let error as InjectionError {
  ///   throw error.underlyingError ?? error
  /// }
  /// ```
  ///
  /// A factory's error is thrown as ``unknown(_:)``. Where that holds another one, the innermost
  /// error is returned.
  public var underlyingError: (any Error)? {
    guard case .unknown(let error) = self else { return nil }
    return (error as? InjectionError)?.underlyingError ?? error
  }

  /// What a dependency was asked for by.
  public enum DependencyContext: Equatable, CustomStringConvertible, @unchecked Sendable {
    // Safe: the value is erased, but only compared, hashed and printed, as the graph itself does.

    /// The name, as it was passed.
    case name(String)

    /// The printed name of a type.
    case type(String)

    /// The value, erased.
    case value(AnyHashable)

    /// The context as errors print it, such as `Type[Engine]`.
    public var description: String {
      switch self {
      case .name(let name): "Name[\(name)]"
      case .type(let type): "Type[\(type)]"
      case .value(let value): "Value[\(value)]"
      }
    }

    /// Returns the context of a key.
    init(_ key: LookupKey) {
      switch key {
      case .type(let type): self = .type("\(type)")
      case .name(let name): self = .name(name)
      case .value(let value): self = .value(value.erased)
      }
    }

    /// Returns the context of a locator: its name, value or primary type.
    init(_ locator: Locator) { self.init(locator.keys[0]) }
  }

  /// How parameters differ from those of a factory.
  public enum DependencyParameterContext: Equatable, CustomStringConvertible, Sendable {
    /// There are more or fewer than expected.
    case mismatchedCount(Int, expected: Int)

    /// The one at a position, counted from zero, is of another type.
    case mismatchedType(String, expected: String, position: Int)

    /// The difference in a sentence.
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

  /// Turns what the engine or a factory threw into an injection error.
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

  /// Turns what the engine or a factory threw into an injection error, and notes what is known of
  /// the place for its text. What a factory has injected is noted already.
  ///
  /// - Parameters:
  ///   - hint: A mistake that the request looks like, in a sentence.
  ///   - isProperty: Whether a property asks.
  ///   - graph: The graph that was asked; nil if it is gone.
  @inline(never)
  static func wrapping(
    _ error: any Error, _ key: @autoclosure () -> LookupKey, _ file: StaticString, _ line: UInt,
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
    let nearer = failure?.linesOfNearer ?? []
    FailureTrace(
      of: error, key: key(), place: place, hints: hints + nearer, graph: graph,
      DeclarativeWording()
    ).note(for: wrapped.summary)
    if let lost { FailureObserver.installed?.lost(lost) }
    return wrapped
  }

  /// What to write where the compiler has taken the type from `===`, if it has.
  private static func anyObjectHint(of error: any Error) -> String? {
    guard let failure = error as? ResolutionFailure,
      case .missing(.type(let type)) = failure.reason, type == AnyObject.self
    else { return nil }
    return "Where '===' compares the result, the compiler takes 'AnyObject' from there."
      + " Say which type is meant: 'inject() as Basket === basket'."
  }
}

extension InjectionError.CaptiveDependency {
  /// Describes a scoped registration, and the one whose kept instance would capture it.
  fileprivate init(_ dependency: Registration, heldBy holder: Registration) {
    self.init(
      dependency: InjectionError.DependencyContext(dependency.locator),
      place: dependency.location.description,
      holder: InjectionError.DependencyContext(holder.locator), holderPlace: holder.place,
      holderScope: holder.scopeText, isDecorator: holder.isDecoration)
  }
}

extension ResolutionFailure {
  /// The place of a registration that is at fault.
  fileprivate func place(at position: Int) -> String {
    let location = registrations.indices.contains(position) ? registrations[position].location : nil
    return (location ?? .unknown).description
  }
}

/// The path of creations that led back to one of them.
public struct DependencyCycleInstantiationBacktrace: Equatable, CustomStringConvertible, Sendable {
  /// The number of entries of the path.
  public var depth: Int { cycle.count }

  /// The path, from the outermost creation to the one that repeats an earlier one.
  public let cycle: [InjectionError.DependencyContext]

  /// Describes a path.
  package init(cycle: [InjectionError.DependencyContext]) { self.cycle = cycle }

  /// The path, with arrows.
  public var description: String { cycle.map(\.description).joined(separator: " -> ") }
}

/// The former spelling of ``DependencyCycleInstantiationBacktrace``.
@available(*, deprecated, renamed: "DependencyCycleInstantiationBacktrace")
public typealias DependencyCycleInstantationBacktrace = DependencyCycleInstantiationBacktrace
