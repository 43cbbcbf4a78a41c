/// The followers that a thread has to notify before its next lookup, because observed state has
/// changed.
///
/// The key is the identity of the follower's weak reference.
typealias NotedFollowers = [ObjectIdentifier: WeakBox<StateFollower>]

// A notification arrives before the state changes, on the thread that changes the state. No
// notification says that the change is complete. But the statement that changes the state has
// returned when the thread looks a key up, unless an observer of the change makes the lookup. So
// the thread notes the follower, and notifies it before the next lookup.
//
// A thread with notes does not use the fast path: a bit in its count of read sections, which every
// read checks, disables the fast path. Only the thread itself accesses its notes and that bit.
extension ThreadRecordPointer {
  /// Whether the record's thread has to notify state followers before its next lookup.
  var hasNotes: Bool { !notes.pointee.isEmpty }

  /// Records that the thread of this record has to notify the given follower before its next
  /// lookup.
  ///
  /// Does not retain the follower.
  package func note(_ follower: StateFollower) {
    let old = notes.pointee.updateValue(
      follower.reference, forKey: ObjectIdentifier(follower.reference))
    // A thread that never looks a key up may note many followers that are deallocated later.
    if old == nil, notes.pointee.count & 63 == 0 {
      notes.pointee = notes.pointee.filter { $0.value.object != nil }
    }
    sections.formUnion(ReadSection.isSlow)
  }

  /// Notifies the thread's recorded state followers, if there are any.
  ///
  /// The changes of observed state by this thread are complete now.
  package func followNotes() {
    if !hasNotes { return }
    let followers = notes.pointee.values
    clearNotes()
    for follower in followers { follower.object?.changeHasLanded() }
  }

  /// Removes all recorded state followers of the thread.
  ///
  /// The thread can then use the fast path of lookups again.
  func clearNotes() {
    notes.pointee = .init()
    let needsFence = requests.load(ordering: .relaxed) & ThreadRecord.needsFence != 0
    if !needsFence { sections.subtract(bits: ReadSection.isSlow) }
  }
}
