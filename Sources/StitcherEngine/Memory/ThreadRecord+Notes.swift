/// Followers that a thread has notified, by their references' identities.
typealias NotedFollowers = [ObjectIdentifier: WeakBox<StateFollower>]

// A notification arrives before the change lands, on the thread that makes the change. Nobody says
// when the change has landed. But when the thread looks something up, the statement that changed
// the state has returned, unless an observer of the change makes the look-up. So the thread notes
// the follower, and calls it before the next look-up.
//
// A thread with notes takes no shortcut: a bit in its count of read sections says so, which every
// read looks at anyway. Only the thread itself touches its notes and that bit.
extension ThreadRecordPointer {
  /// The followers that the thread has notified.
  private var notes: UnsafeMutablePointer<NotedFollowers> {
    (UnsafeMutableRawPointer(self) + ThreadRecord.notesOffset)
      .assumingMemoryBound(to: NotedFollowers.self)
  }

  /// Whether the thread has notified followers.
  var hasNotes: Bool { !notes.pointee.isEmpty }

  /// Notes that the current thread has notified a follower. The follower is not retained.
  package func note(_ follower: StateFollower) {
    let old = notes.pointee.updateValue(
      follower.reference, forKey: ObjectIdentifier(follower.reference))
    // A thread that never looks anything up may notify many followers that are deallocated later.
    if old == nil, notes.pointee.count & 63 == 0 {
      notes.pointee = notes.pointee.filter { $0.value.object != nil }
    }
    sections.formUnion(ReadSection.isSlow)
  }

  /// Calls the followers that the current thread has notified: their changes have landed.
  @inline(__always)
  package func followNotes() { if hasNotes { followNotesNow() } }

  /// Calls the followers.
  @inline(never)
  private func followNotesNow() {
    let followers = notes.pointee.values
    forgetNotes()
    for follower in followers { follower.object?.changeHasLanded() }
  }

  /// Drops the notes, and lets the thread take shortcuts again.
  func forgetNotes() {
    notes.pointee = [:]
    let needsFence = requests.load(ordering: .relaxed) & ThreadRecord.needsFence != 0
    if !needsFence { sections.subtract(bits: ReadSection.isSlow) }
  }
}
