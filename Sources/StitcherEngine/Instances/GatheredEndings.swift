/// What several lifetimes that end together have to tear down: in one order, whatever the order in
/// which their instances subscribed to the end.
final class GatheredEndings {
  /// The instances.
  private var endings = Endings()

  /// Gathers what goes in the calling thread's lifetimes while a closure runs, and tears it down
  /// afterwards.
  static func gather(_ body: () -> Void) {
    let record = ThreadRecord.current
    if record.path.pointee.gathered != nil { return body() }
    let gathered = GatheredEndings()
    record.path.pointee.gathered = gathered
    body()
    record.path.pointee.gathered = nil
    gathered.endings.start()
  }

  /// Takes something out at the end of a lifetime, and lets go of it. Call it outside every lock.
  ///
  /// - Parameters:
  ///   - graph: The graph that has created what has to be torn down, if anything has: its end
  ///     waits for that from before it is taken out.
  ///   - take: Takes it out.
  static func take(in graph: Graph?, _ take: () -> Discarded) {
    guard let gathered = ThreadRecord.current.path.pointee.gathered else {
      var endings = Endings()
      if let graph { endings.begin(in: graph) }
      return take().dispose(endings)
    }
    if let graph { gathered.endings.begin(in: graph) }
    // What is let go runs foreign code, which may end other lifetimes.
    var endings = Endings()
    var discarded = take()
    discarded.release(waitingForReaders: &endings)
    gathered.endings.add(endings)
  }
}
