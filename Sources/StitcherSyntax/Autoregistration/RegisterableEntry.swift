/// A registerable type, or an `#if` block with registerable types.
public indirect enum RegisterableEntry: Hashable, Sendable {
  /// A type with the attribute `@Registerable`.
  case type(RegisterableType)

  /// An `#if` block with its clauses.
  case conditional([RegisterableClause])

  /// The number of types in the entry, in all clauses.
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
  /// The directive with its condition, such as `#if DEBUG` or `#else`.
  public let directive: String

  /// The registerable types in the clause.
  public let entries: [RegisterableEntry]
}

/// A type with the attribute `@Registerable` that other files can name.
public struct RegisterableType: Hashable, Sendable {
  /// The name of the type, preceded by the names of the enclosing types.
  public let name: String

  /// The `#available` conditions under which the type exists, from the outermost type in.
  public let availability: [String]

  /// The source location of the type's declaration.
  public let place: SourcePlace
}
