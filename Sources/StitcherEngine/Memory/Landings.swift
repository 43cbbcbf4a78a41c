/// The actions of a thread, by who has left them.
typealias Landings = [ObjectIdentifier: @Sendable () -> Void]

/// What a thread looks after before it looks anything up next.
///
/// A change of state may be told of before it lands, on the thread that makes it. Nobody says when
/// it has landed; but when that thread comes back to a graph, the statement that changed the state
/// has returned, unless that is an observer of the change. So whoever was told leaves an action
/// here, which may leave itself once more. A thread that has left one takes no
/// shortcut: a bit in its count of read sections, which every read looks at anyway, says so.
///
/// Only the thread itself touches its actions, and the bit.
extension ThreadRecordPointer {
  /// The actions of the thread, by who has left them.
  var landings: UnsafeMutablePointer<Landings> {
    (UnsafeMutableRawPointer(self) + ThreadRecord.landingsOffset)
      .assumingMemoryBound(to: Landings.self)
  }

  /// Has an action called before the thread, the current one, looks anything up next.
  ///
  /// - Parameters:
  ///   - object: Who leaves it: the last one counts, so that a thread that never comes back has no
  ///     more than one. It is not retained.
  ///   - action: The library's own code. It may call what is foreign.
  package func whenLanded(for object: AnyObject, _ action: @escaping @Sendable () -> Void) {
    landings.pointee[ObjectIdentifier(object)] = action
    sections.formUnion(ReadSection.isSlow)
  }

  /// Calls a closure that does not count as the thread's coming back, when it looks something up:
  /// the thread, the current one, is making a change.
  @inline(never)
  package func withoutLandings(_ body: () -> Void) {
    let actions = landings.pointee
    if !actions.isEmpty { forgetLandings() }
    body()
    for (object, action) in actions where landings.pointee[object] == nil {
      landings.pointee[object] = action
      sections.formUnion(ReadSection.isSlow)
    }
  }

  /// Calls the actions that the thread, the current one, has left.
  @inline(__always)
  package func followLandings() { if !landings.pointee.isEmpty { followLandingsNow() } }

  /// Calls the actions.
  @inline(never)
  private func followLandingsNow() {
    let actions = landings.pointee
    forgetLandings()
    for action in actions.values { action() }
  }

  /// Drops the actions, and lets the thread take shortcuts again.
  func forgetLandings() {
    landings.pointee = [:]
    let needsFence = requests.load(ordering: .relaxed) & ThreadRecord.needsFence != 0
    if !needsFence { sections.subtract(bits: ReadSection.isSlow) }
  }
}
