extension Graph {
  /// Returns the error which says that no registration matches the requested key and arguments.
  ///
  /// - Parameters:
  ///   - key: The requested key.
  ///   - candidates: The registrations for the key that take other parameters.
  ///   - types: The types of the passed arguments.
  package func absence(
    of key: LookupKey, _ candidates: [Candidate] = [], _ types: [any Any.Type] = []
  ) -> ResolutionFailure {
    if let end = nearestGraphEnd { return ResolutionFailure(.ended(end)) }
    return ResolutionFailure(
      .missing(key), registrations: candidates.map(\.registration), parameterTypes: types,
      nearer: nearer(key, types))
  }

  /// Throws an error if this graph or one of its ancestors has ended.
  ///
  /// The isolated graph that owns this graph counts, too.
  package func checkHasNotEnded() throws {
    if let end = nearestGraphEnd { throw ResolutionFailure(.ended(end)) }
  }

  /// Returns a matching registration in a descendant of this graph, for the text of an error; `nil`
  /// if there is none.
  ///
  /// The requesting graph does not see this registration. The descendants that are searched run a
  /// factory on the creation path, or are current.
  private func nearer(_ key: LookupKey, _ types: [any Any.Type]) -> ResolutionFailure
    .NearerRegistration?
  {
    guard canBeCurrent else { return nil }
    let path = ThreadRecord.current.path
    let graphs =
      path.pointee.graphs + AsyncStep.askedGraphs + (CurrentGraph.ofTask.map { [$0] } ?? [])
    let found = graphs.lazy.filter { $0 !== self && $0.isBuilt(on: self) }.flatMap { graph in
      graph.snapshot.registrations(for: key).lazy.filter { $0.registration.takes(types) }
        .map { (graph, $0.registration, $0.place) }
    }
    // If several nearer registrations match, a scoped one explains the failure: an instance that
    // outlives the scope requests the dependency.
    guard
      let (graph, registration, place) = found.first(where: { $0.1.scope.isScoped }) ?? found.first
    else { return nil }
    return ResolutionFailure.NearerRegistration(
      registration: registration, graph: graph.ancestor(place.distance).with { $0.name },
      asked: name, holder: path.pointee.innermostKept ?? AsyncStep.around?.innermostKept)
  }

  /// Whether this graph is a descendant of the given graph.
  package func isBuilt(on other: Graph) -> Bool {
    self !== other && lineage.contains { $0 === other }
  }
}
