public import StitcherEngine

// What the inlined forms call. They know no place, which only an error needs, and throw what
// the engine or a factory does.
//
// Forms that are inlined are emitted into clients alone: the library has no copy of them, so an app
// that is linked statically has only those that it uses.

extension DependencyGraph {
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

  /// Returns the error of a form that asks the current graph by a type.
  @usableFromInline
  @inline(never)
  static func failure(
    _ error: any Error, _ type: any Any.Type, _ file: StaticString, _ line: UInt
  ) -> any Error {
    InjectionError.wrapping(error, .type(type), file, line, in: lent.object)
  }

  /// Finds what a type leads to in the current graph.
  ///
  /// - Complexity: O(1).
  @usableFromInline
  @inline(never)
  static func lend(_ type: ObjectIdentifier) -> _Found { lent.with { $0.find(type) } }

  /// Finds what the wrapped type of an optional leads to in the current graph; nothing if the
  /// optional itself may be registered.
  ///
  /// - Complexity: O(1).
  @usableFromInline
  @inline(never)
  static func lend(_ type: any Any.Type, optional: any Any.Type) -> _Found {
    lent.find(type, optional: optional)
  }

  /// Returns the only dependency of a type, or what the type stands for, where it is not live.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func finish<SomeDependency>(
    _ found: _Found, _ type: SomeDependency.Type
  ) throws -> SomeDependency {
    try lent.findRest(found, type)
  }

  /// Returns the only dependency of a type, or what the type stands for.
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

  /// Returns the only dependency of a type, or what the type stands for, where it is not live.
  ///
  /// - Throws: Why there is none.
  @usableFromInline
  @inline(never)
  static func finishPresent<SomeDependency>(
    _ found: _Found, _ type: SomeDependency.Type
  ) throws(Absence) -> SomeDependency {
    try lent.findPresent(found, type)
  }

  /// Returns the only dependency of a type, or what the type stands for, where it is not live; nil
  /// if there is none.
  ///
  /// It is specialized, not inlined: the optional is made where its type is known.
  ///
  /// - Throws: What the engine or a factory throws.
  @_alwaysEmitIntoClient
  @inline(never)
  static func finishIfPresent<SomeDependency>(
    _ found: _Found, _ type: SomeDependency.Type, _ file: StaticString, _ line: UInt
  ) throws -> SomeDependency? {
    do { return try finishPresent(found, type) } catch {
      if case .failed(let error) = error { throw error }
      noteAbsence(of: type, at: file, line)
      return nil
    }
  }

  /// Returns the only dependency of the type that an optional wraps, or of the optional itself,
  /// where it is not live; nil if there is neither.
  ///
  /// - Throws: What the engine or a factory throws.
  @_alwaysEmitIntoClient
  @inline(never)
  static func finishOptional<SomeDependency>(
    _ found: _Found, _ type: SomeDependency.Type, _ file: StaticString, _ line: UInt
  ) throws -> SomeDependency?? {
    do { return try finishPresent(found, type) } catch {
      if case .failed(let error) = error { throw error }
      if let value = try findOptionalItself(type) { return value }
      noteAbsence(of: SomeDependency?.self, at: file, line)
      return nil
    }
  }

  /// Returns all dependencies of a type that take no parameters.
  ///
  /// It is specialized, not inlined: those that are live are taken where their type is known.
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

  /// Returns the collection that is registered itself; nil if there is none.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func findCollectionItself<Container: DependencyContainingCollection>(
    _ type: Container.Type
  ) throws -> Container? {
    try lent.object.findComposite(type, of: Container.Element.self)
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

  /// Finds all dependencies of a type.
  @usableFromInline
  @inline(never)
  static func lendAll(_ type: ObjectIdentifier) -> _FoundAll { lent.with { $0.findAll(type) } }

  /// Returns all dependencies of a type that take no parameters, where not all are live.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func finishAll<SomeDependency>(
    _ found: _FoundAll, _ type: SomeDependency.Type
  ) throws -> [SomeDependency] {
    try lent.with { try $0.finish(found, type) }
  }

  /// Returns the only dependency of a type that takes parameters, or what the type stands for.
  ///
  /// - Throws: What the engine or a factory throws.
  /// - Complexity: O(1), plus the number of parameters.
  @_alwaysEmitIntoClient
  static func find<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency {
    if isSingle(repeat (each Parameter).self) {
      for parameter in repeat each parameters { return try find(type, single: parameter) }
    }
    return try find(type, several: repeat each parameters)
  }

  /// Returns the only dependency of a type that takes one parameter, or what the type stands for.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func find<SomeDependency, Parameter: Hashable>(
    _ type: SomeDependency.Type, single parameter: Parameter
  ) throws -> SomeDependency {
    try lent.findOnly(type, single: parameter)
  }

  /// Returns the only dependency of a type that takes parameters, or what the type stands for.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  static func find<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, several parameters: repeat each Parameter
  ) throws -> SomeDependency {
    try lent.findOnly(type, repeat each parameters)
  }

  /// Whether a pack has one element. Inlined with a request, so that a single argument, which is
  /// the usual case, is passed as what it is: functions that a pack is passed to copy each one.
  @_alwaysEmitIntoClient
  @inline(__always)
  static func isSingle<each Element>(_ types: repeat (each Element).Type) -> Bool {
    var count = 0
    for _ in repeat each types { count += 1 }
    return count == 1
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
    try lent.object.findOptionalItself(type, repeat each parameters)
  }

  /// Returns a collection of all dependencies of its element type.
  @usableFromInline
  @inline(never)
  static func findAll<
    Container: DependencyContainingCollection, each Parameter: Hashable
  >(
    in type: Container.Type, _ parameters: repeat each Parameter
  ) throws -> Container {
    try lent.object.findAll(in: type, repeat each parameters)
  }

  /// Returns the only dependency of a type that takes no parameters, or what the type stands for.
  ///
  /// - Throws: What the engine or a factory throws.
  /// - Complexity: O(1). A live instance is read without a lock.
  @inline(__always)
  static func find<SomeDependency>(_ type: SomeDependency.Type) throws -> SomeDependency {
    let graph = lent
    return try graph.findRest(graph.with { $0.find(ObjectIdentifier(type)) }, type)
  }
}
