/// A registry whose registrations come and go one by one, each with an instance of its own.
///
/// Lock order: the registry's table, then a graph's lock, then the registry's list of graphs.
public final class EditableRegistry: Registry {
  /// The registrations, and where their instances live.
  let table = Lock(Table())

  /// What changes under the first lock.
  struct Table {
    var registrations = RegistrationTable()
    var store = InstanceStore()

    /// Whether nothing is registered any more.
    var hasEnded = false
  }

  /// The graphs in which the registry is active, and the version of the contents.
  private let state = Lock(State())

  /// What changes under the second lock.
  private struct State {
    var version: UInt64 = 0
    var graphs = Users<Graph>()
  }

  /// Creates an empty registry.
  package init() {}

  deinit {
    var pendingTeardowns = PendingTeardowns()
    [EvictedContents].end(table.withLock { $0.store.removeAll() }, &pendingTeardowns)
    pendingTeardowns.start()
  }

  package var current: (contents: RegistryContents, version: UInt64) {
    (.editable(self), state.withLock { $0.version })
  }

  package var isStale: Bool { false }

  package var isDirect: Bool { false }

  package var version: UInt64 { state.withLock { $0.version } }

  package func attach(_ graph: Graph, version: UInt64, in change: UInt64) -> Bool {
    state.withLock { state in
      guard state.version == version else { return false }
      state.graphs.insert(graph, graph.reference, number: change)
      return true
    }
  }

  package func detach(
    _ graph: ObjectIdentifier, in change: UInt64, _ pendingTeardowns: inout PendingTeardowns
  ) {
    // Where nobody has the registry active any more, nothing is kept.
    let (cells, creators) = table.withLock { table -> ([Cell], [Graph]) in
      let isUnused = state.withLock { state in
        state.graphs.remove(graph, before: change)
        return state.graphs.isEmpty
      }
      guard isUnused else { return ([], []) }
      let creators = pendingTeardowns.begin(emptying: table.store.cells)
      return (table.store.removeAll(), creators)
    }
    [EvictedContents].end(cells, &pendingTeardowns)
    _ = consume creators
  }

  /// Starts the next version of the contents. Called under the lock of the table.
  ///
  /// - Returns: The graphs in which the registry is active, to be let go outside every lock.
  func startVersion() -> [Graph] {
    state.withLock { state in
      state.version += 1
      return state.graphs.all
    }
  }

  /// All registrations, in order.
  package var registrations: [Registration] { table.withLock { $0.registrations.registrations } }

  /// Returns the registrations that a key finds, in order.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations found.
  package func registrations(for key: LookupKey) -> [Registration] {
    table.withLock { $0.registrations.registrations(for: key) }
  }

  /// Returns the place of a registration; nil if it is not in use any more.
  ///
  /// - Complexity: O(1) on average.
  func cell(for registration: Registration) -> Cell? {
    table.withLock { table in
      guard table.registrations.contains(registration) else { return nil }
      if let cell = table.store.chain(of: registration)?.cell(of: registration) { return cell }
      guard state.withLock({ !$0.graphs.isEmpty }) else { return nil }
      let cell = Cell(for: registration, isOwn: true, order: table.store.insertions)
      table.store.insert(cell)
      return cell
    }
  }
}

/// Something that holds registrations which can be attached to another front end's graph.
///
/// The front ends' containers and contexts conform. Conformances are not written elsewhere.
public protocol RegistrationSource: Sendable {
  /// The registrations.
  var _registry: EditableRegistry { get }

  /// What has to live as long as the registrations are in use.
  var _owner: (any AnyObject & Sendable)? { get }
}
