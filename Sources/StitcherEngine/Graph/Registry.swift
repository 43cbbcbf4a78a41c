internal import Synchronization

/// A named, ordered set of registrations that graphs can activate.
///
/// The contents are replaced as a whole, or, if the registry is editable, changed one by one.
public final class Registry: Sendable {
  /// What diagnostics call it.
  package let name: String

  /// Whether registrations come and go one by one.
  package let isEditable: Bool

  /// The contents of an editable registry.
  ///
  /// Lock order: this one, then a graph's, then that of `state`.
  let table = Lock(RegistrationTable())

  /// The contents of other registries, and the graphs in which they are active.
  private let state: Lock<State>

  /// What changes under the lock.
  private struct State {
    var contents: RegistrationSet
    var version: UInt64 = 0
    var graphs: [WeakGraph] = []
  }

  /// A graph that does not keep its registries' other graphs alive.
  ///
  /// It is compared by its identifier, since a load of the reference may end in the graph's `deinit`.
  private struct WeakGraph: Sendable {
    let id: ObjectIdentifier
    let reference: LentReference<Graph>
  }

  /// Creates a registry.
  package init(name: String = "", contents: RegistrationSet = RegistrationSet()) {
    self.name = name
    isEditable = false
    state = Lock(State(contents: contents))
  }

  /// Creates a registry, whose registrations come and go one by one if it is editable.
  package init(name: String = "", isEditable: Bool) {
    self.name = name
    self.isEditable = isEditable
    state = Lock(State(contents: RegistrationSet()))
  }

  /// What the registry holds, if it is not editable.
  package var contents: RegistrationSet {
    precondition(!isEditable, "An editable registry has no contents that are replaced as a whole.")
    return state.withLock { $0.contents }
  }

  /// The contents and their version, as the source of a graph.
  var source: (source: Source, version: UInt64) {
    state.withLock {
      (Source(registry: self, contents: isEditable ? nil : $0.contents), $0.version)
    }
  }

  /// Replaces the contents, here and in every graph in which the registry is active.
  ///
  /// Registrations that are equal to earlier ones keep their instances; those that are gone release
  /// theirs. When this returns, every thread sees the new contents.
  ///
  /// - Parameter afterwards: Called for each of those graphs, once it has the new contents.
  package func replaceContents(
    _ contents: RegistrationSet, afterwards: (Graph, _ added: [Registration]) -> Void = { _, _ in }
  ) {
    let (graphs, replaced) = state.withLock { state in
      let replaced = state.contents
      state.contents = contents
      state.version += 1
      return (state.graphs.map(\.reference.object), replaced)
    }
    // The last reference to a factory may go here, outside the lock.
    _ = consume replaced
    for case let graph? in graphs {
      if let added = graph.refresh(self) { afterwards(graph, added) }
    }
  }

  /// Starts the next version of the contents.
  ///
  /// - Returns: The graphs in which the registry is active, to be let go outside every lock.
  func startVersion() -> [Graph] {
    state.withLock { state in
      state.version += 1
      return state.graphs.compactMap(\.reference.object)
    }
  }

  /// Notes that a graph activates the registry, unless the contents are of a later version.
  ///
  /// - Returns: Whether they were of that version.
  func attach(_ graph: Graph, version: UInt64) -> Bool {
    state.withLock { state in
      guard state.version == version else { return false }
      let id = ObjectIdentifier(graph)
      if !state.graphs.contains(where: { $0.id == id }) {
        state.graphs.append(WeakGraph(id: id, reference: graph.reference))
      }
      return true
    }
  }

  /// Notes that a graph deactivates the registry.
  ///
  /// - Returns: Whether no other graph has it active.
  func detach(_ id: ObjectIdentifier) -> Bool {
    state.withLock { state in
      state.graphs.removeAll { $0.id == id }
      return state.graphs.isEmpty
    }
  }
}
