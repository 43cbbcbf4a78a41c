/// Is told of everything that is injected from a graph, and from those that are built on it.
///
/// Nothing is found in the published table of a graph that has one, so that every injection takes
/// the slow way, where it is told of. Graphs without one pay nothing for it.
package final class InjectionRecorder: Sendable {
  /// The recorder of the parent, which is told as well.
  private let outer: InjectionRecorder?

  /// Is called before a registration's instance is looked for, with the graph that declares it.
  private let willInject: @Sendable (Registration, Graph) -> Void

  /// Is called with each instance that was injected or made on activation.
  private let didObtain: @Sendable (Any, Registration) -> Void

  /// Whether the recorder records needs now.
  fileprivate let isOn = AtomicBox(false)

  /// Creates a recorder. The closures are called on any thread, under no lock.
  ///
  /// - Parameters:
  ///   - outer: The recorder of the graph's parent.
  ///   - willInject: Is called before a registration's instance is looked for or made, with the
  ///     graph that declares it. The registration may be one that puts decorators around another.
  ///   - didObtain: Is called with each instance that was injected or made on activation.
  package init(
    outer: InjectionRecorder?,
    willInject: @escaping @Sendable (_ registration: Registration, _ declarer: Graph) -> Void,
    didObtain: @escaping @Sendable (_ instance: Any, _ registration: Registration) -> Void
  ) {
    self.outer = outer
    self.willInject = willInject
    self.didObtain = didObtain
  }

  deinit { turnOff() }

  /// Starts to record needs.
  fileprivate func turnOn() { if !isOn.exchange(true) { ProcessWord.needs.word.add(1) } }

  /// Stops to record needs.
  fileprivate func turnOff() { if isOn.exchange(false) { ProcessWord.needs.word.add(-1) } }

  /// What the calling thread or task is creating, innermost: what is injected now is for that.
  package static var innermostCreation: Registration? {
    ThreadRecord.current.path.pointee.registrations.last ?? AsyncStep.around?.registrations.last
  }

  /// Tells that a candidate was chosen.
  package func tell(_ candidate: Candidate, in graph: Graph) {
    willInject(candidate.registration, graph.ancestor(candidate.distance).object)
    outer?.tell(candidate, in: graph)
  }

  /// Tells of an instance.
  package func tell(_ instance: Any, of registration: Registration) {
    didObtain(instance, registration.undecorated)
    outer?.tell(instance, of: registration)
  }
}

extension Graph {
  /// What is told of everything that is injected from here: nearly always nothing. Then tables are
  /// published.
  ///
  /// - Complexity: O(1) if no graph records, else O(*n*) in the number of parents.
  package var recorder: InjectionRecorder? {
    if let ownRecorder { return ownRecorder }
    return ProcessWord.needs.word.load(ordering: .sequentiallyConsistent) == 0
      ? nil : nearestNeedRecorder
  }

  /// What records the needs of this graph, or of one that it is built on.
  private var nearestNeedRecorder: InjectionRecorder? {
    // A recorder stays until its graph is deallocated.
    lineage.lazy.compactMap { $0.needRecorder.borrowed?.object }
      .first { $0.isOn.load(ordering: .sequentiallyConsistent) }
  }

  /// Has a closure called with what factories inject here, and in the graphs that are built on this
  /// one, with who injects it; once for a graph. The caller then looks at the graph anew.
  package func recordNeeds(
    _ action: @escaping @Sendable (_ user: Registration, Registration) -> Void
  ) {
    let recorder = InjectionRecorder(
      outer: nil,
      willInject: { registration, _ in
        guard let user = InjectionRecorder.innermostCreation else { return }
        action(user, registration)
      }, didObtain: { _, _ in })
    recorder.turnOn()
    if needRecorder.publish(recorder) != nil { recorder.turnOff() }
  }

  /// Records no more needs. The caller then looks at the graph anew.
  package func stopRecordingNeeds() { needRecorder.borrowed?.with { $0.turnOff() } }
}
