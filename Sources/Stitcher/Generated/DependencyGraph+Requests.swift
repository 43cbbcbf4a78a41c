// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

public import StitcherEngine

// The functions that the inlined overloads call. Most receive no source location, since only an
// error needs one. Functions with `@_alwaysEmitIntoClient` are compiled in the user's module
// only, so a statically linked app contains only those that it uses.

extension DependencyGraph {
  /// Converts an error of the engine or of a factory to an ``InjectionError`` for a request by
  /// type.
  @usableFromInline
  @inline(never)
  static func failure(
    _ error: any Error, _ type: any Any.Type, _ file: StaticString, _ line: UInt
  ) -> any Error {
    current.failure(error, type, file, line)
  }

  /// Converts an error of the engine or of a factory to an ``InjectionError`` for a request by
  /// name.
  @usableFromInline
  @inline(never)
  static func failure(
    _ error: any Error, name: String, _ file: StaticString, _ line: UInt
  ) -> any Error {
    current.failure(error, name: name, file, line)
  }

  /// Converts an error of the engine or of a factory to an ``InjectionError`` for a request by
  /// value.
  @usableFromInline
  @inline(never)
  static func failure<Value: Hashable>(
    _ error: any Error, value: Value, _ file: StaticString, _ line: UInt
  ) -> any Error {
    current.failure(error, value: value, file, line)
  }

  /// Looks up the given type in the lookup table of the graph.
  ///
  /// - Complexity: O(1).
  @usableFromInline
  @inline(never)
  @_optimize(speed)
  static func lookUp(_ type: ObjectIdentifier) -> _LookupResult {
    unretained.with { $0.find(type) }
  }

  /// Looks up the given type, which an optional wraps; returns an empty result if a dependency is
  /// possibly registered as the optional type itself, so that the caller looks up both types.
  ///
  /// - Complexity: O(1).
  @usableFromInline
  @inline(never)
  static func lookUp(_ type: any Any.Type, optional: any Any.Type) -> _LookupResult {
    unretained.find(type, optional: optional)
  }

  /// Looks up all dependencies of the given type in the lookup table of the graph.
  @usableFromInline
  @inline(never)
  static func lookUpAll(_ type: ObjectIdentifier) -> _LookupResults {
    unretained.with { $0.findAll(type) }
  }

  /// Returns the only dependency of the given type, after a lookup has found no live instance.
  ///
  /// If the type is an optional or a collection, its wrapped type or element type is looked up as
  /// well.
  ///
  /// - Throws: An error of the engine or of a factory.
  @usableFromInline
  @inline(never)
  static func finish<SomeDependency>(
    _ found: _LookupResult, _ type: SomeDependency.Type
  ) throws -> SomeDependency {
    try unretained.findRest(found, type)
  }

  /// Returns the only dependency of the given type, after a lookup has found no live instance. The
  /// thrown error tells a missing dependency from other failures.
  ///
  /// - Throws: An `Absence`, which tells a missing dependency from other failures.
  @usableFromInline
  @inline(never)
  static func finishPresent<SomeDependency>(
    _ found: _LookupResult, _ type: SomeDependency.Type
  ) throws(Absence) -> SomeDependency {
    try unretained.findPresent(found, type)
  }

  /// Returns the only dependency of the given type; the thrown error tells a missing dependency
  /// from other failures.
  ///
  /// If the type is an optional or a collection, its wrapped type or element type is looked up as
  /// well.
  ///
  /// - Throws: An `Absence`, which tells a missing dependency from other failures.
  @_alwaysEmitIntoClient
  @inline(__always)
  static func findPresent<SomeDependency>(
    _ type: SomeDependency.Type
  ) throws(Absence) -> SomeDependency {
    let found = lookUp(type, optional: SomeDependency?.self)
    if found.isLive { return found.take(as: type) }
    return try finishPresent(found, type)
  }

  /// Returns the only dependency of the given type, after a lookup has found no live instance;
  /// `nil` if no dependency is registered.
  ///
  /// The compiler specializes this function in the user's module, where the type of the optional is
  /// known.
  ///
  /// - Throws: An error of the engine or of a factory.
  @_alwaysEmitIntoClient
  @inline(never)
  static func finishIfPresent<SomeDependency>(
    _ found: _LookupResult, _ type: SomeDependency.Type, _ file: StaticString, _ line: UInt
  ) throws -> SomeDependency? {
    do { return try finishPresent(found, type) } catch {
      if case .failed(let error) = error { throw error }
      noteAbsence(of: type, at: file, line)
      return nil
    }
  }

