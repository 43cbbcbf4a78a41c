/// What the index found for a key: the first, untyped half of a resolution.
///
/// The caller knows the type, so the second half is a copy of typed memory, which the compiler
/// specializes, also in front ends, which inline it into their users' modules. No cast, no box and
/// no generic code that is not specialized stands between the two. The type's identity was the key
/// of the search, so what is found there is of that type. Two words, so that it travels in
/// registers. It is public only for inlining; nothing of it is for users.
///
/// Invariant: if it is live, the thread is in a read section, and the address is that of a value of
/// the type that was asked for; else it is that of a registration or a slot of the pinned snapshot.
@frozen
public struct _LookupResult: BitwiseCopyable, Sendable {
  /// What was found; addresses are aligned to more than the bits that say it.
  package enum Kind {
    /// A live value, which has to be taken.
    package static let live: UInt = 0
    /// The registration whose factory makes it.
    static let make: UInt = 2
    /// The slot to ask.
    static let lookupEntry: UInt = 4
    /// Nothing: the key has to be looked up.
    static let nothing: UInt = 6
    /// The bits that hold the kind.
    static let mask: UInt = 6
    /// Set if the value is to be moved out, or if the snapshot was pinned for this resolution.
    static let flag: UInt = 1
    /// The bits that hold both.
    static let all: UInt = 7
  }

  /// The address of the value, registration or slot, and the kind in the lowest bits.
  @usableFromInline let bits: UInt

  /// The read section of the thread.
  @usableFromInline let section: _ReadSection

  /// Says what was found.
  @inline(__always)
  init(_ address: UInt, _ kind: UInt, _ record: ThreadRecordPointer) {
    bits = address | kind
    section = .current(on: record)
  }

  /// Nothing, found by nobody.
  package static let nothing = LookupResult(bits: Kind.nothing)

  /// Says that nothing was found.
  private init(bits: UInt) {
    self.bits = bits
    section = _ReadSection(bits: 0)
  }

  /// Whether there is a live value, which has to be taken.
  @inlinable
  @inline(__always)
  public var isLive: Bool { bits & 6 == 0 }

  /// Takes the live value, as the type by which it was found, and ends the section.
  @inlinable
  @inline(__always)
  public func take<Value>(as type: Value.Type) -> Value {
    // There is an address if there is a value.
    let address = UnsafeMutableRawPointer(bitPattern: bits & ~1).unsafelyUnwrapped
      .assumingMemoryBound(to: Value.self)
    defer { section.end() }
    // A value whose reference the search has retained is moved.
    if bits & 1 != 0 { return address.move() }
    return address.pointee
  }
}

/// What the index found for all dependencies of a type.
///
/// Invariant: the slot, if there is one, is that of all dependencies, in the pinned snapshot.
@frozen
public struct _LookupResults: BitwiseCopyable, Sendable {
  /// The slot, or nothing.
  let found: _LookupResult

  /// How many there are, if each may be live; else zero.
  public let liveCount: Int

  /// Says what was found.
  @inline(__always)
  init(_ found: _LookupResult) {
    self.found = found
    liveCount =
      found.kind == _LookupResult.Kind.lookupEntry ? found.lookupEntry.with { $0.liveCount } : 0
  }

  /// Finds one of them, if it is live: then it has to be taken.
  @inline(never)
  public func live(at position: Int, _ type: ObjectIdentifier) -> _LookupResult {
    let cell = found.lookupEntry.with {
      $0.candidates[position].cell.map { UnretainedReference($0) }
    }
    let section = ReadSection.begin(on: found.record)
    if let live = cell?.live(UInt(bitPattern: type), found.record) { return live }
    section.end()
    return .nothing
  }

  /// Lets go of what is pinned.
  public func letGo() { found.unpin() }
}

/// What the index found, as the engine's own files call it.
package typealias LookupResult = _LookupResult

extension _LookupResult {
  /// The kind.
  @inline(__always)
  package var kind: UInt { bits & Kind.mask }

