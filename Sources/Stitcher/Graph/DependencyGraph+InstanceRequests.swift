public import StitcherEngine

// What the inlined forms call that ask a given graph; see `DependencyGraph+Requests.swift`.

extension DependencyGraph {
  /// Returns the error of a form that asks this graph by a type.
  @usableFromInline
  @inline(never)
  func failure(
    _ error: any Error, _ type: any Any.Type, _ file: StaticString, _ line: UInt
  ) -> any Error {
    InjectionError.wrapping(error, .type(type), file, line, in: graph)
  }

  /// Finds what a type leads to in this graph.
  ///
  /// - Complexity: O(1).
  @usableFromInline
  @inline(never)
  func lend(_ type: ObjectIdentifier) -> _Found { graph.find(type) }

  /// Finds what the wrapped type of an optional leads to; nothing if the optional itself
  /// may be registered.
  ///
  /// - Complexity: O(1).
  @usableFromInline
  @inline(never)
  func lend(_ type: any Any.Type, optional: any Any.Type) -> _Found {
    Borrowed(graph).find(type, optional: optional)
  }

  /// Returns the only dependency of a type, or what the type stands for, where it is not live.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  func finish<SomeDependency>(
    _ found: _Found, _ type: SomeDependency.Type
  ) throws -> SomeDependency {
    try Borrowed(graph).findRest(found, type)
  }

  /// Returns the only dependency of a type, or what the type stands for.
  ///
  /// - Throws: Why there is none.
  @_alwaysEmitIntoClient
  @inline(__always)
  func findPresent<SomeDependency>(
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
  func finishPresent<SomeDependency>(
    _ found: _Found, _ type: SomeDependency.Type
  ) throws(Absence) -> SomeDependency {
    try Borrowed(graph).findPresent(found, type)
  }

  /// Returns the only dependency of a type, or what the type stands for, where it is not live; nil
  /// if there is none.
  ///
  /// It is specialized, not inlined: the optional is made where its type is known.
  ///
  /// - Throws: What the engine or a factory throws.
  @_alwaysEmitIntoClient
  @inline(never)
  func finishIfPresent<SomeDependency>(
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
  func finishOptional<SomeDependency>(
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
  func findAll<SomeDependency>(_ type: SomeDependency.Type) throws -> [SomeDependency] {
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
  func collect<Container: DependencyContainingCollection>(
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
  func mayFindComposite(of type: any Any.Type) -> Bool {
    CompositeRegistrations.mayExist(of: type)
  }

  /// Returns the collection that is registered itself; nil if there is none.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  func findCollectionItself<Container: DependencyContainingCollection>(
    _ type: Container.Type
  ) throws -> Container? {
    try graph.findComposite(type, of: Container.Element.self)
  }

  /// Notes that an optional or a collection is empty, which a strict test hears of if the injection
  /// has lost the test's graph.
  @usableFromInline
  @inline(never)
  func noteAbsence<each Parameter>(
    of type: any Any.Type, passing parameters: repeat each Parameter, at file: StaticString,
    _ line: UInt
  ) {
    if Self.isOnlyOne { return }
    LostContext.noteAbsence(
      of: type, taking: typeList(repeat (each Parameter).self), in: graph,
      at: SourceLocation(file: file, line: line))
  }

  /// Finds all dependencies of a type.
  @usableFromInline
  @inline(never)
  func lendAll(_ type: ObjectIdentifier) -> _FoundAll { graph.findAll(type) }

  /// Returns all dependencies of a type that take no parameters, where not all are live.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  func finishAll<SomeDependency>(
    _ found: _FoundAll, _ type: SomeDependency.Type
  ) throws -> [SomeDependency] {
    try graph.finish(found, type)
  }

  /// Returns the only dependency of a type that takes parameters, or what the type stands for.
  ///
  /// - Throws: What the engine or a factory throws.
  /// - Complexity: O(1), plus the number of parameters.
  @_alwaysEmitIntoClient
  func find<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency {
    if Self.isSingle(repeat (each Parameter).self) {
      for parameter in repeat each parameters { return try find(type, single: parameter) }
    }
    return try find(type, several: repeat each parameters)
  }

  /// Returns the only dependency of a type that takes one parameter, or what the type stands for.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  func find<SomeDependency, Parameter: Hashable>(
    _ type: SomeDependency.Type, single parameter: Parameter
  ) throws -> SomeDependency {
    try Borrowed(graph).findOnly(type, single: parameter)
  }

  /// Returns the only dependency of a type that takes parameters, or what the type stands for.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  func find<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, several parameters: repeat each Parameter
  ) throws -> SomeDependency {
    try Borrowed(graph).findOnly(type, repeat each parameters)
  }

  /// Returns the only dependency of an optional type, after neither the wrapped one nor what that
  /// stands for was found; nil if there is none.
  ///
  /// - Throws: What the engine or a factory throws.
  @usableFromInline
  @inline(never)
  func findOptionalItself<SomeDependency, each Parameter: Hashable>(
    _ type: SomeDependency.Type, _ parameters: repeat each Parameter
  ) throws -> SomeDependency?? {
    try graph.findOptionalItself(type, repeat each parameters)
  }

  /// Returns a collection of all dependencies of its element type.
  @usableFromInline
  @inline(never)
  func findAll<
    Container: DependencyContainingCollection, each Parameter: Hashable
  >(
    in type: Container.Type, _ parameters: repeat each Parameter
  ) throws -> Container {
    try graph.findAll(in: type, repeat each parameters)
  }
}
