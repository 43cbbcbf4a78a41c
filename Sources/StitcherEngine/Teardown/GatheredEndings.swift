/// The instances of lifetimes that end together on one thread. All their cells are emptied first;
/// then the instances are released, and torn down in one order.
final class GatheredEndings {
  /// The instances with a teardown that have been released.
  private var endings = Endings()

  /// The contents of emptied cells that are not released yet.
  private var discarded: [Discarded] = []

  /// Gathers the instances of lifetimes that end on the calling thread while a closure runs, and
  /// releases and tears them down afterwards.
  static func gather(_ body: () -> Void) {
    let record = ThreadRecord.current
    if record.path.pointee.gathered != nil { return body() }
    let gathered = GatheredEndings()
    record.path.pointee.gathered = gathered
    body()
    // A `deinit` may end other lifetimes, which belong to the same batch.
    gathered.release()
    record.path.pointee.gathered = nil
    gathered.endings.start()
  }

  /// Empties cells at the end of a lifetime. Releases their instances, or leaves that to the
  /// enclosing ``gather(_:)``. Call it outside every lock.
  ///
  /// - Parameter take: Empties the cells; returns what has to be released outside its locks.
  static func take<Rest>(_ take: (GatheredEndings) -> Rest) {
    if let gathered = ThreadRecord.current.path.pointee.gathered {
      _ = take(gathered)
      return
    }
    let gathered = GatheredEndings()
    _ = take(gathered)
    gathered.release()
    gathered.endings.start()
  }

  /// Begins the closing of the graphs that have created the instances of cells, before the cells
  /// are emptied: the end of such a graph waits for their teardowns.
  ///
  /// - Returns: The graphs, which the caller releases outside every lock.
  func begin(emptying cells: [Cell]) -> [Graph] { endings.begin(emptying: cells) }

  /// Adds the contents of an emptied cell.
  func add(_ contents: Discarded) { if !contents.isEmpty { discarded.append(contents) } }

  /// Waits for the readers, and releases the contents of all emptied cells. Runs foreign code,
  /// which may add others.
  private func release() {
    while !discarded.isEmpty {
      var taken: [Discarded] = []
      swap(&taken, &discarded)
      var endings = Endings()
      taken.dispose(&endings)
      self.endings.add(endings)
    }
  }
}
