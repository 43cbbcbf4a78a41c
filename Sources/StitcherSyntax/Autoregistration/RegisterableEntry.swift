/// A registerable type or an `#if` block of them, in the order of the source.
public indirect enum RegisterableEntry: Hashable, Sendable {
  /// A type with its registration.
  case type(RegisterableType)

  /// The clauses of an `#if` block.
  case conditional([RegisterableClause])

  /// The number of types in it, in all clauses.
  public var typeCount: Int {
    switch self {
    case .type: 1
    case .conditional(let clauses):
      clauses.reduce(0) { $0 + $1.entries.reduce(0) { $0 + $1.typeCount } }
    }
  }
}

/// A clause of an `#if` block.
public struct RegisterableClause: Hashable, Sendable {
  /// The directive with its condition: `#if DEBUG`, `#else`.
  public let directive: String

  /// The entries under the condition.
  public let entries: [RegisterableEntry]
}

/// A type that carries `@Registerable`, and that other files can name.
public struct RegisterableType: Hashable, Sendable {
  /// The name with those of the types around it.
  public let name: String

  /// The conditions of `#available` under which the type exists, from the outside in.
  public let availability: [String]

  /// Where it is declared.
  public let place: SourcePlace
}
