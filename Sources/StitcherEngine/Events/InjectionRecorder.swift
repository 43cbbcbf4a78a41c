/// A recorder of all injections from a graph and its descendants.
///
/// A graph with a recorder publishes no table, so that each lookup takes the slow path, which calls
/// the recorder. Graphs without a recorder pay nothing.
package final class InjectionRecorder: Sendable {
  /// The recorder of the parent graph, which is called after this recorder; `nil` if there is none.
  private let outer: InjectionRecorder?

  /// The closure that is called before an instance is looked up or created.
  ///
  /// The arguments are the instance's registration and the graph that declares the registration.
  private let willInject: @Sendable (Registration, Graph) -> Void

  /// The closure that is called with each injected instance, and with each eagerly created
  /// instance.
  private let didObtain: @Sendable (Any, Registration) -> Void

  /// Whether the recorder still records the dependencies that factories resolve.
  let isOn = AtomicBox(true)

  /// Creates a recorder that calls the given closures before and after each injection.
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

  /// The registration whose factory the calling thread or task is running; `nil` if there is none.
  ///
  /// If factories are nested, it is the registration of the innermost one.
  package static var innermostCreation: Registration? {
    ThreadRecord.current.path.pointee.registrations.last ?? AsyncStep.around?.registrations.last
  }

  /// Calls `willInject` of this recorder and of its outer recorders, with the registration to
  /// inject.
  ///
  /// The candidate contains the registration that a lookup has chosen.
  package func tell(_ candidate: Candidate, in graph: Graph) {
    willInject(candidate.registration, graph.ancestor(candidate.distance).object)
    outer?.tell(candidate, in: graph)
  }

  /// Calls `didObtain` of this recorder and of its outer recorders, with the injected instance.
  package func tell(_ instance: Any, of registration: Registration) {
    didObtain(instance, registration.undecorated)
    outer?.tell(instance, of: registration)
  }
}

extension Graph {
  /// The recorder that lookups in this graph call; `nil` for almost all graphs.
  ///
  /// It is the graph's own one, or the nearest one that records the dependencies that factories
  /// resolve. Graphs with such a recorder are watched as well.
  ///
  /// - Complexity: O(1) if no graph is watched, else O(*n*) in the number of ancestors.
  package var recorder: InjectionRecorder? {
    if let ownRecorder { return ownRecorder }
    if ProcessWord.watchers.word.load(ordering: .sequentiallyConsistent) == 0 { return nil }
    // The reference is valid: a graph retains its recorder until the graph is deallocated.
    return lineage.lazy.compactMap { $0.needRecorder.borrowed?.object }
      .first { $0.isOn.load(ordering: .sequentiallyConsistent) }
  }
}
