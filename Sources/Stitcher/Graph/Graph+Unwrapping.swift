internal import StitcherEngine

// A request for `X?` or `[X]` resolves the dependencies of `X`. If the type is written in the
// source, the compiler chooses the overload for it. For a generic type, or an optional of an
// optional, the code below checks for an optional or collection at runtime. The check comes after a
// failed lookup of the type itself, since `X?` may be registered.

// The receiver is an unretained graph that the caller keeps alive: retaining it takes longer than
// the rest of the lookup.
extension UnretainedReference where Object == Graph {
  /// Resolves the only dependency that is registered for the given type, from the result of a
  /// lookup of that type.
  ///
  /// If the type is an optional or a collection, its wrapped type or element type is looked up as
  /// well.
  ///
  /// - Throws: The error of the lookup or of the factory.
  /// - Complexity: O(1). A live instance is read without a lock.
  @inline(__always)
  func findRest<SomeDependency>(
    _ found: LookupResult, _ type: SomeDependency.Type
  ) throws -> SomeDependency {
    if with({ $0.isMissing(found) }) {
      return try object.unwrap(type, insteadOf: object.absence(of: .type(type)))
    }
    do { return try with { try $0.finish(found, .type(type)) } } catch {
      return try object.unwrap(type, insteadOf: error)
    }
  }

  /// Resolves the only dependency that is registered for the given type, and passes arguments to
  /// its factory.
  ///
  /// If the type is an optional or a collection, its wrapped type or element type is looked up as
  /// well.
  ///
  /// - Throws: The error of the lookup or of the factory.
  /// - Complexity: O(1), plus the number of parameters.
  @inline(__always)
  func findOnly<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency {
    do {
      // `resolve` is not used here, since it would add a function call that copies the arguments.
      return try with {
        try $0.finish(
          $0.find(ObjectIdentifier(type)), .type(type), arguments: repeat each parameters)
      }
    } catch {
      return try object.unwrap(type, repeat each parameters, insteadOf: error)
    }
  }

  /// Resolves the only dependency that is registered for the given type, and passes one argument to
  /// its factory.
  ///
  /// If the type is an optional or a collection, its wrapped type or element type is looked up as
  /// well.
  ///
  /// - Throws: The error of the lookup or of the factory.
  @inline(__always)
  func findOnly<SomeDependency, Parameter: Hashable>(
    _ type: SomeDependency.Type, single parameter: Parameter
  ) throws -> SomeDependency {
    do {
      return try with {
        try $0.finish($0.find(ObjectIdentifier(type)), .type(type), argument: parameter)
      }
    } catch {
      return try object.unwrap(type, parameter, insteadOf: error)
    }
  }

  /// Resolves the only dependency of the given type, and passes one argument to its factory; the
  /// thrown error tells a missing dependency from other failures.
  ///
  /// - Throws: The reason why no dependency was resolved.
  @inline(__always)
  func findPresent<SomeDependency, Parameter: Hashable>(
    _ type: SomeDependency.Type, single parameter: Parameter
  ) throws(DependencyGraph.Absence) -> SomeDependency {
    if CompositeRegistrations.mayExist(of: type) {
      return try object.findOptionalOrPresent(type, parameter)
    }
    do {
      return try with {
        try $0.finish($0.find(ObjectIdentifier(type)), .type(type), argument: parameter)
      }
    } catch {
      if !with({ $0.isMissing(type, error) }) { throw .failed(error) }
    }
    return try object.findInside(type, parameter)
  }

  /// Resolves the only dependency of the given type from a lookup result; the thrown error tells a
  /// missing dependency from other failures.
  ///
  /// - Throws: The reason why no dependency was resolved.
  @inline(__always)
  func findPresent<SomeDependency>(
    _ found: LookupResult, _ type: SomeDependency.Type
  ) throws(DependencyGraph.Absence) -> SomeDependency {
    if CompositeRegistrations.mayExist(of: type) {
      return try object.findOptionalOrPresent(found, type)
    }
    return try findPresentItself(found, type)
  }

  /// Resolves the only dependency of the given type from a lookup result, and disregards
  /// dependencies that are registered as the optional of the type.
  ///
  /// - Throws: The reason why no dependency was resolved.
  @inline(__always)
  fileprivate func findPresentItself<SomeDependency>(
    _ found: LookupResult, _ type: SomeDependency.Type
  ) throws(DependencyGraph.Absence) -> SomeDependency {
    if !with({ $0.isMissing(found) }) {
      do { return try with { try $0.finish(found, .type(type)) } } catch {
        if !with({ $0.isMissing(type, error) }) { throw .failed(error) }
      }
    }
    return try object.findInside(type)
  }

