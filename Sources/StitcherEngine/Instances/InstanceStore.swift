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
  /// The cells in the order in which they came; `Cell.gap` where one was taken out of many.
  private var all: [Cell] = []

  /// The number of cells up to which they are searched one by one.
  private static let fewCount = 8

  /// Where the first cell of each hash is, once they were more. No references: very many of them
  /// would be counted one by one.
  private var positions: [UInt: Int] = [:]

  /// Where the further cells of a hash are: nearly always nowhere.
  private var furtherPositions: [UInt: [Int]] = [:]

  /// The cells of one hash: nearly always one.
  typealias Chain = [Cell]

  /// The number of cells.
  private(set) var count = 0

  /// The cells of decorated instances, by the hashes of the keys that find the instances.
  private var decorated: [UInt: [Cell]] = [:]

  /// Whether there are cells of decorated instances.
  var hasDecorated: Bool { !decorated.isEmpty }

  /// The number of cells that were ever inserted, so that a plan can be checked.
  private(set) var insertions = 0

  /// Creates a store without cells.
  ///
  /// - Parameter insertions: The number of cells that were ever inserted.
  init(insertions: Int = 0) { self.insertions = insertions }

  /// Returns the cells that have the hash of a registration's place.
  func chain(of registration: Registration) -> Chain? {
    let hash = registration.placeHash
    if positions.isEmpty {
      let chain = all.filter { $0.hash == hash }
      return chain.isEmpty ? nil : chain
    }
    return positions[hash].map { [all[$0]] + furtherPositions[hash, default: []].map { all[$0] } }
  }

  /// Adds a cell.
  mutating func insert(_ cell: Cell) {
    count += 1
    insertions += 1
    if let key = cell.decoratedKey { decorated[key.hash, default: []].append(cell) }
    if all.isEmpty { all.reserveCapacity(4) }
    all.append(cell)
    if !positions.isEmpty {
      note(cell, at: all.count - 1)
    } else if all.count > Self.fewCount {
      noteAll()
    }
  }

  /// Notes where a cell is.
  private mutating func note(_ cell: Cell, at position: Int) {
    if positions[cell.hash] == nil {
      positions[cell.hash] = position
    } else {
      furtherPositions[cell.hash, default: []].append(position)
    }
  }

  /// Notes where all cells are.
  private mutating func noteAll() {
    (positions, furtherPositions) = ([:], [:])
    for (position, cell) in all.enumerated() { note(cell, at: position) }
  }

  /// Takes a cell out, if it is there.
  mutating func remove(_ cell: Cell) {
    if positions.isEmpty {
      guard let position = all.firstIndex(where: { $0 === cell }) else { return }
      all.remove(at: position)
      note(removed: cell)
      return
    }
    guard let first = positions[cell.hash] else { return }
    var places = [first] + (furtherPositions.removeValue(forKey: cell.hash) ?? [])
    if let index = places.firstIndex(where: { all[$0] === cell }) {
      all[places.remove(at: index)] = .gap
      note(removed: cell)
    }
    positions[cell.hash] = places.first
    if places.count > 1 { furtherPositions[cell.hash] = Array(places.dropFirst()) }
    // Where few cells are searched there are no gaps.
    if positions.isEmpty || all.count > 2 * count + Self.fewCount { closeGaps() }
  }

  /// Forgets the places of cells that were taken out.
  private mutating func closeGaps() {
    all = all.filter { $0 !== Cell.gap }
    if all.count > Self.fewCount { return noteAll() }
    (positions, furtherPositions) = ([:], [:])
  }

  /// Counts a cell that was taken out.
  private mutating func note(removed cell: Cell) {
    count -= 1
    guard let hash = cell.decoratedKey?.hash else { return }
    decorated[hash]?.removeAll { $0 === cell }
    if decorated[hash]?.isEmpty == true { decorated[hash] = nil }
  }

  /// Takes all cells out, and returns them in order.
  mutating func removeAll() -> [Cell] {
    if all.count > count { closeGaps() }
    let cells = all
    self = InstanceStore(insertions: insertions)
    return cells
  }

  /// Returns the cells of decorated instances that keys of some hashes may find, or all of them.
  func decoratedCells(of hashes: Set<UInt>?) -> [Cell] {
    hashes?.flatMap { decorated[$0] ?? [] } ?? decorated.values.flatMap { $0 }
  }

  /// All cells, in the order in which they came.
  ///
  /// In an array of its own: the thread sanitizer does not see that an array that others have read
  /// is changed in place only when they have let go of it.
  var cells: [Cell] { all.filter { $0 !== Cell.gap } }
}

extension InstanceStore.Chain {
  /// Returns the cell that is the place of a registration.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section, unless all
  /// registrations have their own places.
  ///
  /// - Parameter isOwn: Whether the place is the registration's own one, or that of equal
  ///   registrations; nil if either will do.
  func cell(of registration: Registration, isOwn: Bool? = nil) -> Cell? {
    first { (isOwn ?? $0.isOwn) == $0.isOwn && $0.isPlace(of: registration) }
  }
}

extension Cell {
  /// What stands where a cell was taken out.
  fileprivate static let gap = Cell(for: .nothing, isOwn: true)
}

extension Registration {
  /// The hash of the registration's place: equal registrations have the same. Runs no foreign code.
  package final var placeHash: UInt {
    if let original { return original.placeHash }
    return signature.identity.isEmpty ? keyHash : keyHash ^ signature.identity.storedHash
  }
}
