/// The result of a search in a graph's lookup table: a live value, a factory to run, a lookup
/// entry, or nothing.
///
/// If the result is a live value, the caller copies the value with its static type.
///
/// The search is the untyped half of a resolution. The other half copies a value of the requested
/// type from memory. The caller knows the type, so the compiler specializes this half in the
/// client's module, without a cast, a box or unspecialized code. The key of the search was the
/// identity of the type, so the value in memory has that type. The result has two words, so that it
/// is returned in registers. Public only because front ends inline reads into their clients'
/// modules; users do not need it.
///
/// Invariant: a live value means that the thread is in a read section. The address is that of a
/// value of the requested type. Otherwise the address is that of a registration or a lookup entry
/// of the pinned snapshot.
@frozen
public struct _LookupResult: BitwiseCopyable, Sendable {
  /// The kinds of lookup results, stored in the lowest bits of the result's address.
  ///
  /// These bits are zero in the addresses of aligned objects.
  package enum Kind {
    /// The result is a live value, which the caller must read with `take(as:)`.
    package static let live: UInt = 0
    /// The result is a registration, and its factory has to create the value.
    static let make: UInt = 2
    /// The result is a lookup entry, which the caller has to resolve.
    static let lookupEntry: UInt = 4
    /// The search has found nothing, so the key has to be looked up in the registries.
    static let nothing: UInt = 6
    /// The mask that selects the bits with the kind of result.
    static let mask: UInt = 6
    /// A flag with a meaning that depends on the kind of result.
    ///
    /// For a live value, the bit says that the value has to be moved. Otherwise, it says that the
    /// search has pinned the snapshot.
    static let flag: UInt = 1
    /// The mask that selects both the kind of result and ``flag``.
    static let all: UInt = 7
  }

  /// The address of what the search has found: a value, a registration or a lookup entry.
  ///
  /// The lowest bits contain the kind of result.
  @usableFromInline let bits: UInt

  /// The read section of the calling thread, which is open if the result is a live value.
  @usableFromInline let section: _ReadSection

  /// Creates a lookup result with the given address and kind, for the record's thread.
  @inline(__always)
  init(_ address: UInt, _ kind: UInt, _ record: ThreadRecordPointer) {
    bits = address | kind
    section = .current(on: record)
  }

  /// The lookup result which says that nothing was found, without a thread record.
  package static let nothing = LookupResult(bits: Kind.nothing)

  /// Creates a lookup result from the given bits, without a thread record.
  private init(bits: UInt) {
    self.bits = bits
    section = _ReadSection(bits: 0)
  }

  /// Whether the result is a live value, which the caller must read with ``take(as:)``.
  @inlinable
  @inline(__always)
  public var isLive: Bool { bits & 6 == 0 }

  /// Returns the live value of this result, and ends the read section.
  ///
  /// The type must be the requested one.
  @inlinable
  @inline(__always)
  public func take<Value>(as type: Value.Type) -> Value {
    // The result of a live value contains its address.
    let address = UnsafeMutableRawPointer(bitPattern: bits & ~1).unsafelyUnwrapped
      .assumingMemoryBound(to: Value.self)
    defer { section.end() }
    // If the search has retained the value's object, the value is moved.
    if bits & 1 != 0 { return address.move() }
    return address.pointee
  }
}

/// The result of a search in a graph's lookup table for all dependencies of a type.
///
/// Invariant: if there is a lookup entry, it is that of all dependencies, in the pinned snapshot.
@frozen
public struct _LookupResults: BitwiseCopyable, Sendable {
  /// The result that contains the lookup entry; an empty result if there is no entry.
  let found: _LookupResult

  /// The number of dependencies, if all of them can be read without further checks; otherwise zero.
  public let liveCount: Int

  /// Creates the result of a request for all dependencies of a type, from the search for their
  /// lookup entry.
  @inline(__always)
  init(_ found: _LookupResult) {
    self.found = found
    liveCount =
      found.kind == _LookupResult.Kind.lookupEntry ? found.lookupEntry.with { $0.liveCount } : 0
  }

  /// Returns the live instance of the dependency at the given position of the lookup entry; an
  /// empty result if there is none.
  ///
  /// The caller has to take a live instance.
  @inline(never)
  public func live(at position: Int, _ type: ObjectIdentifier) -> _LookupResult {
    let cell = found.lookupEntry.with {
      $0.candidates[position].cell.map { UnretainedReference($0) }
    }
    return cell?.readLive(UInt(bitPattern: type), found.record) ?? .nothing
  }

  /// Removes the pin of the snapshot, if the search has pinned the snapshot.
  public func letGo() { found.unpin() }
}

/// The name of ``_LookupResult`` in the engine's code.
package typealias LookupResult = _LookupResult

