internal import StitcherEngine

// Functions that the generated overloads call, without generated variants of their own. See
// Scripts/overloads.template.

extension DependencyGraph {
  /// The reason why the injection of an optional dependency provided no instance.
  ///
  /// It is thrown as an error, since returning an optional of a generic type would be slower.
  @frozen
  @usableFromInline
  enum Absence: Error {
    /// No dependency is registered for the request.
    case missing
    /// The dependency's factory has thrown an error, or several registrations match the request.
    case failed(any Error)
  }

  /// Returns whether a parameter pack has exactly one element.
  ///
  /// The function is inlined into the request. A single argument, the usual case, is then passed as
  /// a plain value: each function that takes a pack copies its elements.
  @_alwaysEmitIntoClient
  @inline(__always)
  static func isSingle<each Element>(_ types: repeat (each Element).Type) -> Bool {
    var count = 0
    for _ in repeat each types { count += 1 }
    return count == 1
  }

  /// Returns the only dependency that is registered for the given type, and passes no arguments to
  /// its factory.
  ///
  /// If the type is an optional or a collection, its wrapped type or element type is looked up as
  /// well.
  ///
  /// - Throws: The error of the lookup or of the factory.
  /// - Complexity: O(1). A live instance is read without a lock.
  @inline(__always)
  static func find<SomeDependency>(_ type: SomeDependency.Type) throws -> SomeDependency {
    let graph = unretained
    return try graph.findRest(graph.with { $0.find(ObjectIdentifier(type)) }, type)
  }
}

extension Graph {
  /// Notifies the installed observer that a request for an optional or a collection found nothing,
  /// if another graph registers the requested key.
  ///
  /// If the injection has lost the graph of a strict test, the test reports this as an issue.
  func noteAbsence(
    of type: any Any.Type, _ parameters: _ArgumentList, _ file: StaticString, _ line: UInt,
    isProperty: Bool = false
  ) {
    if DependencyGraph.hasOnlyProcessGraph { return }
    LostContext.noteAbsence(
      of: type, taking: parameters.types, in: self, isProperty: isProperty,
      at: SourceLocation(file: file, line: line))
  }
}

extension InjectionError {
  /// Returns the ``InjectionError`` for the error of an asynchronous request; a `CancellationError`
  /// is returned unchanged.
  static func wrappingAsync(
    _ error: any Error, _ key: LookupKey, _ file: StaticString, _ line: UInt,
    in graph: Graph
  ) -> any Error {
    if error is CancellationError { return error }
    return wrapping(error, key, file, line, in: graph)
  }
}