  /// Returns the dependency that is registered as the given type, or as the optional of the type;
  /// `nil` if there is none.
  ///
  /// - Throws: An error of the engine or of a factory.
  @_alwaysEmitIntoClient
  @inline(never)
  static func finishOptional<SomeDependency>(
    _ found: _LookupResult, _ type: SomeDependency.Type, _ file: StaticString, _ line: UInt
  ) throws -> SomeDependency?? {
    do { return try finishPresent(found, type) } catch {
      if case .failed(let error) = error { throw error }
      if let value = try findOptionalItself(type) { return value }
      noteAbsence(of: SomeDependency?.self, at: file, line)
      return nil
    }
  }

  /// Returns all dependencies of the given type, after a lookup has found that at least one of them
  /// has no live instance; passes no arguments to their factories.
  ///
  /// - Throws: An error of the engine or of a factory.
  @usableFromInline
  @inline(never)
  static func finishAll<SomeDependency>(
    _ found: _LookupResults, _ type: SomeDependency.Type
  ) throws -> [SomeDependency] {
    try unretained.with { try $0.finish(found, type) }
  }

  /// Returns all dependencies of the given type, and passes no arguments to their factories.
  ///
  /// The compiler specializes this function in the user's module, where the type of the instances
  /// is known.
  ///
  /// - Throws: An error of the engine or of a factory.
  @_alwaysEmitIntoClient
  @inline(never)
  static func findAll<SomeDependency>(_ type: SomeDependency.Type) throws -> [SomeDependency] {
    let found = lookUpAll(ObjectIdentifier(type))
    let count = found.liveCount
    guard count > 0 else { return try finishAll(found, type) }
    var all: [SomeDependency] = []
    all.reserveCapacity(count)
    for position in 0..<count {
      let one = found.live(at: position, ObjectIdentifier(type))
      guard one.isLive else { return try finishAll(found, type) }
      all.append(one.take(as: type))
    }
    found.letGo()
    return all
  }

  /// Returns a collection of all dependencies of the given collection type's element type, and
  /// passes arguments to their factories.
  @usableFromInline
  @inline(never)
  static func findAll<Container: DependencyContainingCollection, each Parameter: Hashable>(
    in type: Container.Type, _ parameters: repeat each Parameter
  ) throws -> Container {
    try unretained.object.findAll(in: type, repeat each parameters)
  }

  /// Returns the dependency that is registered as the given collection type itself; if there is
  /// none, returns a collection of all dependencies of the element type.
  ///
  /// - Throws: An error of the engine or of a factory.
  @_alwaysEmitIntoClient
  @inline(never)
  static func collect<Container: DependencyContainingCollection>(
    _ type: Container.Type, _ file: StaticString, _ line: UInt
  ) throws -> Container {
    if mayFindComposite(of: Container.Element.self), let own = try findCollectionItself(type) {
      return own
    }
    let all = try findAll(Container.Element.self)
    if all.isEmpty { noteAbsence(of: type, at: file, line) }
    return Container(all)
  }

  /// Returns `false` only if no dependency was ever registered as an optional `X?` or as a
  /// collection of `X`, for the given type `X`; `true` can be a false alarm.
  @usableFromInline
  static func mayFindComposite(of type: any Any.Type) -> Bool {
    CompositeRegistrations.mayExist(of: type)
  }

  /// Returns the dependency that is registered as the given collection type itself; `nil` if there
  /// is none.
  ///
  /// - Throws: An error of the engine or of a factory.
  @usableFromInline
  @inline(never)
  static func findCollectionItself<Container: DependencyContainingCollection>(
    _ type: Container.Type
  ) throws -> Container? {
    try unretained.object.findComposite(type, of: Container.Element.self)
  }

  /// Returns the dependency that is registered as the optional of the given type; `nil` if there is
  /// none.
  ///
  /// Called after the lookup of the wrapped type has found no dependency.
  ///
  /// - Throws: An error of the engine or of a factory.
  @usableFromInline
  @inline(never)
  static func findOptionalItself<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency?? {
    try unretained.object.findOptionalItself(type, repeat each parameters)
  }