extension _LookupResult {
  /// The kind of this lookup result, which is one of the constants in ``Kind``.
  @inline(__always)
  package var kind: UInt { bits & Kind.mask }

  /// The record of the calling thread.
  @inline(__always)
  package var record: ThreadRecordPointer { section.record }

  /// The registration with the factory that has to run, if the kind is `make`.
  @inline(__always)
  var registration: UnretainedReference<Registration> {
    UnretainedReference(bits: bits & ~Kind.all)
  }

  /// The lookup entry that has to be resolved, if the kind is `lookupEntry`.
  @inline(__always)
  var lookupEntry: UnretainedReference<LookupEntry> { UnretainedReference(bits: bits & ~Kind.all) }

  /// Removes the pin of the snapshot, if the search has pinned the snapshot.
  ///
  /// Call this method only if the result is not a live value.
  @inline(__always)
  package func unpin() { if bits & Kind.flag != 0 { record.unpin() } }

  /// Releases this lookup result, for a caller that does not need it.
  ///
  /// Releases the live value, or removes the pin that keeps the snapshot alive.
  package func release<Value>(as type: Value.Type) {
    if isLive { _ = take(as: type) } else { unpin() }
  }

  /// Returns the live instance of the lookup entry's only candidate, already cast to the given
  /// type; `nil` if there is none.
  ///
  /// The caller takes the instance, and then removes the pin.
  @inline(__always)
  package func live(_ type: ObjectIdentifier) -> LookupResult? {
    guard kind == Kind.lookupEntry, let cell = lookupEntry.with({ $0.cell(for: record) }) else {
      return nil
    }
    return cell.readLive(UInt(bitPattern: type), record)
  }
}

extension Graph {
  /// Searches the lookup table for the given type.
  ///
  /// - Complexity: O(1). Takes no lock, and writes no shared memory except the reference count of a
  ///   weakly cached object.
  @inline(__always)
  @_optimize(speed) package func find(_ type: ObjectIdentifier) -> LookupResult {
    let record = ThreadRecord.current
    let hash = UInt(bitPattern: type)
    let table = beginRead(record)
    guard let entry = table.find(hash) else { return nothing(record) }
    let target = entry.target.load(ordering: .acquiring)
    let bits = target & ~LookupTable.Target.mask
    switch target & LookupTable.Target.mask {
    case LookupTable.Target.value: return LookupResult(bits, LookupResult.Kind.live, record)
    case LookupTable.Target.cell:
      let cell = UnretainedReference<Cell>(bits: bits)
      if let found = cell.live(hash, record) {
        if cell.with({ $0.isPermanent }) {
          let value = found.bits | LookupTable.Target.value
          entry.target.store(value, ordering: .releasing)
        }
        return found
      }
      // The lookup entry says how to create the instance of the cell.
      return pinned(
        entry.lookupEntry.load(ordering: .relaxed), LookupResult.Kind.lookupEntry, table, record)
    case LookupTable.Target.fresh: return pinned(bits, LookupResult.Kind.make, table, record)
    default: return pinned(bits, LookupResult.Kind.lookupEntry, table, record)
    }
  }

  /// Searches the lookup table for the given name, and reads a live instance that is already cast
  /// to the given type.
  package func find(_ name: String, as type: ObjectIdentifier) -> LookupResult {
    // This may be slow or run foreign code, so it runs before the read section.
    var name = name
    name.makeContiguousUTF8()
    let hash = LookupKey.hash(of: name)
    let record = ThreadRecord.current
    let table = beginRead(record)
    let lookupEntry = table.firstLookupEntry(hash).first { $0.isFound(byName: name) }
    guard let lookupEntry else { return nothing(record) }
    // The cell is read in the same section, since the lookup entry may be freed after the section.
    if let cell = lookupEntry.with({ $0.cell(for: record) }),
      let found = cell.live(UInt(bitPattern: type), record)
    {
      return found
    }
    return pinned(lookupEntry.bits, LookupResult.Kind.lookupEntry, table, record)
  }

  /// Searches the lookup table for the given hashable value, which is the key of a dependency.
  ///
  /// The snapshot is pinned during the comparison, since the `==` of the values is foreign code.
  package func find<Key: Hashable>(value: Key) -> LookupResult {
    let hash = UInt(bitPattern: value.hashValue) | 1
    let record = ThreadRecord.current
    let table = beginRead(record)
    guard let first = table.firstLookupEntry(hash) else { return nothing(record) }
    let found = pinned(first.bits, LookupResult.Kind.lookupEntry, table, record)
    if found.kind == LookupResult.Kind.nothing { return found }
    let lookupEntry = Optional(first).first { lookupEntry in
      lookupEntry.kind == .value && lookupEntry.keyTypeBits == typeBits(Key.self)
        && unsafeDowncast(lookupEntry, to: ValueLookupEntry<Key>.self).value == value
    }
    if let lookupEntry {
      return LookupResult(lookupEntry.bits, found.bits & LookupResult.Kind.all, record)
    }
    found.unpin()
    return LookupResult(0, LookupResult.Kind.nothing, record)
  }

