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
  /// The cells in the order in which they came, as long as they are few.
  private var few: [Cell] = []

  /// The number of cells up to which they are few.
  private static let fewCount = 8

  /// All cells by the hashes of their places, once they were more.
  private var chains: [UInt: Chain] = [:]

  /// The cells of one hash: nearly always one.
  enum Chain {
    case one(Cell)
    case many([Cell])

    /// Returns the cell that is the place of a registration.
    ///
    /// Runs the `==` of values, so call it outside every lock and read section, unless all
    /// registrations have their own places.
    func cell(of registration: Registration) -> Cell? {
      switch self {
      case .one(let cell): cell.isPlace(of: registration) ? cell : nil
      case .many(let cells): cells.first { $0.isPlace(of: registration) }
      }
    }

    /// Returns the chain with one more cell.
    func adding(_ cell: Cell) -> Chain {
      switch self {
      case .one(let other): .many([other, cell])
      case .many(let cells): .many(cells + [cell])
      }
    }

    /// Whether both are the same cells.
    static func == (left: Chain, right: Chain) -> Bool {
      switch (left, right) {
      case (.one(let one), .one(let other)): one === other
      case (.many(let one), .many(let other)):
        one.count == other.count && zip(one, other).allSatisfy { $0 === $1 }
      default: false
      }
    }
  }

  /// The number of cells.
  private(set) var count = 0

  /// The number of cells of decorated instances.
  private(set) var decoratedCount = 0

  /// The number of cells that were ever inserted, so that a plan can be checked.
  private(set) var insertions = 0

  /// Returns the cells that have the hash of a registration's place.
  func chain(of registration: Registration) -> Chain? {
    let hash = registration.placeHash
    if few.isEmpty { return chains[hash] }
    var chain: Chain?
    for cell in few where cell.hash == hash { chain = chain?.adding(cell) ?? .one(cell) }
    return chain
  }

  /// Adds a cell.
  mutating func insert(_ cell: Cell) {
    count += 1
    insertions += 1
    if cell.decoratedKey != nil { decoratedCount += 1 }
    if chains.isEmpty {
      if few.isEmpty { few.reserveCapacity(4) }
      few.append(cell)
      if few.count <= Self.fewCount { return }
      for cell in few { chains[cell.hash] = chains[cell.hash]?.adding(cell) ?? .one(cell) }
      few = []
    } else {
      chains[cell.hash] = chains[cell.hash]?.adding(cell) ?? .one(cell)
    }
  }

  /// Takes a cell out, if it is there.
  mutating func remove(_ cell: Cell) {
    if let position = few.firstIndex(where: { $0 === cell }) {
      few.remove(at: position)
      note(removed: cell)
      return
    }
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
    note(removed: cell)
  }

  /// Counts a cell that was taken out.
  private mutating func note(removed cell: Cell) {
    count -= 1
    if cell.decoratedKey != nil { decoratedCount -= 1 }
  }

  /// Takes all cells out, and returns them.
  mutating func removeAll() -> [Cell] {
    let all = chains.isEmpty ? few : cells
    (few, chains, count, decoratedCount) = ([], [:], 0, 0)
    return all
  }

  /// All cells, in the order in which they came.
  ///
  /// In an array of its own: the thread sanitizer does not see that an array that others have read
  /// is changed in place only when they have let go of it.
  var cells: [Cell] {
    if chains.isEmpty { return few.map { $0 } }
    var all: [Cell] = []
    all.reserveCapacity(count)
    for chain in chains.values {
      switch chain {
      case .one(let cell): all.append(cell)
      case .many(let cells): all += cells
      }
    }
    return inOrder(all)
  }

  /// Returns cells in the order in which they came. Where few were taken out before, each has its
  /// place, and nothing has to be compared.
  private func inOrder(_ cells: [Cell]) -> [Cell] {
    if insertions > 2 * cells.count { return cells.sorted { $0.order < $1.order } }
    var positions = [Int](repeating: -1, count: insertions)
    for position in cells.indices { positions[cells[position].order] = position }
    return positions.lazy.filter { $0 >= 0 }.map { cells[$0] }
  }
}

extension Registration {
  /// The hash of the registration's place: equal registrations have the same. Runs no foreign code.
  final var placeHash: UInt { origin.keyHash ^ origin.identity.storedHash }
}
