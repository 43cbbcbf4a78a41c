extension Graph {
  /// Returns why nothing was found.
  ///
  /// - Parameters:
  ///   - candidates: What has the key and takes other parameters.
  ///   - types: The types of the parameters that were passed.
  func absence(
    of key: LookupKey, _ candidates: [Candidate], _ types: [any Any.Type]
  ) -> ResolutionFailure {
    if let end = whatHasEnded { return ResolutionFailure(.ended(end), registrations: []) }
    return ResolutionFailure(
      .missing(key), registrations: candidates.map(\.registration), parameterTypes: types,
      nearer: nearer(key, types))
  }

  /// Returns why nothing was found by a type, for a request without parameters.
  package func absence(of type: any Any.Type) -> ResolutionFailure {
    absence(of: .type(type), [], [])
  }

  /// Throws if the graph, or one that it sees, has ended.
  package func checkHasNotEnded() throws {
    if let end = whatHasEnded { throw ResolutionFailure(.ended(end), registrations: []) }
  }

  /// Returns a registration for the key in a nearer graph, for the error text. A nearer graph is
  /// built on this graph, and is on the creation path or current.
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
    // If several nearer registrations match, a scoped one explains the failure: the dependency is a
    // captive.
    guard
      let (graph, registration, place) = found.first(where: { $0.1.scope.isScoped }) ?? found.first
    else { return nil }
    return ResolutionFailure.NearerRegistration(
      registration: registration, graph: graph.ancestor(place.distance).with { $0.name },
      asked: name, holder: path.pointee.innermostKept ?? AsyncStep.around?.innermostKept)
  }

  /// Whether another graph is one of this graph's parents.
  package func isBuilt(on other: Graph) -> Bool {
    self !== other && lineage.contains { $0 === other }
  }
}