  /// Returns the dependency that is registered as the optional of the given type; `nil` if there is
  /// none, which a test with strict checks can report.
  ///
  /// - Parameter absence: The error of the lookup of the wrapped type.
  /// - Throws: ``InjectionError``.
  @usableFromInline
  @inline(never)
  static func findOptionalItself<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter, insteadOf absence: Absence,
    _ file: StaticString, _ line: UInt
  ) throws -> SomeDependency?? {
    try current.findOptionalItself(
      type, repeat each parameters, insteadOf: absence, file, line)
  }

  /// Reports a `nil` or empty result of an injection to a strict test, if the injection was
  /// probably meant for the test's graph, but ran outside of it.
  @usableFromInline
  @inline(never)
  static func noteAbsence<each Parameter>(
    of type: any Any.Type, passing parameters: repeat each Parameter, at file: StaticString,
    _ line: UInt
  ) {
    if Self.hasOnlyProcessGraph { return }
    LostContext.noteAbsence(
      of: type, taking: typeList(repeat (each Parameter).self), in: unretained.object,
      at: SourceLocation(file: file, line: line))
  }

  /// Returns the only dependency of the given type, and passes arguments to its factory.
  ///
  /// If the type is an optional or a collection, its wrapped type or element type is looked up as
  /// well.
  ///
  /// - Throws: An error of the engine or a factory.
  /// - Complexity: O(*p*) in the number of parameters.
  @_alwaysEmitIntoClient
  static func find<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency {
    if Self.isSingle(repeat (each Parameter).self) {
      for parameter in repeat each parameters { return try find(type, single: parameter) }
    }
    return try find(type, several: repeat each parameters)
  }

  /// Returns the only dependency of the given type, and passes one argument to its factory.
  @usableFromInline
  @inline(never)
  static func find<SomeDependency, Parameter: Hashable>(
    _ type: SomeDependency.Type, single parameter: Parameter
  ) throws -> SomeDependency {
    try unretained.findOnly(type, single: parameter)
  }

  /// Returns the only dependency of the given type, and passes several arguments to its factory.
  @usableFromInline
  @inline(never)
  static func find<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, several parameters: repeat each Parameter
  ) throws -> SomeDependency {
    try unretained.findOnly(type, repeat each parameters)
  }

  /// Returns the only dependency of the given type, and passes arguments to its factory.
  ///
  /// If the type is an optional or a collection, its wrapped type or element type is looked up as
  /// well.
  ///
  /// - Throws: An `Absence`, which tells a missing dependency from other failures.
  /// - Complexity: O(*p*) in the number of parameters.
  @_alwaysEmitIntoClient
  static func findPresent<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws(Absence) -> SomeDependency {
    if Self.isSingle(repeat (each Parameter).self) {
      for parameter in repeat each parameters { return try findPresent(type, single: parameter) }
    }
    return try findPresent(type, several: repeat each parameters)
  }

  /// Returns the only dependency of the given type, and passes one argument to its factory.
  @usableFromInline
  @inline(never)
  static func findPresent<SomeDependency, Parameter: Hashable>(
    _ type: SomeDependency.Type, single parameter: Parameter
  ) throws(Absence) -> SomeDependency {
    try unretained.findPresent(type, single: parameter)
  }

  /// Returns the only dependency of the given type, and passes several arguments to its factory.
  @usableFromInline
  @inline(never)
  static func findPresent<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, several parameters: repeat each Parameter
  ) throws(Absence) -> SomeDependency {
    try unretained.findPresent(type, repeat each parameters)
  }

  /// Returns the only dependency with the given name.
  ///
  /// - Throws: An error of the engine or of a factory.
  @usableFromInline
  @inline(never)
  static func find<SomeDependency>(
    name: String
  ) throws -> SomeDependency {
    try unretained.with {
      try $0.resolve(name: name, as: SomeDependency.self)
    }
  }

  /// Returns the only dependency that is registered for the given value.
  ///
  /// - Throws: An error of the engine or of a factory.
  @usableFromInline
  @inline(never)
  static func find<Value: Hashable, SomeDependency>(
    value: Value
  ) throws -> SomeDependency {
    try unretained.with {
      try $0.resolve(value: value, as: SomeDependency.self)
    }
  }

  /// Returns the only dependency with the given name, and passes arguments to its factory.
  ///
  /// - Throws: An error of the engine or of a factory.
  @usableFromInline
  @inline(never)
  static func find<SomeDependency, each Parameter: Hashable>(
    name: String, _ parameters: repeat each Parameter
  ) throws -> SomeDependency {
    try unretained.with {
      try $0.resolve(name: name, as: SomeDependency.self, arguments: repeat each parameters)
    }
  }

  /// Returns the only dependency that is registered for the given value, and passes arguments to
  /// its factory.
  ///
  /// - Throws: An error of the engine or of a factory.
  @usableFromInline
  @inline(never)
  static func find<Value: Hashable, SomeDependency, each Parameter: Hashable>(
    value: Value, _ parameters: repeat each Parameter
  ) throws -> SomeDependency {
    try unretained.with {
      try $0.resolve(value: value, as: SomeDependency.self, arguments: repeat each parameters)
    }
  }
}
