internal import StitcherEngine

// Who asks for `X?` or `[X]` wants what there is of `X`. The compiler chooses the form for that
// where it sees such a type. Where it sees only a generic one, or an optional in an optional, this
// finds it out: after a miss, since somebody may have registered an `X?`.

// Called on graphs that somebody else holds: to retain one takes longer than the rest.
extension UnretainedReference where Object == Graph {
  /// Returns the only dependency of a type that takes no parameters, or what the type stands for,
  /// once it was searched for.
  ///
  /// - Throws: What the engine or a factory throws.
  /// - Complexity: O(1). A live instance is read without a lock.
  @inline(__always)
  func findRest<SomeDependency>(
    _ found: LookupResult, _ type: SomeDependency.Type
  ) throws -> SomeDependency {
    if with({ $0.isMissing(found) }) {
      return try object.unwrap(type, insteadOf: object.absence(of: type))
    }
    do { return try with { try $0.finish(found, .type(type)) } } catch {
      return try object.unwrap(type, insteadOf: error)
    }
  }

  /// Returns the only dependency of a type that takes parameters, or what the type stands for.
  ///
  /// - Throws: What the engine or a factory throws.
  /// - Complexity: O(1), plus the number of parameters.
  @inline(__always)
  func findOnly<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency {
    do {
      // One function less through which the parameters are copied than `resolve` has.
      return try with {
        try $0.finish(
          $0.find(ObjectIdentifier(type)), .type(type), arguments: repeat each parameters)
      }
    } catch {
      return try object.unwrap(type, repeat each parameters, insteadOf: error)
    }
  }

  /// Returns the only dependency of a type that takes one parameter, or what the type stands for.
  ///
  /// - Throws: What the engine or a factory throws.
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

  /// Returns the only dependency of a type that takes one parameter, or what the type stands for.
  ///
  /// - Throws: Why there is none.
  @inline(__always)
  func findPresent<SomeDependency, Parameter: Hashable>(
    _ type: SomeDependency.Type, single parameter: Parameter
  ) throws(DependencyGraph.Absence) -> SomeDependency {
    if CompositeRegistrations.mayExist(of: type),
      let own = try object.findOptionalFirst(type, parameter)
    {
      return own
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

  /// Returns the only dependency of a type, or what the type stands for, once it was searched for.
  ///
  /// - Throws: Why there is none.
  @inline(__always)
  func findPresent<SomeDependency>(
    _ found: LookupResult, _ type: SomeDependency.Type
  ) throws(DependencyGraph.Absence) -> SomeDependency {
    // In a function of its own, since it needs the metadata of the optional.
    if CompositeRegistrations.mayExist(of: type) {
      return try object.findOptionalOrPresent(found, type)
    }
    return try findPresentItself(found, type)
  }

  /// Returns the only dependency of a type, or what the type stands for, if no optional of it is
  /// registered.
  ///
  /// - Throws: Why there is none.
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

  /// Returns the only dependency of a type that takes parameters, or what the type stands for.
  ///
  /// - Throws: Why there is none.
  @inline(__always)
  func findPresent<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws(DependencyGraph.Absence) -> SomeDependency {
    if CompositeRegistrations.mayExist(of: type),
      let own = try object.findOptionalFirst(type, repeat each parameters)
    {
      return own
    }
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
  /// Returns the only dependency of a type, or what the type stands for, or nil if there is none.
  ///
  /// - Throws: What the engine or a factory throws.
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

  /// Returns what a type stands for that nothing is registered as.
  ///
  /// - Throws: Why there is none.
  @inline(never)
  fileprivate func findInside<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws(DependencyGraph.Absence) -> SomeDependency {
    let value: SomeDependency?
    do { value = try unwrap(type, repeat each parameters) } catch {
      throw .failed(error)
    }
    if let value { return value }
    // `try inject() === basket` asks for an `AnyObject?`: nobody means that.
    if type == AnyObject.self {
      throw .failed(absence(of: type))
    }
    throw .missing
  }

  /// Returns the value of the dependency that is registered as an optional; nil if there is none.
  ///
  /// - Throws: That the value is nil, or why there is none.
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

  /// Returns the value of the dependency that is registered as an optional of the type. If there is
  /// none, returns the only dependency of the type. If there is none either, and the type is an
  /// optional or a collection, resolves the contained type.
  ///
  /// - Throws: The reason why no dependency was found.
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

  /// Returns the only dependency of an optional type, after neither the wrapped one nor what that
  /// stands for was found; nil if there is none.
  ///
  /// - Throws: What the engine or a factory throws.
  func findOptionalItself<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency?? {
    try resolveIfPresent(SomeDependency?.self, arguments: repeat each parameters)
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
    // The nil of a type is of that type.
    return optional.absent as! SomeDependency
  }

  /// Notes that an optional or a collection is empty. The request does not say its place.
  private func noteAbsence<each Parameter>(
    of type: any Any.Type, _ types: repeat (each Parameter).Type
  ) {
    if DependencyGraph.isOnlyOne { return }
    LostContext.noteAbsence(of: type, taking: typeList(repeat each types), in: self, at: .unknown)
  }

  /// Returns what an optional wraps or a collection holds, or nil if that is nothing or the
  /// type is neither.
  @inline(never)
  private func unwrap<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency? {
    // What is found is of the type, but the compiler does not know.
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

  /// Returns a collection of all dependencies of its element type.
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

/// Says of a type that it is optional.
protocol OptionalDependency {
  /// The wrapped type.
  static var wrappedType: any Any.Type { get }

  /// The value that stands for absence.
  static var absent: Self { get }

  /// Finds the dependency of the wrapped type, or nil if there is none.
  static func findWrapped<each Parameter: Hashable>(
    in graph: Graph, _ parameters: repeat each Parameter
  ) throws -> Self?
}

extension Optional: OptionalDependency {
  /// The wrapped type.
  static var wrappedType: any Any.Type { Wrapped.self }

  static var absent: Wrapped? { nil }

  static func findWrapped<each Parameter: Hashable>(
    in graph: Graph, _ parameters: repeat each Parameter
  ) throws -> Wrapped?? {
    try graph.findIfPresent(Wrapped.self, repeat each parameters).map { .some($0) }
  }
}

/// A collection that an injection can fill with all dependencies of its element type.
///
/// ```swift
/// let sources: [any Searchable] = try DependencyGraph.inject()
/// ```
///
/// Arrays and sets are such collections. Others need only declare that they conform, if they
/// have the initializer.
public protocol DependencyContainingCollection: Collection {
  /// Creates a collection of elements.
  ///
  /// - Parameter sequence: The elements in the order of activation, then of declaration.
  init<S: Sequence>(_ sequence: S) where S.Element == Self.Element
}

extension Array: DependencyContainingCollection {}

extension Set: DependencyContainingCollection {}
