/// What several lifetimes that end together have to tear down: in one order, whatever the order in
/// which their instances subscribed to the end.
final class GatheredEndings {
  /// The instances.
  private var endings = Endings()

  /// What tears them down, once it has begun.
  private var closing: Closing?

  /// The graphs for which it has.
  private var graphs: [Graph] = []

  /// Gathers what goes in the calling thread's lifetimes while a closure runs, and tears it down
  /// afterwards.
  static func gather(_ body: () -> Void) {
    let record = ThreadRecord.current
    if record.path.pointee.gathered != nil { return body() }
    let gathered = GatheredEndings()
    record.path.pointee.gathered = gathered
    body()
    record.path.pointee.gathered = nil
    gathered.start()
  }

  /// Tears down what was gathered.
  private func start() {
    guard let closing else { return endings.start() }
    endings.tell()
    let further = endings.graphs.filter { graph in !graphs.contains { $0 === graph } }
    closing.begin(endings, in: further)
  }

  /// Begins the closing of a graph, unless it has begun.
  private func begin(in graph: Graph) {
    if graphs.contains(where: { $0 === graph }) { return }
    graphs.append(graph)
    if let closing { closing.begin(in: graph) } else { closing = Closing.begin(in: graph) }
  }

  /// Takes something out at the end of a lifetime, and lets go of it. Call it outside every lock.
  ///
  /// - Parameters:
  ///   - graph: The graph that has created what has to be torn down, if anything has: its end
  ///     waits for that from before it is taken out.
  ///   - take: Takes it out.
  static func take(in graph: Graph?, _ take: () -> Discarded) {
    guard let gathered = ThreadRecord.current.path.pointee.gathered else {
      let closing = graph.map { Closing.begin(in: $0) }
      return take().dispose(in: closing)
    }
    if let graph { gathered.begin(in: graph) }
    // What is let go runs foreign code, which may end other lifetimes.
    var endings = Endings()
    var discarded = take()
    discarded.release(waitingForReaders: &endings)
    gathered.endings.add(endings)
  }
}