  /// The calling thread's record.
  @inline(__always)
  package var record: ThreadRecordPointer { section.record }

  /// The registration of `make`.
  @inline(__always)
  var registration: UnretainedReference<Registration> {
    UnretainedReference(bits: bits & ~Kind.all)
  }

  /// The slot of `lookupEntry`.
  @inline(__always)
  var lookupEntry: UnretainedReference<LookupEntry> { UnretainedReference(bits: bits & ~Kind.all) }

  /// What a slot was found for alone, if it keeps nothing.
  @inline(__always)
  var unstored: UnretainedReference<Registration>? {
    kind == Kind.lookupEntry ? lookupEntry.with { $0.unstored } : nil
  }

  /// Lets go of what is pinned. Call it if there is no live value.
  @inline(__always)
  package func unpin() { if bits & Kind.flag != 0 { record.unpin() } }

  /// Gives up a result that is not used: releases the live value, or the pinned snapshot.
  package func release<Value>(as type: Value.Type) {
    if isLive { _ = take(as: type) } else { unpin() }
  }

  /// Finds the live instance of what is pinned as a type; nil if there is none.
  ///
  /// The caller takes it, and then lets go of what is pinned.
  @inline(__always)
  package func live(_ type: ObjectIdentifier) -> LookupResult? {
    guard kind == Kind.lookupEntry, let cell = lookupEntry.with({ $0.cell(for: record) }) else {
      return nil
    }
    let section = ReadSection.begin(on: record)
    if let live = cell.live(UInt(bitPattern: type), record) { return live }
    section.end()
    return nil
  }
}

