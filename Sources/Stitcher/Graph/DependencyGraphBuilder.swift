/// What a graph is made with: registrations and containers.
public struct DependencyGraphContents: Sendable {
  /// One of them.
  enum Part: Sendable {
    /// Registrations, which never change.
    case registrations(DependenciesRegistrar)
    /// A container.
    case container(DependencyContainer)
  }

  /// All of them, in order; registrations that follow each other are one part.
  private(set) var parts: [Part] = []

  /// Adds others at the end.
  fileprivate mutating func append(_ others: DependencyGraphContents) {
    for part in others.parts {
      if case .registrations(let new) = part, case .registrations(let old)? = parts.last {
        parts[parts.count - 1] = .registrations(old.union(new))
      } else {
        parts.append(part)
      }
    }
  }

  /// Holds one part, or none.
  fileprivate init(_ part: Part? = nil) { parts = part.map { [$0] } ?? [] }
}

/// Builds what a graph is made with from statements.
///
/// ```swift
/// let test = DependencyGraph.process.isolated {
///   appContainer
///   Dependency { FixedClock() }
///     .conforms(to: (any Clock).self)
/// }
/// ```
///
/// A statement is a ``DependencyContainer``, or what one stands for in a container: see
/// ``DependencyRegistrarBuilder``. What stands here itself hides what is found by the same key with
/// the same parameters in the containers, whatever comes first. `if`, `switch`, `for` and
/// `#available` work.
@resultBuilder
public enum DependencyGraphBuilder: _RegistrationBuilder {
  /// Takes a container.
  public static func buildExpression(_ expression: DependencyContainer) -> DependencyGraphContents {
    DependencyGraphContents(.container(expression))
  }

  /// Takes the result of another block.
  public static func buildExpression(_ expression: DependencyGraphContents)
    -> DependencyGraphContents
  {
    expression
  }

  /// Takes registrations.
  public static func buildExpression(_ expression: DependenciesRegistrar)
    -> DependencyGraphContents
  {
    DependencyGraphContents(.registrations(expression))
  }

  /// Joins the rounds of a loop.
  public static func buildArray(_ components: [DependencyGraphContents])
    -> DependencyGraphContents
  {
    var all = DependencyGraphContents()
    for component in components { all.append(component) }
    return all
  }
}
