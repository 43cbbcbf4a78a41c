/// The cells of a graph or of an editable registry.
///
/// Equal registrations share a cell. So instances survive a rebuild of a container without being
/// copied. Registrations of editable registries do not share cells: only a copy of a registration
/// uses the same cell.
///
/// The store is a plain structure behind the lock of its owner. It compares hashes and identities,
/// so it runs no foreign code. The search for an equal registration's cell runs outside the lock
/// (see ``Graph/cell(for:isOwn:while:)``).
struct InstanceStore {
  /// The cells in the order of their insertion. `Cell.gap` marks the position of a removed cell.
  private var all: [Cell] = []

  /// The maximum number of cells for a linear search.
  private static let fewCount = 8

  /// The position of the first cell of each hash, once there are many cells.
  ///
  /// The dictionary contains positions, not references, so that a copy or a release of the
  /// dictionary need not update a reference count for each cell.
  private var positions: [UInt: Int] = [:]

  /// The positions of the further cells of a hash. Nearly all hashes have none.
  private var furtherPositions: [UInt: [Int]] = [:]

  /// The cells of one hash, nearly always a single one.
  typealias Chain = [Cell]

  private(set) var count = 0

  /// The cells of decorated instances, by the hash of the decorated key.
  private var decorated: [UInt: [Cell]] = [:]

  /// Whether the store has cells of decorated instances.
  var hasDecorated: Bool { !decorated.isEmpty }

  /// The number of cells that were ever inserted. A planned change is outdated if this number
  /// differs.
  private(set) var insertions = 0

  /// Creates a store without cells.
  ///
  /// - Parameter insertions: The number of cells that were ever inserted.
  init(insertions: Int = 0) { self.insertions = insertions }

  /// Returns the cells that have the hash of a registration, or `nil` if there are none.
  func chain(of registration: Registration) -> Chain? {
    let hash = registration.cellHash
    if positions.isEmpty {
      let chain = all.filter { $0.hash == hash }
      return chain.isEmpty ? nil : chain
    }
    return positions[hash].map { [all[$0]] + furtherPositions[hash, default: []].map { all[$0] } }
  }

  mutating func insert(_ cell: Cell) {
    count += 1
    insertions += 1
    if let key = cell.decoratedKey { decorated[key.hash, default: []].append(cell) }
    if all.isEmpty { all.reserveCapacity(4) }
    all.append(cell)
    if !positions.isEmpty {
      index(cell, at: all.count - 1)
    } else if all.count > Self.fewCount {
      rebuildIndex()
    }
  }

  /// Adds the position of a cell to the index.
  private mutating func index(_ cell: Cell, at position: Int) {
    if positions[cell.hash] == nil {
      positions[cell.hash] = position
    } else {
      furtherPositions[cell.hash, default: []].append(position)
    }
  }

  /// Rebuilds the index of positions.
  private mutating func rebuildIndex() {
    (positions, furtherPositions) = ([:], [:])
    for (position, cell) in all.enumerated() { index(cell, at: position) }
  }

  /// Removes a cell, if the store contains it.
  mutating func remove(_ cell: Cell) {
    if positions.isEmpty {
      guard let position = all.firstIndex(where: { $0 === cell }) else { return }
      all.remove(at: position)
      updateCounts(removing: cell)
      return
    }
    guard let first = positions[cell.hash] else { return }
    var places = [first] + (furtherPositions.removeValue(forKey: cell.hash) ?? [])
    if let index = places.firstIndex(where: { all[$0] === cell }) {
      all[places.remove(at: index)] = .gap
      updateCounts(removing: cell)
    }
    positions[cell.hash] = places.first
    if places.count > 1 { furtherPositions[cell.hash] = Array(places.dropFirst()) }
    // A linear search requires that there are no gaps.
    if positions.isEmpty || all.count > 2 * count + Self.fewCount { removeGaps() }
  }

  /// Removes the gaps that removed cells have left.
  private mutating func removeGaps() {
    all = all.filter { $0 !== Cell.gap }
    if all.count > Self.fewCount { return rebuildIndex() }
    (positions, furtherPositions) = ([:], [:])
  }

  /// Updates the counts after the removal of a cell.
  private mutating func updateCounts(removing cell: Cell) {
    count -= 1
    guard let hash = cell.decoratedKey?.hash else { return }
    decorated[hash]?.removeAll { $0 === cell }
    if decorated[hash]?.isEmpty == true { decorated[hash] = nil }
  }

  /// Removes all cells, and returns them in the order of their insertion.
  mutating func removeAll() -> [Cell] {
    if all.count > count { removeGaps() }
    let cells = all
    self = InstanceStore(insertions: insertions)
    return cells
  }

  /// Returns the cells of decorated instances for keys with some hashes, or for all keys.
  func decoratedCells(of hashes: Set<UInt>?) -> [Cell] {
    hashes?.flatMap { decorated[$0] ?? [] } ?? decorated.values.flatMap { $0 }
  }

  /// All cells, in the order of their insertion.
  ///
  /// Always a copy: if an array is changed in place after readers have released it, the thread
  /// sanitizer reports a race.
  var cells: [Cell] { all.filter { $0 !== Cell.gap } }
}

extension InstanceStore.Chain {
  /// Returns the cell of a registration, or `nil`.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section, unless each
  /// registration has its own cell.
  ///
  /// - Parameters:
  ///   - registration: The registration.
  ///   - isOwn: Whether the cell belongs to this registration only, or `nil` if that does not
  ///     matter.
  func cell(of registration: Registration, isOwn: Bool? = nil) -> Cell? {
    first { (isOwn ?? $0.isOwn) == $0.isOwn && $0.isPlace(of: registration) }
  }
}

extension Cell {
  /// The placeholder for a removed cell.
  fileprivate static let gap = Cell(for: .nothing, isOwn: true)
}

extension Registration {
  /// The hash by which a store finds the registration's cell. Equal registrations have the same
  /// hash.
  ///
  /// Runs no foreign code.
  package final var cellHash: UInt {
    if let original { return original.cellHash }
    return signature.identity.isEmpty ? keyHash : keyHash ^ signature.identity.storedHash
  }
}
