package import StitcherEngine

/// The initial contents of a graph: registrations and containers.
public struct DependencyGraphRegistrations: Sendable {
  /// A part of a graph's initial contents: some registrations, or one container.
  package enum Part: Sendable {
    /// Registrations that are statements of the graph's own closure, not of a container; they never
    /// change.
    case registrations(DependenciesRegistrar)
    /// A container. Its registrations can change.
    case container(DependencyContainer)

    /// The current registrations and decorators of this part.
    package var contents: RegistrationSet {
      switch self {
      case .registrations(let registrar): registrar.base
      case .container(let container): container.registry.contents
      }
    }
  }

  /// The parts of a graph's initial contents, in order; consecutive registrations form one part.
  package private(set) var parts: [Part] = []

  /// The direct registrations, without those of containers.
  var direct: [RegistrationSet] {
    parts.compactMap { if case .registrations(let registrar) = $0 { registrar.base } else { nil } }
  }

  /// Appends the parts of other initial contents of a graph to the parts of this value.
  fileprivate mutating func append(_ others: DependencyGraphRegistrations) {
    if parts.isEmpty {
      self = others
      return
    }
    for part in others.parts {
      if case .registrations(let new) = part, case .registrations(let old)? = parts.last {
        parts[parts.count - 1] = .registrations(old.union(new))
      } else {
        parts.append(part)
      }
    }
  }

  /// Creates the initial contents of a graph from one part, or from none.
  fileprivate init(_ part: Part?) { parts = part.map { [$0] } ?? [] }

  /// Creates the initial contents of an empty graph.
  init() { self.init(nil) }

  /// Creates the initial contents of a graph from the engine's set of registrations.
  init(_ base: RegistrationSet) { self.init(.registrations(DependenciesRegistrar(base))) }
}

/// A result builder for the initial contents of a graph.
///
/// ```swift
/// let test = DependencyGraph.process.isolated {
///   appContainer
///   Dependency { FixedClock() }
///     .conforms(to: (any Clock).self)
/// }
/// ```
///
/// A statement is a ``DependencyContainer``, or any statement that a container accepts: see
/// ``DependencyRegistrarBuilder``. A direct registration hides registrations of the containers that
/// have the same key and the same parameters, in any order. `if`, `switch`, `for` and `#available`
/// are supported.
@resultBuilder
public enum DependencyGraphBuilder {
  /// Combines the initial contents from all statements of a block.
  public static func buildBlock(_ components: DependencyGraphRegistrations...)
    -> DependencyGraphRegistrations
  {
    buildArray(components)
  }

  /// Unavailable: a block with a statement that registers nothing is a compile-time error, and a
  /// warning at that statement says why.
  @available(
    *, unavailable,
    message:
      "A statement in these braces registers nothing that can be injected; see the warning at the statement. Write 'return' before the instance if a factory returns 'Void', register a class instead of a noncopyable type, and write 'EnglishGreeter()' or use '@Registerable' instead of 'EnglishGreeter.self'."
  )
  public static func buildBlock(_ components: Any...) -> DependencyGraphRegistrations {
    fatalError("unavailable")
  }

  /// Adds a container to the initial contents of a graph.
  public static func buildExpression(_ expression: DependencyContainer)
    -> DependencyGraphRegistrations
  {
    DependencyGraphRegistrations(.container(expression))
  }

  /// Adds initial contents, which another result builder has produced, to those of a graph.
  public static func buildExpression(_ expression: DependencyGraphRegistrations)
    -> DependencyGraphRegistrations
  {
    expression
  }

  /// Adds registrations to the initial contents of a graph.
  public static func buildExpression(_ expression: DependenciesRegistrar)
    -> DependencyGraphRegistrations
  {
    DependencyGraphRegistrations(.registrations(expression))
  }

  /// Combines the initial contents from all iterations of a loop.
  public static func buildArray(_ components: [DependencyGraphRegistrations])
    -> DependencyGraphRegistrations
  {
    var all = DependencyGraphRegistrations()
    for component in components { all.append(component) }
    return all
  }
}