  /// Searches the lookup table for all dependencies that are registered for the given type.
  package func findAll(_ type: ObjectIdentifier) -> _LookupResults {
    let typeBits = UInt(bitPattern: type)
    let record = ThreadRecord.current
    let table = beginRead(record)
    let lookupEntry = table.firstLookupEntry(typeBits | 1).first {
      $0.kind == .all && $0.keyTypeBits == typeBits
    }
    guard let lookupEntry else { return _LookupResults(nothing(record)) }
    return _LookupResults(pinned(lookupEntry.bits, LookupResult.Kind.lookupEntry, table, record))
  }

  /// Returns the stored lookup entry for a key, with its snapshot; `nil` if the table has no entry
  /// for the key.
  ///
  /// The result is always `nil` for a value.
  ///
  /// The snapshot is retained, not pinned, since an asynchronous caller may resume on another
  /// thread.
  package func kept(_ key: LookupKey) -> RetainedLookup? {
    if case .value = key { return nil }
    // This may be slow, so it runs before the read section.
    let key = key.contiguous
    let hash = key.hash
    let record = ThreadRecord.current
    let table = beginRead(record)
    defer { ReadSection.current(on: record).end() }
    let found = table.firstLookupEntry(hash).first { $0.isFound(by: key, all: false) }
    guard let found else { return nil }
    return RetainedLookup(
      lookupEntry: found.object,
      snapshot: UnretainedReference<Snapshot>(bits: table.snapshotBits).object)
  }

  /// Begins a read section of the record's thread, and returns the graph's published lookup table.
  @inline(__always)
  private func beginRead(_ record: ThreadRecordPointer) -> LookupTable {
    LookupTable(bits: ReadSection.begin(on: record, loading: published) ?? LookupTable.empty)
  }

  /// Pins the snapshot, ends the read section, and returns a lookup result without a live value.
  ///
  /// The pin keeps the snapshot alive. Returns an empty result if the thread has too many pins.
  @inline(__always)
  private func pinned(
    _ address: UInt, _ kind: UInt, _ table: LookupTable, _ record: ThreadRecordPointer
  ) -> LookupResult {
    let flag = record.pin(table.snapshotBits)
    ReadSection.current(on: record).end()
    guard let flag else { return LookupResult(0, LookupResult.Kind.nothing, record) }
    return LookupResult(address, kind | flag, record)
  }

  /// Ends the read section of the record's thread, and returns an empty lookup result.
  @inline(__always)
  private func nothing(_ record: ThreadRecordPointer) -> LookupResult {
    ReadSection.current(on: record).end()
    return LookupResult(0, LookupResult.Kind.nothing, record)
  }

  /// Whether the search result says that no registration exists for the type.
  ///
  /// The caller can then return `nil` without creating an error.
  ///
  /// If the result is `true`, this method ends the use of the search result.
  @inline(__always)
  package func isMissing(_ found: LookupResult) -> Bool {
    guard found.kind == LookupResult.Kind.lookupEntry,
      found.lookupEntry.with({ $0.candidates.isEmpty }),
      // Otherwise the error may say that this graph or an ancestor has ended.
      unretainedParent == nil, !withState({ $0.hasEnded })
    else { return false }
    found.unpin()
    return true
  }
}

extension UnretainedReference<Cell> {
  /// Returns the cell's live instance, already cast to the given type, in a new read section.
  ///
  /// Returns `nil` if there is none.
  ///
  /// The caller must take the instance out of the result.
  ///
  /// Begins a read section, which ends when the instance is taken.
  @inline(__always)
  func readLive(_ typeBits: UInt, _ record: ThreadRecordPointer) -> LookupResult? {
    let section = ReadSection.begin(on: record)
    if let live = live(typeBits, record) { return live }
    section.end()
    return nil
  }

  /// Returns the cell's live instance, already cast to the given type; `nil` if there is none.
  ///
  /// Called in a read section, which stays open in both cases.
  @inline(__always)
  func live(_ typeBits: UInt, _ record: ThreadRecordPointer) -> LookupResult? {
    guard let instance = with({ $0.find(typeBits) }) else { return nil }
    let address = UInt(bitPattern: instance.with { $0.address })
    guard let reference = instance.with({ $0.reference }) else {
      return LookupResult(address, LookupResult.Kind.live, record)
    }
    guard let object = reference.pointee.object else { return nil }
    // The moved value takes over this retain.
    _ = Unmanaged.passRetained(object)
    return LookupResult(address, LookupResult.Kind.live | LookupResult.Kind.flag, record)
  }
}