  /// Resolves the only dependency of the given type, and passes arguments to its factory; the
  /// thrown error tells a missing dependency from other failures.
  ///
  /// - Throws: The reason why no dependency was resolved.
  @inline(__always)
  func findPresent<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws(DependencyGraph.Absence) -> SomeDependency {
    if CompositeRegistrations.mayExist(of: type) {
      return try object.findOptionalOrPresent(type, repeat each parameters)
    }
    return try findPresentItself(type, repeat each parameters)
  }

  /// Resolves the only dependency of the given type, passes arguments to its factory, and
  /// disregards dependencies that are registered as the optional of the type.
  ///
  /// - Throws: The reason why no dependency was resolved.
  @inline(__always)
  fileprivate func findPresentItself<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws(DependencyGraph.Absence) -> SomeDependency {
    do {
      return try with {
        try $0.finish(
          $0.find(ObjectIdentifier(type)), .type(type), arguments: repeat each parameters)
      }
    } catch {
      if !with({ $0.isMissing(type, error) }) { throw .failed(error) }
    }
    return try object.findInside(type, repeat each parameters)
  }
}

extension Graph {
  /// Resolves the only dependency of the given type, even if the type is an optional or a
  /// collection; `nil` if there is none.
  ///
  /// - Throws: The error of the lookup or of the factory.
  /// - Complexity: O(1), plus the number of parameters.
  @inline(__always)
  fileprivate func findIfPresent<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency? {
    if let found = try resolveIfPresent(type, arguments: repeat each parameters) {
      return found
    }
    return try unwrap(type, repeat each parameters)
  }

  /// Resolves the wrapped type of an optional type, or all elements of a collection type, after a
  /// lookup has not found the optional or collection type itself.
  ///
  /// - Throws: The reason why no dependency was resolved.
  @inline(never)
  fileprivate func findInside<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws(DependencyGraph.Absence) -> SomeDependency {
    let value: SomeDependency?
    do { value = try unwrap(type, repeat each parameters) } catch {
      throw .failed(error)
    }
    if let value { return value }
    // `try inject() === basket` requests an `AnyObject?`, which is never intended.
    if type == AnyObject.self {
      throw .failed(absence(of: .type(type)))
    }
    throw .missing
  }

  /// Returns the wrapped value of the dependency that is registered as the optional of the given
  /// type; `nil` if there is none.
  ///
  /// - Throws: ``DependencyGraph/Absence/missing`` if the registered optional is `nil`; otherwise
  ///   the reason why it was not resolved.
  @inline(never)
  fileprivate func findOptionalFirst<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws(DependencyGraph.Absence) -> SomeDependency? {
    let own: SomeDependency??
    do {
      own = try findComposite(SomeDependency?.self, of: type, repeat each parameters)
    } catch { throw .failed(error) }
    guard let own else { return nil }
    guard let value = own else { throw .missing }
    return value
  }

  /// Resolves a dependency that is registered as the optional of the given type or, if there is
  /// none, as the type itself.
  ///
  /// If neither is registered, and the type is an optional or a collection, the contained type is
  /// resolved.
  ///
  /// This is a separate function, since it looks up the metadata of the optional type.
  ///
  /// - Throws: The reason why no dependency was resolved.
  @inline(never)
  fileprivate func findOptionalOrPresent<SomeDependency>(
    _ found: LookupResult, _ type: SomeDependency.Type
  ) throws(DependencyGraph.Absence) -> SomeDependency {
    if let own = try findOptionalFirst(type) {
      found.release(as: type)
      return own
    }
    return try UnretainedReference(self).findPresentItself(found, type)
  }

  /// Resolves a dependency as the method above does, and passes arguments to its factory.
  ///
  /// - Throws: The reason why no dependency was resolved.
  @inline(never)
  fileprivate func findOptionalOrPresent<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws(DependencyGraph.Absence) -> SomeDependency {
    if let own = try findOptionalFirst(type, repeat each parameters) { return own }
    return try UnretainedReference(self).findPresentItself(type, repeat each parameters)
  }

