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
/// The description says what happened, the recovery suggestion what to do. ``debugDescription``
/// adds where candidates are registered and which come closest; it is what a failed `try!` prints,
/// and a failed ``Injected`` has the same details.
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
}

extension InjectionError {
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
    switch failure.reason {
    case .missing(let key): return .missingDependency(DependencyContext(key))
    case .multiple(let key): return .multipleDependencies(DependencyContext(key))
    case .mismatched(let found, let expected):
      return .mismatchedDependencyType("\(found)", expected: "\(expected)")
    case .cycle(let locators):
      return .cyclicDependencyReference(
        DependencyCycleInstantiationBacktrace(cycle: locators.map { DependencyContext($0) }))
    case .isolated(let factory): return .unknown(factory)
    case .asynchronous, .captive, .ended: return .unknown(failure)
    }
  }
}

/// The path of creations that led back to one of them.
public struct DependencyCycleInstantiationBacktrace: CustomStringConvertible, Sendable {
  /// The number of entries of the path.
  public var depth: Int { cycle.count }

  /// The path, from the outermost creation to the one that repeats an earlier one.
  public let cycle: [InjectionError.DependencyContext]

  /// The path, with arrows.
  public var description: String { cycle.map(\.description).joined(separator: " -> ") }
}

/// The former spelling of ``DependencyCycleInstantiationBacktrace``.
@available(*, deprecated, renamed: "DependencyCycleInstantiationBacktrace")
public typealias DependencyCycleInstantationBacktrace = DependencyCycleInstantiationBacktrace
