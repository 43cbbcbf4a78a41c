/// A recorder of all injections from a graph and its descendants.
///
/// A graph with a recorder publishes no table, so that each lookup takes the slow path, which calls
/// the recorder. Graphs without a recorder pay nothing.
package final class InjectionRecorder: Sendable {
  /// The recorder of the parent graph. It is called after this one.
  private let outer: InjectionRecorder?

  /// Called before an instance is looked up or created.
  ///
  /// The arguments are the instance's registration and the graph that declares the registration.
  private let willInject: @Sendable (Registration, Graph) -> Void

  /// Called with each injected instance, and with each instance that an activation has created.
  private let didObtain: @Sendable (Any, Registration) -> Void

  /// Whether the recorder is recording the dependencies that factories resolve.
  fileprivate let isOn = AtomicBox(false)

  /// Creates a recorder from two closures.
  ///
  /// The closures are called on any thread, outside every lock.
  ///
  /// - Parameters:
  ///   - outer: The recorder of the graph's parent.
  ///   - willInject: Called before an instance is looked up or created, with its registration and
  ///     the graph that declares it. If the instance has decorators, the registration is the one
  ///     that applies the decorators.
  ///   - didObtain: Called with each instance that was injected, or that was created at activation.
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

  /// Starts to record the dependencies that factories resolve.
  fileprivate func turnOn() { if !isOn.exchange(true) { ProcessWord.needs.word.add(1) } }

  /// Ends the recording of the dependencies that factories resolve.
  fileprivate func turnOff() { if isOn.exchange(false) { ProcessWord.needs.word.add(-1) } }

  /// The registration of the innermost factory that the calling thread or task runs; `nil` if there
  /// is none.
  package static var innermostCreation: Registration? {
    ThreadRecord.current.path.pointee.registrations.last ?? AsyncStep.around?.registrations.last
  }

  /// Calls `willInject` of this recorder and of the ancestors' recorders.
  ///
  /// The argument is the registration that a lookup has chosen.
  package func tell(_ candidate: Candidate, in graph: Graph) {
    willInject(candidate.registration, graph.ancestor(candidate.distance).object)
    outer?.tell(candidate, in: graph)
  }

  /// Calls `didObtain` of this recorder and of the ancestors' recorders with the given instance.
  package func tell(_ instance: Any, of registration: Registration) {
    didObtain(instance, registration.undecorated)
    outer?.tell(instance, of: registration)
  }
}

extension Graph {
  /// The recorder that lookups in this graph call; `nil` for almost all graphs.
  ///
  /// - Complexity: O(1) if no graph records dependencies of factories, else O(*n*) in the number of
  ///   ancestors.
  package var recorder: InjectionRecorder? {
    if let ownRecorder { return ownRecorder }
    return ProcessWord.needs.word.load(ordering: .sequentiallyConsistent) == 0
      ? nil : nearestNeedRecorder
  }

  /// The recorder of resolved dependencies that is nearest to this graph; `nil` if none is
  /// recording.
  ///
  /// It belongs to this graph or to an ancestor.
  private var nearestNeedRecorder: InjectionRecorder? {
    // The reference is valid: a graph retains its recorder until the graph is deallocated.
    lineage.lazy.compactMap { $0.needRecorder.borrowed?.object }
      .first { $0.isOn.load(ordering: .sequentiallyConsistent) }
  }

  /// Starts to call a closure with each dependency that a factory resolves.
  ///
  /// Factories of this graph and its descendants count.
  ///
  /// Only the first closure of a graph is called. The caller has to invalidate the graph's lookup
  /// table afterwards.
  ///
  /// - Parameter action: The closure, which is called with the registration of the factory and that
  ///   of the dependency.
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

  /// Ends the recording that ``recordNeeds(_:)`` has started.
  ///
  /// The caller has to invalidate the graph's lookup table afterwards.
  package func stopRecordingNeeds() { needRecorder.borrowed?.with { $0.turnOff() } }
}
