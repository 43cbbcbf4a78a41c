/// A store of the cells that belong to a graph or to an editable registry.
///
/// Equal registrations share a cell. So instances survive a rebuild of a container without being
/// copied. Registrations of editable registries do not share cells: only a copy of a registration
/// uses the same cell.
///
/// The store is a plain structure behind the lock of its owner. It compares hashes and identities,
/// so it runs no foreign code. The search for an equal registration's cell runs outside the lock
/// (see ``Graph/cell(for:isOwn:while:)``).
struct InstanceStore {
  /// The cells of the store in the order of their insertion; `nil` where a cell was removed.
  ///
  /// After each change of the store, fewer than half of the elements are `nil`.
  private var all: [Cell?] = []

  /// For each hash, the first position in ``all`` of a cell with that hash.
  ///
  /// If ``further`` has an entry for the hash, the cell at the first position may be removed
  /// already.
  ///
  /// Empty while ``all`` has few elements, which are searched one by one. The dictionary contains
  /// no references, since very many of them would be counted one by one.
  private var positions = [UInt: Int]()

  /// The positions of further cells with a hash in ``positions``. Nearly all hashes have none.
  private var further = [UInt: [Int]]()

  /// The maximum number of elements that are searched one by one.
  private static let fewCount = 8

  private(set) var count = 0

  /// The cells of instances that decorators have created, by the hash of the decorated key.
  private var decorated = [UInt: [Cell]]()

  /// Whether the store has a cell of an instance that a decorator has created.
  var hasDecorated: Bool { !decorated.isEmpty }

  /// Returns the positions of the cells that have the given hash.
  private func positions(of hash: UInt) -> [Int] {
    if positions.isEmpty { return all.indices.filter { all[$0]?.hash == hash } }
    guard let first = positions[hash] else { return [] }
    return further.isEmpty ? [first] : [first] + further[hash, default: []]
  }

  /// Returns the cells that have the hash of the given registration. There are several only if
  /// hashes collide.
  func chain(of registration: Registration) -> [Cell] {
    positions(of: registration.cellHash).compactMap { all[$0] }
  }

  @_optimize(speed) mutating func insert(_ cell: Cell) {
    count += 1
    if let key = cell.decoratedKey { decorated[key.hash, default: []].append(cell) }
    if all.isEmpty { all.reserveCapacity(4) }
    all.append(cell)
    storePositions()
  }

  /// Stores the position of the cell that was inserted last. If no position is stored yet, stores
  /// the positions of all cells.
  ///
  /// Does nothing while the cells are few.
  private mutating func storePositions() {
    if all.count <= Self.fewCount { return }
    for position in positions.isEmpty ? all.indices : all.indices.suffix(1) {
      guard let hash = all[position]?.hash else { continue }
      // A new hash, which is usual, needs one access. Otherwise the old position is stored again.
      guard let first = positions.updateValue(position, forKey: hash) else { continue }
      positions[hash] = first
      further[hash, default: []].append(position)
    }
  }

  /// Returns the position of the given cell; `nil` if the store does not contain the cell.
  private func position(of cell: Cell) -> Int? {
    positions(of: cell.hash).first { all[$0] === cell }
  }

  /// Removes those of the given cells that the store contains.
  @_optimize(speed) mutating func remove(_ cells: [Cell]) {
    for cell in cells {
      guard let position = position(of: cell) else { continue }
      all[position] = nil
      count -= 1
      // If other cells have the hash, the first position stays. Searches skip it, since there is no
      // cell any more.
      if further[cell.hash]?.isEmpty != false { positions[cell.hash] = nil }
      further[cell.hash]?.removeAll { $0 == position }
      guard let hash = cell.decoratedKey?.hash else { continue }
      decorated[hash]?.removeAll { $0 === cell }
      if decorated[hash]?.isEmpty == true { decorated[hash] = nil }
    }
    if 2 * count <= all.count {
      all.removeAll { $0 == nil }
      (positions, further) = ([UInt: Int](), [UInt: [Int]]())
      storePositions()
    }
  }

  /// Removes all cells from the store, and returns the cells in the order of their insertion.
  @_optimize(speed) mutating func removeAll() -> [Cell] {
    defer { self = InstanceStore() }
    return cells
  }

  /// Returns the cells of decorated instances for keys with the given hashes, or for all keys.
  func decoratedCells(of hashes: Set<UInt>?) -> [Cell] {
    hashes?.flatMap { decorated[$0] ?? [] } ?? decorated.values.flatMap { $0 }
  }

  /// All cells of the store, in the order of their insertion.
  ///
  /// Always a copy: if an array is changed in place after readers have released it, the thread
  /// sanitizer reports a race.
  var cells: [Cell] { all.compactMap { $0 } }

  /// Returns the positions of the given cells in the order of insertion; zero for a cell that was
  /// removed meanwhile.
  func numbers(of cells: [Cell]) -> [UInt64] { cells.map { UInt64(position(of: $0) ?? 0) } }
}

extension [Cell] {
  /// Returns the cell that the given registration uses; `nil` if there is none.
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

extension Registration {
  /// The hash by which a store finds the cell for this registration.
  ///
  /// Equal registrations have the same hash.
  ///
  /// Runs no foreign code.
  package final var cellHash: UInt {
    if let original { return original.cellHash }
    return keyHash ^ signature.identity.values.reduce(0) { ($0 &* 31) ^ $1.hash }
  }
}
