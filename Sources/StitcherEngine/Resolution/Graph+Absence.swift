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
      captive: captive(key, types))
  }

  /// Throws if the graph, or one that it sees, has ended.
  package func checkHasNotEnded() throws {
    if let end = whatHasEnded { throw ResolutionFailure(.ended(end), registrations: []) }
  }

  /// Returns what is kept here and needs what is scoped in a nearer graph: the one that was asked,
  /// or in which that was done.
  private func captive(
    _ key: LookupKey, _ types: [any Any.Type]
  ) -> ResolutionFailure.Captive? {
    guard canBeCurrent else { return nil }
    let path = ThreadRecord.current.path
    guard let holder = path.pointee.innermostKept ?? AsyncStep.around?.innermostKept else {
      return nil
    }
    let graphs =
      path.pointee.graphs + AsyncStep.askedGraphs + (CurrentGraph.ofTask.map { [$0] } ?? [])
    for graph in graphs where graph !== self && graph.isBuilt(on: self) {
      let found = graph.snapshot.registrations(for: key).map(\.registration)
      guard let scoped = found.first(where: { $0.scope.isScoped && $0.takes(types) }) else {
        continue
      }
      return ResolutionFailure.Captive(dependency: scoped, holder: holder)
    }
    return nil
  }

  /// Whether another graph is one of this graph's parents.
  package func isBuilt(on other: Graph) -> Bool {
    var graph = parent
    while let current = graph {
      if current === other { return true }
      graph = current.parent
    }
    return false
  }
}
