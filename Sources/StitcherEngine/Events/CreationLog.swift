/// A log of the instance creations in a graph and its descendants.
///
/// The creations are in the order in which they ended.
package final class CreationLog: Sendable {
  fileprivate let state = Lock(State())

  /// The recorded contents of the log, which its lock guards.
  fileprivate struct State {
    var entries: [GraphEventRecord] = []
    /// The dependencies of factories: pairs of a factory's registration and the registration of a
    /// resolved dependency.
    ///
    /// The key consists of the identities of both registrations.
    var needs = [[ObjectIdentifier]: (user: Registration, needed: Registration)]()
    var watch: Cancellation?
  }

  /// The pairs of a factory's registration (the user) and the registration of a dependency that the
  /// factory has resolved.
  ///
  /// Each pair is listed once, in no order.
  package var needs: [(user: Registration, needed: Registration)] {
    state.withLock { Array($0.needs.values) }
  }

  /// All instance creations in the log, in the order in which they ended.
  ///
  /// The array is copied. Otherwise, the thread sanitizer reports a race between an earlier reader
  /// of the array and a change in place.
  package var entries: [GraphEventRecord] { state.withLock { $0.entries.map { $0 } } }
}

extension Graph {
  /// The log of creations in this graph; `nil` if ``recordCreations(withNeeds:)`` was never
  /// called.
  ///
  /// The log remains after the end of the recording.
  package var recordedCreations: CreationLog? { withState { $0.recording } }

  /// Ends the recording of the creations in this graph and its descendants.
  ///
  /// ``recordedCreations`` still returns the log.
  package func stopRecordingCreations() {
    needRecorder.borrowed?.with { $0.isOn.store(false, ordering: .sequentiallyConsistent) }
    recordedCreations?.state.withLock { $0.watch }?.cancel()
  }

  /// Starts to record the instance creations in this graph and its descendants.
  ///
  /// A second call does nothing.
  ///
  /// - Parameter withNeeds: Whether the log also records which dependencies factories resolve. In
  ///   that case, all lookups take the slow path.
  package func recordCreations(withNeeds: Bool = false) {
    let log = CreationLog()
    let isFirst = withState { state in
      if state.recording != nil { return false }
      state.recording = log
      return true
    }
    if !isFirst { return }
    // The order matters: after the recorder is published, existing tables must be invalidated, and
    // `watch` does so.
    if withNeeds {
      let recorder = InjectionRecorder(
        outer: nil,
        willInject: { [weak log] needed, _ in
          guard let user = InjectionRecorder.innermostCreation, user !== needed else { return }
          let key = [ObjectIdentifier(user), ObjectIdentifier(needed)]
          log?.state.withLock { $0.needs[key] = (user, needed) }
        }, didObtain: { _, _ in })
      _ = needRecorder.publish(recorder)
    }
    let watch = watch { [weak log] record in
      if record.kind == .created { log?.state.withLock { $0.entries.append(record) } }
    }
    log.state.withLock { $0.watch = watch }
  }
}
