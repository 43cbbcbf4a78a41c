// Generated from Scripts/overloads.template: edit that, and run Scripts/overloads.sh.

public import StitcherEngine

// Functions that the inlined forms call. They know no place in the source, which only an error
// needs. Functions that are inlined themselves are emitted into clients alone, so an app that is
// linked statically has only those that it uses.

extension DependencyGraph {
  /// Returns the error of a form that asks by a type.
  @usableFromInline
  @inline(never)
  static func failure(
    _ error: any Error, _ type: any Any.Type, _ file: StaticString, _ line: UInt
  ) -> any Error {
    InjectionError.wrapping(error, .type(type), file, line, in: lent.object)
  }

  /// Returns the error of a form that asks by a name.
  @usableFromInline
  @inline(never)
  static func failure(
    _ error: any Error, name: String, _ file: StaticString, _ line: UInt
  ) -> any Error {
    InjectionError.wrapping(error, .name(name), file, line, in: lent.object)
  }

  /// Returns the error of a form that asks by a value.
  @usableFromInline
  @inline(never)
  static func failure<Value: Hashable>(
    _ error: any Error, value: Value, _ file: StaticString, _ line: UInt
  ) -> any Error {
    InjectionError.wrapping(error, .value(TypedValueKey(value)), file, line, in: lent.object)
  }

  /// Finds the lookup result of a type.
  ///
  /// - Complexity: O(1).
  @usableFromInline
  @inline(never)
  static func lend(_ type: ObjectIdentifier) -> _LookupResult { lent.with { $0.find(type) } }

  /// Finds the lookup result of the wrapped type of an optional; none if the optional itself may be
  /// registered.
  ///
  /// - Complexity: O(1).
  @usableFromInline
  @inline(never)
  static func lend(_ type: any Any.Type, optional: any Any.Type) -> _LookupResult {
    lent.find(type, optional: optional)
  }

  /// Finds the lookup results of all dependencies of a type.
  @usableFromInline
  @inline(never)
  static func lendAll(_ type: ObjectIdentifier) -> _LookupResults { lent.with { $0.findAll(type) } }

