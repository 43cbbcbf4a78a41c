/// A registration that a lookup has found, with the instance's cell and the graph that creates it.
package struct Candidate: @unchecked Sendable {
  // Safe: all properties are constants.

  /// The registration that the lookup has found.
  package let registration: Registration

  /// The cell that stores the registration's instance; `nil` if the scope keeps no instances.
  package let cell: Cell?

  /// The graph that runs the registration's factory.
  ///
  /// It is the requesting graph, or the ancestor that stores the instance.
  ///
  /// The reference is unretained, since the requesting graph retains its ancestors.
  package let creator: UnretainedReference<Graph>

  /// The number of parent links from the requesting graph to the graph in which the registration is
  /// active.
  let distance: Int

  /// Whether observers are notified of creations in the requesting graph.
  ///
  /// If so, the fast path must not be used.
  var isWatched = false

  /// Whether a request only has to run the factory: no scope, actor or observer is involved.
  var isUnstored: Bool { !registration.isStored && registration.isFree && !isWatched }
}

/// The stored result of one lookup: the registrations for a key, with their cells and graphs.
class LookupEntry: @unchecked Sendable {
  // Safe: all properties are constants. The snapshot that owns the entry also owns the next entry.

  /// The kinds of requests for which the graph stores lookup entries.
  enum Kind: UInt8 {
    /// A request for the only dependency that is registered for a type.
    case type
    /// A request for all dependencies that are registered for a type.
    case all
    /// A request for the dependency that is registered under a name.
    case name
    /// A request for the dependency that is registered under a hashable value.
    case value
  }

  /// The kind of the request for which this entry was stored.
  let kind: Kind

  /// The address that identifies the type of the key: the requested type, or the type of the name
  /// or value.
  let keyTypeBits: UInt

  /// The registrations that the lookup has found, with their cells and graphs.
  ///
  /// They are in order and without duplicates. Their parameters do not matter.
  let candidates: [Candidate]

  /// The registration of the only candidate, if each request runs its factory; otherwise `nil`.
  ///
  /// Any thread may run the factory.
  let unstored: UnretainedReference<Registration>?

  /// The registration of the only candidate, if observers are notified of its creations; otherwise
  /// `nil`.
  ///
  /// `nil` also if the factory takes parameters. As for ``unstored``, each request runs the
  /// factory, on any thread. ``unstored`` is `nil` in this case.
  let watched: UnretainedReference<Registration>?

  /// The cell of the entry's only candidate, if the factory takes no parameters; otherwise `nil`.
  ///
  /// A reader has to check whether the candidate is scoped.
  private let cell: UnretainedReference<Cell>?

  /// Whether the entry has only one candidate, and the candidate is scoped.
  let isScoped: Bool

  /// The number of candidates, if a reader can return the instance of each cell at once; otherwise
  /// zero.
  ///
  /// It is zero if a candidate is transient or scoped, or takes parameters.
  let liveCount: Int

  /// The next lookup entry in the linked list of entries with the same hash; `nil` at the end.
  let next: UnretainedReference<LookupEntry>?

  /// The number of entries in the linked list, counted from this entry to the end.
  let count: Int

  /// Creates a lookup entry, and adds it at the head of the linked list that begins with `next`.
  init(
    kind: Kind, keyTypeBits: UInt, candidates: [Candidate], next: UnretainedReference<LookupEntry>?
  ) {
    self.kind = kind
    self.keyTypeBits = keyTypeBits
    self.candidates = candidates
    self.next = next
    count = 1 + (next?.with { $0.count } ?? 0)
    let isKept = candidates.allSatisfy {
      $0.cell != nil && $0.registration.parameterTypes.isEmpty
    }
    let hasScoped = candidates.contains { $0.registration.scope.isScoped }
    liveCount = isKept && !hasScoped ? candidates.count : 0
    guard kind != .all, candidates.count == 1 else {
      (unstored, watched, cell, isScoped) = (nil, nil, nil, false)
      return
    }
    let registration = candidates[0].registration
    cell = isKept ? candidates[0].cell.map { UnretainedReference($0) } : nil
    isScoped = hasScoped
    let isFresh = !registration.isStored && registration.isFree
    let fresh = isFresh ? UnretainedReference(registration) : nil
    unstored = candidates[0].isWatched ? nil : fresh
    watched = candidates[0].isWatched && registration.parameterTypes.isEmpty ? fresh : nil
  }