extension Graph {
  /// Finds what a type leads to.
  ///
  /// - Complexity: O(1). Takes no lock and writes no memory that threads share, but the reference
  ///   count of an object that is kept weakly.
  @inline(__always)
  package func find(_ type: ObjectIdentifier) -> LookupResult {
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
        if cell.with({ $0.isLasting }) {
          let value = found.bits | LookupTable.Target.value
          entry.target.store(value, ordering: .releasing)
        }
        return found
      }
      // The slot knows how the cell is filled.
      return pinned(
        entry.lookupEntry.load(ordering: .relaxed), LookupResult.Kind.lookupEntry, table, record)
    case LookupTable.Target.fresh: return pinned(bits, LookupResult.Kind.make, table, record)
    default: return pinned(bits, LookupResult.Kind.lookupEntry, table, record)
    }
  }

  /// Finds what a name leads to, as a type.
  package func find(_ name: String, as type: ObjectIdentifier) -> LookupResult {
    // Outside the section, as everything that may take long or run foreign code.
    var name = name
    name.makeContiguousUTF8()
    let hash = LookupKey.hash(of: name)
    let record = ThreadRecord.current
    let table = beginRead(record)
    let lookupEntry = table.firstLookupEntry(hash).first { $0.isFound(byName: name) }
    guard let lookupEntry else { return nothing(record) }
    // One section for both, since the slot may be freed at the end of it.
    if let cell = lookupEntry.with({ $0.cell(for: record) }),
      let found = cell.live(UInt(bitPattern: type), record)
    {
      return found
    }
    return pinned(lookupEntry.bits, LookupResult.Kind.lookupEntry, table, record)
  }

  /// Finds the slot that a value leads to.
  ///
  /// The snapshot is pinned while the values' own code compares them.
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

  /// Finds the slot of all dependencies of a type.
  package func findAll(_ type: ObjectIdentifier) -> _LookupResults {
    let typeBits = UInt(bitPattern: type)
    let record = ThreadRecord.current
    let table = beginRead(record)
    let lookupEntry = table.firstLookupEntry(typeBits | 1).first { $0.isFound(byAll: typeBits) }
    guard let lookupEntry else { return _LookupResults(nothing(record)) }
    return _LookupResults(pinned(lookupEntry.bits, LookupResult.Kind.lookupEntry, table, record))
  }

  /// Returns what a type or a name leads to, if it was looked up before, for as long as the result
  /// is held: whoever awaits may go on on another thread.
  package func kept(_ key: LookupKey) -> RetainedLookup? {
    switch key {
    case .type(let type):
      let bits = UInt(bitPattern: ObjectIdentifier(type))
      return kept(bits) { $0.kind == .type && $0.keyTypeBits == bits }
    case .name(var name):
      name.makeContiguousUTF8()
      return kept(LookupKey.hash(of: name)) { $0.isFound(byName: name) }
    case .value: return nil
    }
  }

  /// Returns the first slot of a hash that meets a condition, with its snapshot.
  @inline(__always)
  private func kept(_ hash: UInt, where condition: (LookupEntry) -> Bool) -> RetainedLookup? {
    let record = ThreadRecord.current
    let table = beginRead(record)
    defer { ReadSection.current(on: record).end() }
    guard let lookupEntry = table.firstLookupEntry(hash).first(where: condition) else { return nil }
    return RetainedLookup(
      lookupEntry: lookupEntry.object,
      snapshot: UnretainedReference<Snapshot>(bits: table.snapshotBits).object)
  }

  /// Begins a read section and loads the table.
  @inline(__always)
  private func beginRead(_ record: ThreadRecordPointer) -> LookupTable {
    LookupTable(bits: ReadSection.begin(on: record, loading: published) ?? LookupTable.empty)
  }

  /// Ends the section with the snapshot pinned; finds nothing if the thread has pinned too many.
  @inline(__always)
  private func pinned(
    _ address: UInt, _ kind: UInt, _ table: LookupTable, _ record: ThreadRecordPointer
  ) -> LookupResult {
    let outcome = record.pin(table.snapshotBits)
    ReadSection.current(on: record).end()
    switch outcome {
    case .pinned: return LookupResult(address, kind | LookupResult.Kind.flag, record)
    case .inherited: return LookupResult(address, kind, record)
    case .full: return LookupResult(0, LookupResult.Kind.nothing, record)
    }
  }

  /// Ends the section without a find.
  @inline(__always)
  private func nothing(_ record: ThreadRecordPointer) -> LookupResult {
    ReadSection.current(on: record).end()
    return LookupResult(0, LookupResult.Kind.nothing, record)
  }

  /// Whether a search for a type has led to nothing before, as is known without an error.
  ///
  /// Then the search is over.
  @inline(__always)
  package func isMissing(_ found: LookupResult) -> Bool {
    guard found.kind == LookupResult.Kind.lookupEntry,
      found.lookupEntry.with({ $0.candidates.isEmpty }), !mayHaveReason
    else { return false }
    found.unpin()
    return true
  }

  /// Whether what is missing may be an error of its own: the graph has ended, or is one of several.
  @inline(never)
  private var mayHaveReason: Bool { parent != nil || withState { $0.hasEnded } }
}

extension UnretainedReference<Cell> {
  /// Finds the live instance as a type; nil if there is none. Called in a read section, which goes
  /// on in both cases.
  @inline(__always)
  func live(_ typeBits: UInt, _ record: ThreadRecordPointer) -> LookupResult? {
    guard let instance = with({ $0.find(typeBits) }) else { return nil }
    let address = UInt(bitPattern: instance.with { $0.address })
    guard let reference = instance.with({ $0.reference }) else {
      return LookupResult(address, LookupResult.Kind.live, record)
    }
    guard let object = reference.pointee.object else { return nil }
    // The moved value takes this reference over.
    _ = Unmanaged.passRetained(object)
    return LookupResult(address, LookupResult.Kind.live | LookupResult.Kind.flag, record)
  }
}

extension LookupTable {
  /// Returns the first slot of a hash.
  @inline(__always)
  fileprivate func firstLookupEntry(_ hash: UInt) -> UnretainedReference<LookupEntry>? {
    find(hash).map { UnretainedReference(bits: $0.lookupEntry.load(ordering: .acquiring)) }
  }
}