  /// Resolves the dependency that is registered as the optional of the given type; `nil` if there
  /// is none.
  ///
  /// The caller has already looked for the wrapped type without success.
  ///
  /// - Throws: The error of the lookup or of the factory.
  func findOptionalItself<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency?? {
    try resolveIfPresent(SomeDependency?.self, arguments: repeat each parameters)
  }

  /// Resolves the wrapped type of an optional type, or all elements of a collection type, after a
  /// lookup has not found the optional or collection type itself.
  ///
  /// - Parameters:
  ///   - type: The type, of which nothing is registered.
  ///   - parameters: The arguments of the factory.
  ///   - error: The error of the failed lookup of the type itself.
  /// - Returns: The dependency; the `nil` of an optional type if nothing is registered.
  /// - Throws: `error`, if it has another cause or the type is neither an optional nor a
  ///   collection; otherwise the error of the lookup or of the factory.
  @inline(never)
  fileprivate func unwrap<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter, insteadOf error: any Error
  ) throws -> SomeDependency {
    guard let failure = error as? ResolutionFailure,
      case .missing(.type(let missing)) = failure.reason, missing == type
    else { throw error }
    if let found = try unwrap(type, repeat each parameters) {
      if isEmptyDependency(found) { noteAbsence(of: type, repeat (each Parameter).self) }
      return found
    }
    guard let optional = type as? any OptionalDependency.Type else { throw error }
    noteAbsence(of: type, repeat (each Parameter).self)
    // `absent` is the `nil` of the optional type, so the cast succeeds.
    return optional.absent as! SomeDependency
  }

  /// Notifies the installed observer that a request for an optional or a collection found nothing,
  /// if another graph registers the requested key.
  private func noteAbsence<each Parameter>(
    of type: any Any.Type, _ types: repeat (each Parameter).Type
  ) {
    if DependencyGraph.hasOnlyProcessGraph { return }
    LostContext.noteAbsence(of: type, taking: typeList(repeat each types), in: self, at: .unknown)
  }

  /// Resolves the wrapped type of an optional type, or all elements of a collection type; `nil` if
  /// the given type is neither, or nothing is registered.
  @inline(never)
  private func unwrap<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency? {
    // The result has the requested type, but the compiler cannot prove this.
    if let optional = type as? any OptionalDependency.Type {
      return try optional.findWrapped(in: self, repeat each parameters)
        .map { ($0 as! SomeDependency) }
    }
    if let collection = type as? any DependencyContainingCollection.Type {
      let all = try findAll(in: collection, repeat each parameters)
      return .some(all as! SomeDependency)
    }
    return nil
  }

  /// Resolves the dependency that is registered as the given collection type itself; if there is
  /// none, collects all dependencies of the element type.
  func findAll<
    Container: DependencyContainingCollection, each Parameter: Hashable
  >(
    in type: Container.Type, _ parameters: repeat each Parameter
  ) throws -> Container {
    if let own = try findComposite(type, of: Container.Element.self, repeat each parameters) {
      return own
    }
    return Container(try resolveAll(Container.Element.self, arguments: repeat each parameters))
  }
}

/// A protocol of all optional types, by which generic code recognizes them.
protocol OptionalDependency {
  static var wrappedType: any Any.Type { get }

  /// The `nil` value of the optional type.
  static var absent: Self { get }

  /// Resolves the dependency of the wrapped type; `nil` if there is none.
  static func findWrapped<each Parameter: Hashable>(
    in graph: Graph, _ parameters: repeat each Parameter
  ) throws -> Self?
}

extension Optional: OptionalDependency {
  static var wrappedType: any Any.Type { Wrapped.self }

  static var absent: Wrapped? { nil }

  static func findWrapped<each Parameter: Hashable>(
    in graph: Graph, _ parameters: repeat each Parameter
  ) throws -> Wrapped?? {
    try graph.findIfPresent(Wrapped.self, repeat each parameters).map { .some($0) }
  }
}

/// A collection type that can be injected. The injected collection contains all dependencies of the
/// element type.
///
/// ```swift
/// let sources: [any Searchable] = try DependencyGraph.inject()
/// ```
///
/// Arrays and sets conform to this protocol. Other collections only need to declare the conformance
/// if they have the initializer.
public protocol DependencyContainingCollection: Collection {
  /// Creates a collection with the given resolved dependencies.
  ///
  /// - Parameter sequence: The elements in the order of activation, then of declaration.
  init<S: Sequence>(_ sequence: S) where S.Element == Self.Element
}

extension Array: DependencyContainingCollection {}

extension Set: DependencyContainingCollection {}
