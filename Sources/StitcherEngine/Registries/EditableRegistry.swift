/// A registry to which single registrations can be added, and from which they can be removed.
///
/// Equal registrations do not share a cell. Only a registration that was derived from another one
/// uses the cell of that one.
///
/// Order of locks: the registry's table, then a graph, then the registry's list of graphs.
public final class EditableRegistry: Registry {
  /// The registrations, and the cells of their instances, behind a lock.
  let table = Lock(Table())

  /// The registrations of the registry, and the cells of their instances.
  ///
  /// The registry's outer lock guards them.
  struct Table {
    var registrations = RegistrationTable()
    var store = InstanceStore()
  }

  /// The graphs in which the registry is active, behind the registry's inner lock.
  let graphs = Lock(Users<Graph>())

  /// Creates an empty registry.
  package init() {}

  deinit {
    PendingTeardowns.collect {
      table.withLock { $0.store.removeAll() }.end(&$0).dispose(&$0)
    }
  }

  package var current: (contents: RegistryContents, version: UInt64) { (.editable(self), 0) }

  package var isStale: Bool { false }

  package var isDirect: Bool { false }

  package func attach(_ graph: Graph, version: UInt64, in change: UInt64) -> Bool {
    graphs.withLock { $0.insert(graph, graph.reference, number: change) }
    return true
  }

  package func detach(
    _ graph: ObjectIdentifier, in change: UInt64, _ pendingTeardowns: inout PendingTeardowns
  ) {
    // A registry that is active in no graph keeps no instances.
    let (cells, creators) = table.withLock { table -> ([Cell], [Graph]) in
      let isUnused = graphs.withLock { graphs in
        graphs.remove(graph, before: change)
        return graphs.isEmpty
      }
      guard isUnused else { return ([], []) }
      let creators = pendingTeardowns.begin(emptying: table.store.cells)
      return (table.store.removeAll(), creators)
    }
    cells.end(&pendingTeardowns).dispose(&pendingTeardowns)
    _ = consume creators
  }

  /// All registrations of the registry, in order.
  package var registrations: [Registration] { table.withLock { $0.registrations.registrations } }

  /// Returns the registry's registrations that have the given key, in order.
  ///
  /// - Complexity: O(1) on average, plus the number of registrations for the key.
  package func registrations(for key: LookupKey) -> [Registration] {
    table.withLock { $0.registrations.registrations(for: key) }
  }

  /// Returns the cell for the instance of the given registration. Creates the cell if there is
  /// none.
  ///
  /// Returns `nil` if the registration was removed, or if no graph has activated the registry.
  ///
  /// - Complexity: O(1) on average.
  func cell(for registration: Registration) -> Cell? {
    table.withLock { table in
      guard table.registrations.contains(registration) else { return nil }
      if let cell = table.store.chain(of: registration).cell(of: registration) { return cell }
      guard graphs.withLock({ !$0.isEmpty }) else { return nil }
      let cell = Cell(for: registration, isOwn: true)
      table.store.insert(cell)
      return cell
    }
  }
}

/// A container or context of one API of the package, whose registrations a graph of another API can
/// use.
///
/// Only the front ends' containers and contexts conform to this protocol.
public protocol RegistrationSource: Sendable {
  /// The registry that contains the registrations of the container or context.
  var _registry: EditableRegistry { get }

  /// An object that stays alive as long as a graph uses the registrations; `nil` if there is none.
  var _owner: (any AnyObject & Sendable)? { get }
}