  /// The address that the lookup table stores for this entry.
  ///
  /// It is the address of a cell to read, of a registration whose factory has to run, or of the
  /// entry itself.
  final var target: UInt {
    if kind == .type {
      if let cell, !isScoped { return cell.bits | LookupTable.Target.cell }
      if let unstored, candidates[0].registration.parameterTypes.isEmpty,
        candidates[0].registration.producedBits == keyTypeBits
      {
        return unstored.bits | LookupTable.Target.fresh
      }
    }
    return UnretainedReference(self).bits | LookupTable.Target.lookupEntry
  }

  /// Returns the only candidate's cell if the record's thread may read the cell directly; otherwise
  /// `nil`.
  ///
  /// Also returns `nil` if there are several candidates, or if the factory takes parameters.
  ///
  /// The result is `nil` if a longer-lived instance that is being created requests a scoped one.
  /// The slow path then checks whether that is an error.
  @inline(__always)
  final func cell(for record: ThreadRecordPointer) -> UnretainedReference<Cell>? {
    guard let cell, !isScoped || !AsyncStep.anyExists && record.path.pointee.innermostKept == nil
    else { return nil }
    return cell
  }

  /// Whether the entry has exactly one candidate, which is scoped, takes no parameters and has no
  /// decorators.
  ///
  /// Such a candidate can get a cell in another graph.
  final var isOneScoped: Bool {
    cell != nil && isScoped && candidates[0].registration.decorated == nil
  }

  /// Whether this entry stores the result of a lookup by the given type or name.
  ///
  /// Runs no foreign code. The result is `false` for a value, which has to be compared outside
  /// every lock and read section.
  ///
  /// - Parameter isAll: Whether the lookup was for all dependencies of the type.
  final func isFound(by key: LookupKey, all isAll: Bool) -> Bool {
    switch key {
    case .type(let type):
      kind == (isAll ? .all : .type) && keyTypeBits == LookupKey.hash(of: type)
    case .name(let name): isFound(byName: name)
    case .value: false
    }
  }

  /// Whether this entry stores the result of a lookup by the given name.
  final func isFound(byName name: String) -> Bool {
    kind == .name && unsafeDowncast(self, to: ValueLookupEntry<String>.self).value == name
  }
}

extension UnretainedReference<LookupEntry>? {
  /// Returns the first lookup entry in the linked list that meets a condition; `nil` if there is
  /// none.
  @inline(__always)
  func first(where condition: (LookupEntry) -> Bool) -> UnretainedReference<LookupEntry>? {
    var candidate = self
    while let lookupEntry = candidate {
      if lookupEntry.with(condition) { return lookupEntry }
      candidate = lookupEntry.with { $0.next }
    }
    return nil
  }
}

/// The lookup entry that stores the result of a request by name, or by a hashable value.
final class ValueLookupEntry<Value: Hashable>: LookupEntry, @unchecked Sendable {
  // Safe: see `LookupEntry`. The value is only compared.

  /// The requested key: a hashable value, or a name as a string.
  ///
  /// For a name, it is a string with contiguous memory.
  let value: Value

  /// Creates a lookup entry for a name or a value, and adds it at the head of the linked list that
  /// begins with `next`.
  init(
    kind: Kind = .value, value: Value, candidates: [Candidate],
    next: UnretainedReference<LookupEntry>?
  ) {
    self.value = value
    super.init(
      kind: kind, keyTypeBits: typeBits(Value.self), candidates: candidates, next: next)
  }
}
