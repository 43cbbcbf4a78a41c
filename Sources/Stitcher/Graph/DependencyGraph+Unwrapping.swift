internal import StitcherEngine

// Who asks for `X?` or `[X]` wants what there is of `X`. The compiler chooses the form for that
// where it sees such a type. Where it sees only a generic one, or an optional in an optional, this
// finds it out: after a miss, since somebody may have registered an `X?`.

extension DependencyGraph {
  /// Returns the only dependency of a type that takes no parameters, or what the type stands for.
  ///
  /// - Throws: What the engine or a factory throws.
  /// - Complexity: O(1). A live instance is read without a lock.
  @inline(__always)
  static func find<SomeDependency>(_ type: SomeDependency.Type) throws -> SomeDependency {
    try findRest(lend(ObjectIdentifier(type)), type)
  }

  /// Does the second half of ``find(_:)``.
  @inline(__always)
  static func findRest<SomeDependency>(
    _ found: Found, _ type: SomeDependency.Type
  ) throws -> SomeDependency {
    let graph = lent
    if graph.with({ $0.isMissing(found) }) {
      let failure = ResolutionFailure(.missing(.type(type)), registrations: [])
      return try unwrap(type, insteadOf: failure)
    }
    do { return try graph.with { try $0.finish(found, .type(type)) } } catch {
      return try unwrap(type, insteadOf: error)
    }
  }

  /// Returns the only dependency of a type that takes parameters, or what the type stands for.
  ///
  /// Inlined, so that a single argument, which is the usual case, is passed as what it is: a
  /// function to which a pack is passed on copies each argument.
  ///
  /// - Throws: What the engine or a factory throws.
  /// - Complexity: O(1), plus the number of parameters.
  @inlinable
  static func find<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency {
    if isSingle(repeat (each Parameter).self) {
      for parameter in repeat each parameters { return try find(type, only: parameter) }
    }
    return try find(type, several: repeat each parameters)
  }

  /// Whether a pack has one element; known when the inlined code is compiled.
  @inlinable
  @inline(__always)
  static func isSingle<each Element>(_ types: repeat (each Element).Type) -> Bool {
    var count = 0
    for _ in repeat each types { count += 1 }
    return count == 1
  }

  /// Returns the only dependency of a type that takes one parameter, or what the type stands for.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func find<SomeDependency, Parameter: Hashable>(
    _ type: SomeDependency.Type, only parameter: Parameter
  ) throws -> SomeDependency {
    do {
      return try lent.with {
        try $0.finish($0.find(ObjectIdentifier(type)), .type(type), argument: parameter)
      }
    } catch {
      return try unwrap(type, parameter, insteadOf: error)
    }
  }

  /// Returns the only dependency of a type that takes parameters, or what the type stands for.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func find<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, several parameters: repeat each Parameter
  ) throws -> SomeDependency {
    do {
      // One function less through which the parameters are copied than `resolve` has.
      return try shared.finish(
        lend(ObjectIdentifier(type)), .type(type), arguments: repeat each parameters)
    } catch {
      return try unwrap(type, repeat each parameters, insteadOf: error)
    }
  }

  /// Returns the only dependency of a type, or what the type stands for, or nil if there is none.
  ///
  /// - Throws: What the engine or a factory throws.
  /// - Complexity: O(1), plus the number of parameters.
  @inline(__always)
  static func findIfPresent<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency? {
    if let found = try shared.resolveIfPresent(type, arguments: repeat each parameters) {
      return found
    }
    return try unwrap(type, repeat each parameters)
  }

  /// Why an optional dependency was not found: as an error, since an optional of a type that is not
  /// known when the code is compiled takes longer.
  @frozen
  @usableFromInline
  enum Absence: Error {
    /// There is none.
    case missing
    /// It cannot be created, or is not the only one.
    case failed(any Error)
  }

  /// Returns what a type stands for that nothing is registered as.
  ///
  /// - Throws: Why there is none.
  @inline(never)
  static func findInside<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws(Absence) -> SomeDependency {
    let value: SomeDependency?
    do { value = try unwrap(type, repeat each parameters) } catch {
      throw .failed(error)
    }
    if let value { return value }
    throw .missing
  }

  /// Returns the only dependency of an optional type, after neither the wrapped one nor what that
  /// stands for was found; nil if there is none.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func findOptionalItself<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency?? {
    try shared.resolveIfPresent(SomeDependency?.self, arguments: repeat each parameters)
  }

  /// Returns what a type stands for that nothing is registered as; nil for an optional
  /// without a dependency.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - parameters: The arguments of the factory.
  ///   - error: Why the type itself was not found.
  /// - Throws: The error, if something else is wrong or the type stands for nothing; else what the
  ///   engine or a factory throws.
  @inline(never)
  static func unwrap<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter, insteadOf error: any Error
  ) throws -> SomeDependency {
    guard let failure = error as? ResolutionFailure,
      case .missing(.type(let missing)) = failure.reason, missing == type
    else { throw error }
    if let found = try unwrap(type, repeat each parameters) { return found }
    guard let optional = type as? any OptionalDependency.Type else { throw error }
    // The nil of a type is of that type.
    return optional.absent as! SomeDependency
  }

  /// Returns what an optional wraps or a collection holds, or nil if that is nothing or the
  /// type is neither.
  @inline(never)
  static func unwrap<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency? {
    // What is found is of the type, but the compiler does not know.
    if let optional = type as? any OptionalDependency.Type {
      return try optional.findWrapped(repeat each parameters).map { ($0 as! SomeDependency) }
    }
    if let collection = type as? any DependencyContainingCollection.Type {
      let all = try findAll(in: collection, repeat each parameters)
      return .some(all as! SomeDependency)
    }
    return nil
  }

  /// Returns a collection of all dependencies of its element type.
  @usableFromInline
  @inline(never)
  static func findAll<
    Container: DependencyContainingCollection, each Parameter: Hashable
  >(
    in type: Container.Type, _ parameters: repeat each Parameter
  ) throws -> Container {
    Container(try shared.resolveAll(Container.Element.self, arguments: repeat each parameters))
  }
}

/// Says of a type that it is optional.
protocol OptionalDependency {
  /// The value that stands for absence.
  static var absent: Self { get }

  /// Finds the dependency of the wrapped type, or nil if there is none.
  static func findWrapped<each Parameter: Hashable>(
    _ parameters: repeat each Parameter
  ) throws -> Self?
}

extension Optional: OptionalDependency {
  static var absent: Wrapped? { nil }

  static func findWrapped<each Parameter: Hashable>(
    _ parameters: repeat each Parameter
  ) throws -> Wrapped?? {
    try DependencyGraph.findIfPresent(Wrapped.self, repeat each parameters).map { .some($0) }
  }
}
