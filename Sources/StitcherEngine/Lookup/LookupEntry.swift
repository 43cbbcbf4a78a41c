/// One registration that a key finds in a graph, with where its instance lives and who creates it.
package struct Candidate: @unchecked Sendable {
  // Safe: constants.

  /// The registration.
  package let registration: Registration

  /// The place of its instance; nil if it keeps none.
  package let cell: Cell?

  /// The graph that runs the factory: the one that was asked, or an ancestor that declares what is
  /// kept. It is not retained: the graph that is asked holds its ancestors.
  package let creator: UnretainedReference<Graph>

  /// How many graphs farther away than the one that was asked the registration is active.
  let distance: Int

  /// Whether somebody watches creations by this candidate: then it is never taken a shortcut for.
  var isWatched = false

  /// Whether each request runs the factory, any thread may run it, and the graph has no watchers.
  var isUnstored: Bool { !registration.isStored && registration.isFree && !isWatched }

  /// Returns the instance that is kept for some arguments, if there is one.
  package func instance(for arguments: [Any]) -> Instance? {
    cell?.place(for: arguments, of: registration)?.kept
  }

  /// Whether both are the same registration, created by the same graph.
  ///
  /// Runs the `==` of values, so call it outside every lock and read section.
  func isSame(as other: Candidate) -> Bool {
    guard creator.bits == other.creator.bits else { return false }
    if registration === other.registration { return true }
    // Each lookup of a decorated dependency may create its own registration object. So equal
    // registrations are the same, too.
    return registration.decorated != nil && registration.isEqual(to: other.registration)
  }

  /// The same with a place that nobody else has, and that whoever made it has to end.
  package var inPassing: Candidate {
    Candidate(
      registration: registration, cell: Cell(for: registration, isOwn: true), creator: creator,
      distance: distance)
  }
}

/// What a key leads to.
class LookupEntry: @unchecked Sendable {
  // Safe: stored properties are constants; the snapshot that owns the slot owns the next one, too.

  /// What the slot is found by.
  enum Kind: UInt8 {
    /// A type: the only dependency of it.
    case type
    /// A type: all dependencies of it.
    case all
    /// A name.
    case name
    /// A value.
    case value
  }

  /// What the slot is found by.
  let kind: Kind

  /// The address of the type, or of the value's type.
  let keyTypeBits: UInt

  /// All candidates in order, whatever parameters they take; equal ones once.
  let candidates: [Candidate]

  /// The only candidate's registration, if it keeps nothing and any thread may run its factory.
  let unstored: UnretainedReference<Registration>?

  /// The same, if its creations are watched; then `unstored` is nil. It takes no parameters.
  let watched: UnretainedReference<Registration>?

  /// The only candidate's cell, if it takes no parameters: who reads it asks whether it is scoped.
  private let cell: UnretainedReference<Cell>?

  /// Whether the only candidate is scoped.
  private let isScoped: Bool

  /// The number of candidates, if all keep their instances, take no parameters and may be read
  /// without further questions; or zero.
  let liveCount: Int

  /// The next slot with the same hash.
  let next: UnretainedReference<LookupEntry>?

  /// Creates a slot.
  init(
    kind: Kind, keyTypeBits: UInt, candidates: [Candidate], next: UnretainedReference<LookupEntry>?
  ) {
    self.kind = kind
    self.keyTypeBits = keyTypeBits
    self.candidates = candidates
    self.next = next
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
    unstored = candidates[0].isUnstored ? UnretainedReference(registration) : nil
    watched =
      candidates[0].isWatched && !registration.isStored && registration.isFree
        && registration.parameterTypes.isEmpty ? UnretainedReference(registration) : nil
  }

  /// What an entry of the table says at once: the cell to read or the factory to run, or that the
  /// slot has to be asked.
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

  /// The only candidate's cell, if it takes no parameters and the thread may read it.
  ///
  /// What is scoped may not be asked for by what is kept for longer; why is found out elsewhere.
  @inline(__always)
  final func cell(for record: ThreadRecordPointer) -> UnretainedReference<Cell>? {
    guard let cell, !isScoped || record.mayAskForScoped else { return nil }
    return cell
  }

  /// Whether there is one candidate, which takes no parameters and is scoped, and is all that is
  /// needed for a place in another graph.
  final var isOneScoped: Bool {
    cell != nil && isScoped && candidates[0].registration.decorated == nil
  }

  /// Whether there is one candidate, and what becomes of it does not depend on the graph that is
  /// asked.
  final var isOneForAllGraphs: Bool {
    candidates.count == 1 && !isScoped && (unstored != nil || candidates[0].cell != nil)
  }

  /// Whether this is the slot of a name.
  final func isFound(byName name: String) -> Bool {
    kind == .name && unsafeDowncast(self, to: ValueLookupEntry<String>.self).value == name
  }

  /// Whether this is the slot of all dependencies of a type.
  final func isFound(byAll typeBits: UInt) -> Bool { kind == .all && keyTypeBits == typeBits }
}

extension UnretainedReference<LookupEntry>? {
  /// Returns the first of the slots from this one on that meets a condition.
  @inline(__always)
  func first(where condition: (LookupEntry) -> Bool) -> UnretainedReference<LookupEntry>? {
    var candidate = self
    while let lookupEntry = candidate {
      if lookupEntry.with(condition) { return lookupEntry }
      candidate = lookupEntry.with { $0.next }
    }
    return nil
  }

  /// The number of slots from this one on.
  var count: Int {
    var count = 0
    _ = first { _ in
      count += 1
      return false
    }
    return count
  }
}

/// The slot of a name, or of a value of a known type.
final class ValueLookupEntry<Value: Hashable>: LookupEntry, @unchecked Sendable {
  // Safe: see `LookupEntry`; the value is only compared.

  /// The name, in contiguous memory, or the value.
  let value: Value

  /// Creates a slot for a name or a value.
  init(
    kind: Kind = .value, value: Value, candidates: [Candidate],
    next: UnretainedReference<LookupEntry>?
  ) {
    self.value = value
    super.init(
      kind: kind, keyTypeBits: typeBits(Value.self), candidates: candidates, next: next)
  }
}
