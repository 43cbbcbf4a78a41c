/// The collection of cells of a graph or of an editable registry.
///
/// Equal registrations share a cell. So instances survive a rebuild of a container without being
/// copied. Registrations of editable registries do not share cells: only a copy of a registration
/// uses the same cell.
///
/// The store is a plain structure behind the lock of its owner. It compares hashes and identities,
/// so it runs no foreign code. The search for an equal registration's cell runs outside the lock
/// (see ``Graph/cell(for:isOwn:while:)``).
struct InstanceStore {
  /// The cells in the order of their insertion.
  ///
  /// The placeholder `Cell.gap` stands for a removed cell.
  private var all: [Cell] = []

  /// The maximum number of cells that are searched without an index.
  private static let fewCount = 8

  /// An index of the positions of the cells, by the cell's hash.
  ///
  /// Empty for a store with few cells.
  private var positions: [UInt: [Int]] = [:]

  /// The cells that have the same hash.
  ///
  /// Nearly always, this is a single cell.
  typealias Chain = [Cell]

  private(set) var count = 0

  /// The cells of decorated instances, by the hash of the decorated key.
  private var decorated: [UInt: [Cell]] = [:]

  /// Whether the store has cells of decorated instances.
  var hasDecorated: Bool { !decorated.isEmpty }

  /// The number of cells that were ever inserted into the store.
  ///
  /// A plan that was made with another number is outdated.
  private(set) var insertions = 0

  /// Returns the cells with the same hash as the given registration; `nil` if there are none.
  func chain(of registration: Registration) -> Chain? {
    let hash = registration.cellHash
    let chain =
      positions.isEmpty
      ? all.filter { $0.hash == hash } : positions[hash, default: []].map { all[$0] }
    return chain.isEmpty ? nil : chain
  }

  mutating func insert(_ cell: Cell) {
    count += 1
    insertions += 1
    if let key = cell.decoratedKey { decorated[key.hash, default: []].append(cell) }
    if all.isEmpty { all.reserveCapacity(4) }
    all.append(cell)
    if !positions.isEmpty {
      positions[cell.hash, default: []].append(all.count - 1)
    } else if all.count > Self.fewCount {
      removeGaps()
    }
  }

  /// Removes the given cell, if the store contains it.
  mutating func remove(_ cell: Cell) {
    let position =
      positions.isEmpty
      ? all.firstIndex { $0 === cell } : positions[cell.hash]?.first { all[$0] === cell }
    guard let position else { return }
    count -= 1
    all[position] = .gap
    positions[cell.hash]?.removeAll { $0 == position }
    if positions[cell.hash]?.isEmpty == true { positions[cell.hash] = nil }
    if let hash = cell.decoratedKey?.hash {
      decorated[hash]?.removeAll { $0 === cell }
      if decorated[hash]?.isEmpty == true { decorated[hash] = nil }
    }
    // A linear search requires that there are no gaps.
    if positions.isEmpty || all.count > 2 * count + Self.fewCount { removeGaps() }
  }

  /// Removes the placeholders of removed cells, and rebuilds the index.
  private mutating func removeGaps() {
    (all, positions) = (cells, [:])
    if all.count <= Self.fewCount { return }
    for (position, cell) in all.enumerated() {
      positions[cell.hash, default: []].append(position)
    }
  }

  /// Removes all cells, and returns them in the order of their insertion.
  mutating func removeAll() -> [Cell] {
    let (cells, insertions) = (all.count > count ? cells : all, insertions)
    self = InstanceStore()
    self.insertions = insertions
    return cells
  }

  /// Returns the cells of decorated instances for all keys with the given hashes.
  ///
  /// If `hashes` is `nil`, returns the cells for all keys.
  func decoratedCells(of hashes: Set<UInt>?) -> [Cell] {
    hashes?.flatMap { decorated[$0] ?? [] } ?? decorated.values.flatMap { $0 }
  }

  /// All cells of the store, in the order of their insertion.
  ///
  /// Placeholders of removed cells are left out.
  ///
  /// Always a copy: if an array is changed in place after readers have released it, the thread
  /// sanitizer reports a race.
  var cells: [Cell] { all.filter { $0 !== Cell.gap } }
}

extension InstanceStore.Chain {
  /// Returns the cell of the given registration; `nil` if the store contains none.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section, unless each
  /// registration has its own cell.
  ///
  /// - Parameters:
  ///   - registration: The registration.
  ///   - isOwn: Whether the cell must belong to this registration only; `nil` if that does not
  ///     matter.
  func cell(of registration: Registration, isOwn: Bool? = nil) -> Cell? {
    first { (isOwn ?? $0.isOwn) == $0.isOwn && $0.isPlace(of: registration) }
  }
}

extension Cell {
  /// The placeholder that stands at the position of a removed cell.
  fileprivate static let gap = Cell(for: .nothing, isOwn: true)
}

extension Registration {
  /// The hash by which a store finds the registration's cell.
  ///
  /// Equal registrations have the same hash.
  ///
  /// Runs no foreign code.
  package final var cellHash: UInt {
    if let original { return original.cellHash }
    return signature.identity.isEmpty ? keyHash : keyHash ^ signature.identity.storedHash
  }
}
