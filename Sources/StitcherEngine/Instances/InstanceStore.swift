/// The places of a graph, or of an editable registry, in which instances live.
///
/// A place is found by what a registration is: registrations that are equal share one. So nothing
/// has to be carried about when a container is built anew. Registrations of editable registries are
/// their own: only one that was made from another one has the same place.
///
/// A plain structure behind the lock of its owner. It compares hashes and identities, so it runs no
/// foreign code; who has a place by equality is found outside the lock (see
/// ``Graph/cell(for:of:in:)``).
struct InstanceStore {
  /// The cells by the hashes of their places.
  private var chains: [UInt: Chain] = [:]

  /// The cells of one hash: nearly always one.
  private enum Chain {
    case one(Cell)
    case many([Cell])
  }

  /// The number of cells.
  private(set) var count = 0

  /// The number of cells that were ever inserted, so that a plan can be checked.
  private(set) var insertions = 0

  /// Returns the cells of a hash.
  func cells(_ hash: UInt) -> [Cell] {
    switch chains[hash] {
    case nil: []
    case .one(let cell): [cell]
    case .many(let cells): cells
    }
  }

  /// Returns the cell that is a registration's own, where all have cells of their own.
  func ownCell(of registration: Registration) -> Cell? {
    switch chains[registration.placeHash] {
    case nil: nil
    case .one(let cell): cell.isPlace(of: registration) ? cell : nil
    case .many(let cells): cells.first { $0.isPlace(of: registration) }
    }
  }

  /// Adds a cell.
  mutating func insert(_ cell: Cell) {
    count += 1
    insertions += 1
    switch chains[cell.hash] {
    case nil: chains[cell.hash] = .one(cell)
    case .one(let other): chains[cell.hash] = .many([other, cell])
    case .many(var cells):
      cells.append(cell)
      chains[cell.hash] = .many(cells)
    }
  }

  /// Takes a cell out, if it is there.
  mutating func remove(_ cell: Cell) {
    switch chains[cell.hash] {
    case nil: return
    case .one(let other):
      guard other === cell else { return }
      chains[cell.hash] = nil
    case .many(var cells):
      guard let position = cells.firstIndex(where: { $0 === cell }) else { return }
      cells.remove(at: position)
      chains[cell.hash] = cells.count == 1 ? .one(cells[0]) : .many(cells)
    }
    count -= 1
  }

  /// Takes all cells out, and returns them.
  mutating func removeAll() -> [Cell] {
    defer {
      chains = [:]
      count = 0
    }
    return cells
  }

  /// All cells, in the order in which they came.
  var cells: [Cell] {
    var all: [Cell] = []
    all.reserveCapacity(count)
    for chain in chains.values {
      switch chain {
      case .one(let cell): all.append(cell)
      case .many(let cells): all += cells
      }
    }
    all.sort { $0.order < $1.order }
    return all
  }
}

extension Registration {
  /// The hash of the registration's place: equal registrations have the same. Runs no foreign code.
  final var placeHash: UInt { origin.keyHash }
}
