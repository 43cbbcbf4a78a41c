internal import Synchronization

/// What a registration's cell bits say.
///
/// | bits | meaning |
/// |---|---|
/// | 0 | no cell yet |
/// | 1 | no cell, and the registration is not in use: nothing is stored |
/// | address | the cell, which knows itself whether it is in use |
///
/// Equal registrations that follow each other share one cell.
enum CellLink {
  /// Marks a registration without a cell that is not in use.
  static let unused: UInt = 1

  /// Releases what the bits own.
  static func discard(_ bits: UInt) {
    if bits & ~unused != 0 { Unmanaged<Cell>.fromBits(bits).release() }
  }
}

extension Registration {
  /// Returns the cell, making it at the first call; nil if there is none and none is to be made.
  func cell(underLock: Bool = false) -> Cell? {
    while true {
      if let cell = presentCell(underLock: underLock) { return cell }
      let cell = Cell()
      let new = Unmanaged.passRetained(cell).bits
      let (isDone, actual) = cellBits.compareExchange(
        expected: 0, desired: new, ordering: .sequentiallyConsistent)
      if isDone { return cell }
      Unmanaged<Cell>.fromBits(new).release()
      if actual == CellLink.unused { return nil }
    }
  }

  /// The cell, if there is one. Ask for it outside every lock.
  var cellIfPresent: Cell? { presentCell(underLock: false) }

  /// Returns the cell, if there is one.
  private func presentCell(underLock: Bool) -> Cell? {
    // Another thread may be about to let this registration use another cell.
    let section = ReadSection.begin()
    defer { underLock ? section.endUnderLock() : section.end() }
    let bits = section.load(cellBits)
    return bits & ~CellLink.unused == 0 ? nil : Unmanaged<Cell>.fromBits(bits).takeUnretainedValue()
  }

  /// Lets the registration store instances again, after it was in no active registry.
  func resume() {
    while true {
      let bits = cellBits.load(ordering: .sequentiallyConsistent)
      if bits == 0 { return }
      if let cell = presentCell(underLock: true) { return cell.open() }
      let (isDone, _) = cellBits.compareExchange(
        expected: CellLink.unused, desired: 0, ordering: .sequentiallyConsistent)
      if isDone { return }
    }
  }

  /// Stops the registration from storing instances and takes out what it has.
  func end() -> Remains {
    while true {
      if let cell = presentCell(underLock: true) { return cell.close() }
      let (isDone, actual) = cellBits.compareExchange(
        expected: 0, desired: CellLink.unused, ordering: .sequentiallyConsistent)
      if isDone || actual == CellLink.unused { return Remains() }
    }
  }

  /// Has an equal registration use the same cell from now on, so that it keeps the instance.
  ///
  /// If both have an instance or are creating one, the successor's stays.
  ///
  /// - Parameter successor: The equal registration, which is in use from now on.
  /// - Returns: What to dispose of, outside every lock.
  func handOver(to successor: Registration) -> Remains {
    let remains = shareCell(with: successor)
    // The cell may be one that was closed when an equal registration went.
    successor.resume()
    return remains
  }

  /// Has both use one cell.
  private func shareCell(with successor: Registration) -> Remains {
    while true {
      // Also a cell that is empty is shared: a thread may be about to create in it.
      guard successor !== self, let own = cell(underLock: true) else { return Remains() }
      guard let other = successor.presentCell(underLock: true) else {
        if successor.adopt(own) { return Remains() }
        continue
      }
      if own === other { return Remains() }
      // Where there is nothing to hand over, what shares the successor's cell goes on sharing it.
      if own.closeIfIdle() { return exchange(own, for: other) }
      if other.closeIfIdle() {
        return successor.exchange(other, for: own)
      }
      let remains = exchange(own, for: other)
      return own.close(adding: remains)
    }
  }

  /// Uses a cell, if there is none.
  private func adopt(_ cell: Cell) -> Bool {
    let new = Unmanaged.passRetained(cell).bits
    for expected in [0, CellLink.unused] {
      let (isDone, _) = cellBits.compareExchange(
        expected: expected, desired: new, ordering: .sequentiallyConsistent)
      if isDone { return true }
    }
    Unmanaged<Cell>.fromBits(new).release()
    return false
  }

  /// Uses another cell instead of one.
  private func exchange(_ old: Cell, for cell: Cell) -> Remains {
    let new = Unmanaged.passRetained(cell).bits
    let oldBits = Unmanaged.passUnretained(old).bits
    let (isDone, _) = cellBits.compareExchange(
      expected: oldBits, desired: new, ordering: .sequentiallyConsistent)
    if isDone { return Remains(cellBits: oldBits) }
    // Another graph was faster with an exchange of its own.
    Unmanaged<Cell>.fromBits(new).release()
    return Remains()
  }
}