  /// Returns the only dependency of a type, or of what an optional or a collection contains, where
  /// the lookup found no live instance.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func finish<SomeDependency>(
    _ found: _LookupResult, _ type: SomeDependency.Type
  ) throws -> SomeDependency {
    try lent.findRest(found, type)
  }

  /// Returns the same as `finish(_:_:)`; its error says whether there is none.
  ///
  /// - Throws: Why there is none.
  @usableFromInline
  @inline(never)
  static func finishPresent<SomeDependency>(
    _ found: _LookupResult, _ type: SomeDependency.Type
  ) throws(Absence) -> SomeDependency {
    try lent.findPresent(found, type)
  }

  /// Returns the only dependency of a type, or of what an optional or a collection contains.
  ///
  /// - Throws: Why there is none.
  @_alwaysEmitIntoClient
  @inline(__always)
  static func findPresent<SomeDependency>(
    _ type: SomeDependency.Type
  ) throws(Absence) -> SomeDependency {
    let found = lend(type, optional: SomeDependency?.self)
    if found.isLive { return found.take(as: type) }
    return try finishPresent(found, type)
  }

  /// Returns the same as `finish(_:_:)`; nil if there is none.
  ///
  /// It is specialized, not inlined: the optional is made where its type is known.
  ///
  /// - Throws: What the engine or a factory throws.
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

  /// Returns the same as `finish(_:_:)`, or the dependency that is registered as the optional; nil
  /// if there is neither.
  ///
  /// - Throws: What the engine or a factory throws.
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

  /// Returns all dependencies of a type that take no parameters, where not all are live.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func finishAll<SomeDependency>(
    _ found: _LookupResults, _ type: SomeDependency.Type
  ) throws -> [SomeDependency] {
    try lent.with { try $0.finish(found, type) }
  }

  /// Returns all dependencies of a type that take no parameters.
  ///
  /// It is specialized, not inlined: instances that are live are taken where their type is known.
  ///
  /// - Throws: What the engine or a factory throws.
  @_alwaysEmitIntoClient
  @inline(never)
  static func findAll<SomeDependency>(_ type: SomeDependency.Type) throws -> [SomeDependency] {
    let found = lendAll(ObjectIdentifier(type))
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

  /// Returns a collection of all dependencies of its element type.
  @usableFromInline
  @inline(never)
  static func findAll<Container: DependencyContainingCollection, each Parameter: Hashable>(
    in type: Container.Type, _ parameters: repeat each Parameter
  ) throws -> Container {
    try lent.object.findAll(in: type, repeat each parameters)
  }

  /// Returns a collection of all dependencies of its element type that take no parameters, or the
  /// collection that is registered itself.
  ///
  /// - Throws: What the engine or a factory throws.
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

  /// Whether an optional or a collection of a type may be registered.
  @usableFromInline
  static func mayFindComposite(of type: any Any.Type) -> Bool {
    CompositeRegistrations.mayExist(of: type)
  }

  /// Returns the dependency that is registered as the collection; nil if there is none.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func findCollectionItself<Container: DependencyContainingCollection>(
    _ type: Container.Type
  ) throws -> Container? {
    try lent.object.findComposite(type, of: Container.Element.self)
  }

  /// Returns the dependency that is registered as an optional, after the lookup of the wrapped type
  /// found none; nil if there is none.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func findOptionalItself<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency?? {
    try lent.object.findOptionalItself(type, repeat each parameters)
  }

  /// Returns the same as `findOptionalItself(_:_:)`, and notes that there is none.
  ///
  /// - Parameter absence: Why there is none of the wrapped type.
  /// - Throws: ``InjectionError``.
  @usableFromInline
  @inline(never)
  static func findOptionalItself<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter, insteadOf absence: Absence,
    _ file: StaticString, _ line: UInt
  ) throws -> SomeDependency?? {
    do {
      if case .failed(let error) = absence { throw error }
      if let value = try findOptionalItself(type, repeat each parameters) { return value }
      noteAbsence(of: SomeDependency?.self, passing: repeat each parameters, at: file, line)
      return nil
    } catch { throw failure(error, type, file, line) }
  }

  /// Notes that an optional or a collection is empty, which a strict test hears of if the injection
  /// has lost the test's graph.
  @usableFromInline
  @inline(never)
  static func noteAbsence<each Parameter>(
    of type: any Any.Type, passing parameters: repeat each Parameter, at file: StaticString,
    _ line: UInt
  ) {
    if Self.isOnlyOne { return }
    LostContext.noteAbsence(
      of: type, taking: typeList(repeat (each Parameter).self), in: lent.object,
      at: SourceLocation(file: file, line: line))
  }

  /// Returns the only dependency of a type that takes parameters, or of what an optional or a
  /// collection contains.
  ///
  /// - Throws: What the engine or a factory throws.
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

  /// Returns the same for one parameter.
  @usableFromInline
  @inline(never)
  static func find<SomeDependency, Parameter: Hashable>(
    _ type: SomeDependency.Type, single parameter: Parameter
  ) throws -> SomeDependency {
    try lent.findOnly(type, single: parameter)
  }

  /// Returns the same for several parameters.
  @usableFromInline
  @inline(never)
  static func find<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, several parameters: repeat each Parameter
  ) throws -> SomeDependency {
    try lent.findOnly(type, repeat each parameters)
  }

  /// Returns the only dependency of a type that takes parameters, or of what an optional or a
  /// collection contains.
  ///
  /// - Throws: Why there is none.
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

  /// Returns the same for one parameter.
  @usableFromInline
  @inline(never)
  static func findPresent<SomeDependency, Parameter: Hashable>(
    _ type: SomeDependency.Type, single parameter: Parameter
  ) throws(Absence) -> SomeDependency {
    try lent.findPresent(type, single: parameter)
  }

  /// Returns the same for several parameters.
  @usableFromInline
  @inline(never)
  static func findPresent<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, several parameters: repeat each Parameter
  ) throws(Absence) -> SomeDependency {
    try lent.findPresent(type, repeat each parameters)
  }

  /// Returns the only dependency of a name that takes no parameters.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func find<SomeDependency>(
    name: String
  ) throws -> SomeDependency {
    try lent.with {
      try $0.resolve(name: name, as: SomeDependency.self)
    }
  }

  /// Returns the only dependency of a value that takes no parameters.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func find<Value: Hashable, SomeDependency>(
    value: Value
  ) throws -> SomeDependency {
    try lent.with {
      try $0.resolve(value: value, as: SomeDependency.self)
    }
  }

  /// Returns the only dependency of a name that takes parameters.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func find<SomeDependency, each Parameter: Hashable>(
    name: String, _ parameters: repeat each Parameter
  ) throws -> SomeDependency {
    try lent.with {
      try $0.resolve(name: name, as: SomeDependency.self, arguments: repeat each parameters)
    }
  }

  /// Returns the only dependency of a value that takes parameters.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func find<Value: Hashable, SomeDependency, each Parameter: Hashable>(
    value: Value, _ parameters: repeat each Parameter
  ) throws -> SomeDependency {
    try lent.with {
      try $0.resolve(value: value, as: SomeDependency.self, arguments: repeat each parameters)
    }
  }
}
