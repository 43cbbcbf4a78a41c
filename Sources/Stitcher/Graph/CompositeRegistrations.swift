internal import StitcherEngine

// A request for `X?` or `[X]` resolves the dependencies of `X`. A dependency may also be registered
// as an optional or a collection itself. A request for exactly that type then resolves this
// dependency. If a dependency of `X` is registered as well, the request is ambiguous.

/// A process-wide filter of types `X`. The filter contains each type `X` for which a dependency was
/// ever registered as an optional `X?` or as a collection of `X`.
///
/// For other types, a lookup skips the search for a registered optional or collection.
enum CompositeRegistrations: CompositeTypes {
  /// The bits of a Bloom filter: each registered type sets one bit, which the hash of the type
  /// selects.
  ///
  /// The filter may contain a type that was never registered, but misses no registered type.
  private static var types: _AtomicWord { ProcessWord.composites.word }

  /// Whether any optional type or collection type was ever registered in the process.
  static var exist: Bool { types.load(ordering: .relaxed) != 0 }

  /// Returns `false` only if no dependency was ever registered as an optional `X?` or as a
  /// collection of `X`, for the given type `X`; `true` can be a false alarm.
  @inline(__always)
  static func mayExist(of type: any Any.Type) -> Bool {
    types.load(ordering: .relaxed) & bit(of: type) != 0
  }

  /// Records a registered optional or collection type, so that ``mayExist(of:)`` returns `true` for
  /// its wrapped type or element type; ignores other types.
  static func note<T>(_ type: T.Type) {
    guard EmptyTypes.contains(type), let contained = containedType(of: type) else { return }
    insert(bit(of: contained))
  }

  /// Records the optional and collection types of a registration, so that ``mayExist(of:)`` returns
  /// `true` for their wrapped types and element types.
  ///
  /// Protocol types are neither, so they are skipped by a cheap check.
  ///
  /// - Complexity: O(*n*) in the number of types.
  static func note(_ locator: Locator) {
    for position in 0..<locator.keyCount {
      if case .type(let type) = locator.key(at: position), !isExistential(type) { note(type) }
    }
  }

  /// Makes ``mayExist(of:)`` return `true` for each type, since an attached source of registrations
  /// can register any type later.
  static func noteAll() { insert(.max) }

  /// Sets the given bits in the filter of registered optional and collection types.
  private static func insert(_ bits: UInt) {
    // A relaxed write is enough: a container is activated after its types were added, and lookups
    // find the types only after the activation.
    Graph.composites.withLock { $0 = Self.self }
    types.formUnion(bits)
  }

  /// Returns the wrapped type of an optional or the element type of a collection; `nil` for other
  /// types.
  package static func containedType(of type: any Any.Type) -> (any Any.Type)? {
    if let optional = type as? any OptionalDependency.Type { return optional.wrappedType }
    return (type as? any DependencyContainingCollection.Type)?.elementType
  }

  /// Returns the bit that the hash of a type selects in the filter.
  @inline(__always)
  private static func bit(of type: any Any.Type) -> UInt {
    let hash = UInt64(UInt(bitPattern: ObjectIdentifier(type))) &* 0x9E37_79B9_7F4A_7C15
    return 1 << UInt(truncatingIfNeeded: hash >> 59)
  }
}

extension Graph {
  /// Resolves the dependency that is registered as exactly the given optional or collection type;
  /// `nil` if there is none.
  ///
  /// - Throws: An ambiguity error if a dependency of the wrapped type or of the element type is
  ///   registered as well; otherwise the error of the lookup or of the factory.
  func findComposite<Composite, each Parameter: Hashable>(
    _ type: Composite.Type, of inner: any Any.Type, _ parameters: repeat each Parameter
  ) throws -> Composite? {
    // This check comes first, since it allocates no memory.
    guard CompositeRegistrations.mayExist(of: inner), mayFind(type) else { return nil }
    var types: [any Any.Type] = []
    for type in repeat (each Parameter).self { types.append(type) }
    guard declaresComposite(type, of: inner, types) else { return nil }
    return try resolveIfPresent(type, arguments: repeat each parameters)
  }

  /// Resolves, in a task, the dependency that is registered as exactly the given optional or
  /// collection type; `nil` if there is none.
  ///
  /// - Throws: An ambiguity error if a dependency of the wrapped type or of the element type is
  ///   registered as well; otherwise the error of the lookup or of the factory.
  nonisolated(nonsending) func findCompositeAsync<Composite: Sendable>(
    _ type: Composite.Type, of inner: any Any.Type, _ parameters: _ArgumentList
  ) async throws -> Composite? {
    guard declaresComposite(type, of: inner, parameters.types) else { return nil }
    do { return try await resolve(.type(type), as: type, parameters) } catch {
      if isMissing(type, error) { return nil }
      throw error
    }
  }

  /// Returns whether a dependency is registered as exactly the given optional or collection type,
  /// with a factory that takes the given parameters.
  ///
  /// If a dependency of the wrapped type or of the element type is registered as well, the request
  /// is ambiguous.
  func declaresComposite(
    _ type: any Any.Type, of inner: any Any.Type, _ parameters: [any Any.Type]
  ) -> Bool {
    guard CompositeRegistrations.mayExist(of: inner) else { return false }
    let found = kept(.type(type)) ?? lookUp(.type(type))
    return found.candidates.contains { $0.registration.takes(parameters) }
  }
}

extension UnretainedReference where Object == Graph {
  /// Looks up the given type; returns an empty result if a dependency is possibly registered as the
  /// optional of the type, so that the caller looks up both.
  ///
  /// On `.nothing`, the caller takes the slow path, which looks up both types.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func find(_ type: any Any.Type, optional: any Any.Type) -> _LookupResult {
    if CompositeRegistrations.mayExist(of: type), with({ $0.mayFind(optional) }) { return .nothing }
    return with { $0.find(ObjectIdentifier(type)) }
  }
}

extension Graph {
  /// Returns `false` if an earlier lookup of the given type has found no registration; otherwise
  /// `true`.
  fileprivate func mayFind(_ type: any Any.Type) -> Bool {
    kept(.type(type)).map { !$0.candidates.isEmpty } ?? true
  }
}

extension Graph {
  /// Returns a hint for an error, if a dependency that is registered as an optional or a collection
  /// has caused it; otherwise `nil`.
  ///
  /// - Complexity: O(*n*) in the number of active registrations.
  func compositeHint(of error: any Error) -> String? {
    guard CompositeRegistrations.exist, let failure = error as? ResolutionFailure else {
      return nil
    }
    switch failure.reason {
    case .multiple(.type(let type)):
      guard let inner = CompositeRegistrations.containedType(of: type),
        let other = failure.registrations.first(where: { $0.locator.matches(.type(inner)) })
      else { return nil }
      return "'\(inner)' is registered, too, at \(other.location), so it is not clear whether"
        + " '\(type)' means that."
    case .missing(.type(let type)):
      for registration in registrations {
        for case .type(let own) in registration.locator.keys
        where CompositeRegistrations.containedType(of: own) == type {
          return "'\(own)' is registered at \(registration.location): a request for '\(type)' does"
            + " not find it. Inject '\(own)', or register '\(type)'."
        }
      }
      return nil
    default: return nil
    }
  }
}
