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

  /// Lets go of what was taken out at the end of a lifetime. Call it outside every lock.
  static func dispose(_ discarded: consuming Discarded) {
    guard let gathered = ThreadRecord.current.path.pointee.gathered else {
      return discarded.dispose()
    }
    // What is let go runs foreign code, which may end other lifetimes.
    var endings = Endings()
    discarded.release(waitingForReaders: &endings)
    gathered.endings.add(endings)
  }
}
