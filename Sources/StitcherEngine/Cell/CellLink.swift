internal import Synchronization

/// What a registration's cell bits say.
///
/// | bits | meaning |
/// |---|---|
/// | 0 | no cell yet |
/// | address | the cell |
/// | address or 0, plus 1 | the registration is not in use: nothing is stored |
/// | address plus 2 | an equal registration took over: its cell counts |
enum CellLink {
  /// Marks a registration that is not in use.
  static let ended: UInt = 1

  /// Marks a registration that another one has replaced.
  static let forwarded: UInt = 2

  /// The bits that are marks.
  static let marks: UInt = 3

  /// Releases what the bits own.
  static func discard(_ bits: UInt) {
    let address = bits & ~marks
    guard address != 0 else { return }
    if bits & forwarded != 0 {
      Unmanaged<Registration>.fromBits(address).release()
    } else {
      Unmanaged<Cell>.fromBits(address).release()
    }
  }
}

extension Registration {
  /// Returns the cell, making it at the first call; nil while the registration is not in use.
  func cell() -> Cell? {
    var bits = cellBits.load(ordering: .sequentiallyConsistent)
    while true {
      if bits & CellLink.ended != 0 { return nil }
      if bits & CellLink.forwarded != 0 {
        let successor = Unmanaged<Registration>.fromBits(bits & ~CellLink.marks)
        return successor._withUnsafeGuaranteedRef { $0.cell() }
      }
      if bits != 0 { return Unmanaged<Cell>.fromBits(bits).takeUnretainedValue() }
      let cell = Cell()
      let new = Unmanaged.passRetained(cell).bits
      let (isDone, actual) = cellBits.compareExchange(
        expected: 0, desired: new, ordering: .sequentiallyConsistent)
      if isDone { return cell }
      Unmanaged<Cell>.fromBits(new).release()
      bits = actual
    }
  }

  /// The cell, if there is one and the registration is in use.
  var cellIfPresent: Cell? {
    let bits = cellBits.load(ordering: .sequentiallyConsistent)
    if bits & CellLink.forwarded != 0 || bits == 0 || bits & CellLink.ended != 0 { return nil }
    return Unmanaged<Cell>.fromBits(bits).takeUnretainedValue()
  }

  /// Lets the registration store instances again, after it was in no active registry.
  func resume() {
    var bits = cellBits.load(ordering: .relaxed)
    while bits & CellLink.ended != 0 {
      let (isDone, actual) = cellBits.compareExchange(
        expected: bits, desired: bits & ~CellLink.ended, ordering: .sequentiallyConsistent)
      if isDone { return }
      bits = actual
    }
  }

  /// Stops the registration from storing instances and takes out what it has.
  func end() -> Remains {
    var bits = cellBits.load(ordering: .sequentiallyConsistent)
    while bits & CellLink.marks == 0 {
      let (isDone, actual) = cellBits.compareExchange(
        expected: bits, desired: bits | CellLink.ended, ordering: .sequentiallyConsistent)
      if isDone {
        guard bits != 0 else { return Remains() }
        return Unmanaged<Cell>.fromBits(bits)._withUnsafeGuaranteedRef { $0.reset() }
      }
      bits = actual
    }
    return Remains()
  }

  /// Hands the cell over to an equal registration: both use one cell from now on.
  func handOver(to successor: Registration) -> Remains {
    guard isStored, successor !== self else { return Remains() }
    var bits = cellBits.load(ordering: .sequentiallyConsistent)
    while true {
      if bits & CellLink.marks != 0 { return Remains() }
      if bits != 0 {
        return successor.takeOver(Unmanaged<Cell>.fromBits(bits).takeUnretainedValue())
      }
      // No cell yet: whoever makes one from here on makes it for both.
      let new = Unmanaged.passRetained(successor).bits
      let (isDone, actual) = cellBits.compareExchange(
        expected: 0, desired: new | CellLink.forwarded, ordering: .sequentiallyConsistent)
      if isDone { return Remains() }
      Unmanaged<Registration>.fromBits(new).release()
      bits = actual
    }
  }

  /// Uses the cell of an equal registration, unless its own one holds something.
  private func takeOver(_ cell: Cell) -> Remains {
    var bits = cellBits.load(ordering: .sequentiallyConsistent)
    while bits & CellLink.forwarded == 0 {
      let address = bits & ~CellLink.marks
      if address == Unmanaged.passUnretained(cell).bits { return Remains() }
      let own = address == 0 ? nil : Unmanaged<Cell>.fromBits(address).takeUnretainedValue()
      // A reader may hold the old cell's address, so it lives as long as the new one.
      if let own {
        guard own.isIdle else { return Remains() }
        cell.keepAlive(own)
      }
      let new = Unmanaged.passRetained(cell).bits
      let (isDone, actual) = cellBits.compareExchange(
        expected: bits, desired: new, ordering: .sequentiallyConsistent)
      if isDone {
        CellLink.discard(bits)
        // What was started in the old cell meanwhile is not stored.
        return own?.reset() ?? Remains()
      }
      Unmanaged<Cell>.fromBits(new).release()
      bits = actual
    }
    return Remains()
  }
}
