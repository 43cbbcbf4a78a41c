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
  /// Up to eight cells of the store, which are searched one by one, in the order of their
  /// insertion.
  private var few: [Cell] = []

  /// The maximum number of cells in ``few``, which are searched one by one.
  private static let fewCount = 8

  /// The cells that are not in ``few``: for each hash, one cell.
  private var many = [UInt: Cell]()

  /// Further cells with the hash of a cell in ``many``. Nearly all hashes have none.
  private var further = [UInt: [Cell]]()

  private(set) var count = 0

  /// The cells of instances that decorators have created, by the hash of the decorated key.
  private var decorated = [UInt: [Cell]]()

  /// Whether the store has a cell of an instance that a decorator has created.
  var hasDecorated: Bool { !decorated.isEmpty }

  /// The number of cells that were ever inserted into the store.
  ///
  /// A planned change is outdated if this number differs.
  private(set) var insertions = 0

  /// Returns the cells that have the hash of the given registration. There are several only if
  /// hashes collide.
  func chain(of registration: Registration) -> [Cell] {
    let hash = registration.cellHash
    let chain = few.filter { $0.hash == hash }
    return many[hash].map { chain + [$0] + further[hash, default: []] } ?? chain
  }

  @_optimize(speed) mutating func insert(_ cell: Cell) {
    count += 1
    insertions += 1
    if let key = cell.decoratedKey { decorated[key.hash, default: []].append(cell) }
    if few.count < Self.fewCount {
      if few.isEmpty { few.reserveCapacity(4) }
      few.append(cell)
    } else if let other = many.updateValue(cell, forKey: cell.hash) {
      further[cell.hash, default: []].append(other)
    }
  }

  /// Removes the given cell from the store, if the store contains the cell.
  mutating func remove(_ cell: Cell) {
    let hash = cell.hash
    if let position = few.firstIndex(where: { $0 === cell }) {
      few.remove(at: position)
    } else {
      let chain = [many[hash]].compactMap { $0 } + further[hash, default: []]
      let left = chain.filter { $0 !== cell }
      if left.count == chain.count { return }
      many[hash] = left.first
      further[hash] = left.count > 1 ? Array(left.dropFirst()) : nil
    }
    count -= 1
    guard let hash = cell.decoratedKey?.hash else { return }
    decorated[hash]?.removeAll { $0 === cell }
    if decorated[hash]?.isEmpty == true { decorated[hash] = nil }
  }

  /// Removes all cells from the store, and returns the cells in the order of their insertion.
  @_optimize(speed) mutating func removeAll() -> [Cell] {
    defer { self = InstanceStore(insertions: insertions) }
    return many.isEmpty ? few : cells
  }

  /// Returns the cells of decorated instances for keys with the given hashes, or for all keys.
  func decoratedCells(of hashes: Set<UInt>?) -> [Cell] {
    hashes?.flatMap { decorated[$0] ?? [] } ?? decorated.values.flatMap { $0 }
  }

  /// All cells of the store, in the order of their insertion.
  ///
  /// Always a copy: if an array is changed in place after readers have released it, the thread
  /// sanitizer reports a race.
  var cells: [Cell] {
    if many.isEmpty { return few.map { $0 } }
    return (few + many.values + further.values.joined()).inOrder { UInt64($0.order) }
  }
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
