internal import StitcherEngine

// Functions that the generated overloads call and that exist once: see Scripts/overloads.template.

extension DependencyGraph {
  /// Why an optional dependency was not found: as an error, since an optional of a type that is not
  /// known when the code is compiled takes longer.
  @frozen
  @usableFromInline
  enum Absence: Error {
    /// There is none.
    case missing
    /// The dependency cannot be created, or several registrations match.
    case failed(any Error)
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

extension Graph {
  /// Notes that an optional or a collection is empty, which a strict test hears of if the injection
  /// has lost the test's graph.
  func noteAbsence(
    of type: any Any.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt,
    isProperty: Bool = false
  ) {
    if DependencyGraph.isOnlyOne { return }
    LostContext.noteAbsence(
      of: type, taking: parameters.types, in: self, isProperty: isProperty,
      at: SourceLocation(file: file, line: line))
  }
}

extension InjectionError {
  /// Returns the error of an asynchronous request: `CancellationError` as it is.
  static func wrappingAsync(
    _ error: any Error, _ key: @autoclosure () -> LookupKey, _ file: StaticString, _ line: UInt,
    in graph: Graph
  ) -> any Error {
    if error is CancellationError { return error }
    return wrapping(error, key(), file, line, in: graph)
  }
}
