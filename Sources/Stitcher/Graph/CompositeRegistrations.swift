internal import StitcherEngine

// A request for `X?` or `[X]` finds the dependencies of `X`. A dependency may be registered as an
// optional or as a collection itself; then a request for exactly that type finds it. A dependency
// of `X` beside it makes such a request ambiguous.

/// The types whose optionals or collections were ever registered. Requests for other types need not
/// look for one.
enum CompositeRegistrations: CompositeTypes {
  /// A Bloom filter of types: each type sets a bit that its hash chooses. It may report a type that
  /// was never noted, but it misses none.
  private static var types: _AtomicWord { ProcessWord.composites.word }

  /// Whether there was any such registration.
  static var exist: Bool { types.load(ordering: .relaxed) != 0 }

  /// Whether an optional or a collection of a type may be registered.
  @inline(__always)
  static func mayExist(of type: any Any.Type) -> Bool {
    types.load(ordering: .relaxed) & bit(of: type) != 0
  }

  /// Notes a type that finds a registration.
  static func note<T>(_ type: T.Type) {
    guard EmptyTypes.contains(type), let contained = containedType(of: type) else { return }
    insert(bit(of: contained))
  }

  /// Notes the types that find a registration. A protocol is no optional and no collection; that is
  /// known at little cost.
  ///
  /// - Complexity: O(*n*) in the number of types.
  static func note(_ locator: Locator) {
    for type in locator.types where !isExistential(type) { note(type) }
  }

  /// Notes that anything may be registered, now or later, such as in an attached container.
  static func noteAll() { insert(.max) }

  /// Notes the bits of types.
  private static func insert(_ bits: UInt) {
    // A relaxed write is enough: a container is activated after its types were noted, and look-ups
    // find them only after the activation.
    Graph.composites.withLock { $0 = Self.self }
    types.formUnion(bits)
  }

  /// Returns the type that an optional wraps, or the element type of a collection; nil for other
  /// types.
  package static func containedType(of type: any Any.Type) -> (any Any.Type)? {
    if let optional = type as? any OptionalDependency.Type { return optional.wrappedType }
    return (type as? any DependencyContainingCollection.Type)?.elementType
  }

  /// The bit of a type.
  @inline(__always)
  private static func bit(of type: any Any.Type) -> UInt {
    let hash = UInt64(UInt(bitPattern: ObjectIdentifier(type))) &* 0x9E37_79B9_7F4A_7C15
    return 1 << UInt(truncatingIfNeeded: hash >> 59)
  }
}

extension Graph {
  /// Returns the dependency that is registered as exactly an optional or a collection; nil if there
  /// is none.
  ///
  /// - Throws: An ambiguity if a dependency of the wrapped type, or of the element type, is
  ///   registered, too; else what the engine or a factory throws.
  func findComposite<Composite, each Parameter: Hashable>(
    _ type: Composite.Type, of inner: any Any.Type, _ parameters: repeat each Parameter
  ) throws -> Composite? {
    // Before anything is allocated.
    guard CompositeRegistrations.mayExist(of: inner), mayFind(type) else { return nil }
    var types: [any Any.Type] = []
    for type in repeat (each Parameter).self { types.append(type) }
    guard declaresComposite(type, of: inner, types) else { return nil }
    return try resolveIfPresent(type, arguments: repeat each parameters)
  }

  /// Returns what ``findComposite(_:of:_:)`` does, in a task.
  ///
  /// - Throws: An ambiguity if a dependency of the wrapped type, or of the element type, is
  ///   registered, too; else what the engine or a factory throws.
  nonisolated(nonsending) func findCompositeAsync<Composite: Sendable>(
    _ type: Composite.Type, of inner: any Any.Type, _ parameters: _ArgumentList
  ) async throws -> Composite? {
    guard declaresComposite(type, of: inner, parameters.types) else { return nil }
    do { return try await resolve(.type(type), as: type, parameters) } catch {
      if isMissing(type, error) { return nil }
      throw error
    }
  }

  /// Whether a dependency is registered as exactly an optional or a collection. If a dependency of
  /// the wrapped type, or of the element type, is registered, too, the request is ambiguous.
  func declaresComposite(
    _ type: any Any.Type, of inner: any Any.Type, _ parameters: [any Any.Type]
  ) -> Bool {
    guard CompositeRegistrations.mayExist(of: inner) else { return false }
    let found = kept(.type(type)) ?? lookUp(.type(type))
    return found.candidates.contains { $0.registration.takes(parameters) }
  }
}

extension UnretainedReference where Object == Graph {
  /// Returns what is found by a type. Returns `.nothing` if an optional of the type may be
  /// registered: then the caller takes the slow path, which looks for that optional.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  func find(_ type: any Any.Type, optional: any Any.Type) -> _LookupResult {
    if CompositeRegistrations.mayExist(of: type), with({ $0.mayFind(optional) }) { return .nothing }
    return with { $0.find(ObjectIdentifier(type)) }
  }
}

extension Graph {
  /// Whether a type may find something: it was not looked up yet, or it finds something.
  fileprivate func mayFind(_ type: any Any.Type) -> Bool {
    kept(.type(type)).map { !$0.candidates.isEmpty } ?? true
  }
}

extension Graph {
  /// Returns what to write if a request failed because of a registration of an optional or of a
  /// collection; nil if there is none.
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
