/// Who watches a graph.
///
/// Unlike a ``Signal``, it holds its closures: each is told of very many events, and taken out when
/// its ``GraphWatch`` goes.
final class Watchers: Sendable {
  /// One who watches.
  final class Watcher: Sendable {
    /// Is called with each event.
    private let action: @Sendable (GraphEventRecord) -> Void

    /// Is called when nobody is left who tells of something.
    fileprivate let finish: (@Sendable () -> Void)?

    /// Whether the calls have ended.
    fileprivate let hasEnded = AtomicBox<Bool>(false)

    /// Creates one who watches.
    fileprivate init(
      _ action: @escaping @Sendable (GraphEventRecord) -> Void, _ finish: (@Sendable () -> Void)?
    ) {
      self.action = action
      self.finish = finish
    }

    /// Is told, unless the calls have ended.
    @inline(__always)
    fileprivate func hear(_ event: GraphEventRecord) {
      if !hasEnded.load(ordering: .sequentiallyConsistent) { action(event) }
    }
  }

  /// All, in order.
  private let all = Lock<[Watcher]>([])

  /// How many there are.
  private let count = AtomicBox<Int>(0)

  /// Whether there is none.
  var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

  /// Adds one, who is told of what happens from now on.
  ///
  /// - Parameters:
  ///   - action: Is called with each event.
  ///   - finish: Is called once nothing more can happen, unless the calls have ended before.
  func add(
    _ action: @escaping @Sendable (GraphEventRecord) -> Void,
    finish: (@Sendable () -> Void)? = nil
  ) -> Watcher {
    let watcher = Watcher(action, finish)
    all.withLock { $0.append(watcher) }
    count.add(1, ordering: .relaxed)
    return watcher
  }

  /// Takes one out, once.
  ///
  /// - Returns: Whether that was the first time.
  func remove(_ watcher: Watcher) -> Bool {
    if watcher.hasEnded.exchange(true) { return false }
    count.add(-1, ordering: .relaxed)
    all.withLock { all in all.removeAll { $0 === watcher } }
    return true
  }

  /// Tells all that nothing more can happen.
  func finish() {
    if isEmpty { return }
    for watcher in all.withLock({ all in all.map { $0 } }) { watcher.finish?() }
  }

  /// Tells all. Call it outside every lock.
  func tell(_ event: GraphEventRecord) {
    if isEmpty { return }
    // In an array of its own: the thread sanitizer does not see that one that others have read is
    // changed only when they have let go of it.
    let (only, several) = all.withLock { all -> (Watcher?, [Watcher]) in
      all.count == 1 ? (all[0], []) : (nil, all.map { $0 })
    }
    only?.hear(event)
    for watcher in several { watcher.hear(event) }
  }
}
