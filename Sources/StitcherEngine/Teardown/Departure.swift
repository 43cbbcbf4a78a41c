/// What has to be done when an instance goes; one word for the many cells that have nothing to do.
package final class Departure: Sendable {
  /// What ends the subscription to the end of the instance's lifetime.
  let receipt: (any LifetimeReceipt)?

  /// The registration of the instance, if that has a teardown, or somebody watches.
  let registration: Registration?

  /// The graph that has created the instance, if that has a teardown, or somebody watched.
  let graph: GraphReference?

  /// Who is told, if somebody watched the creation.
  let watched: GraphEvents?

  /// The number of instances with a teardown that were there before this one: what was created for
  /// it has a lower number. Zero until the instance is there.
  private let number = AtomicBox<UInt64>(0)

  /// The last number.
  private static let last = AtomicBox<UInt64>(0)

  /// Notes what has to be done; nil if there is nothing.
  init?(
    receipt: (any LifetimeReceipt)?, registration: Registration, in graph: Graph, isWatched: Bool
  ) {
    let hasEnd = registration.hasTeardown || isWatched
    if receipt == nil, !hasEnd { return nil }
    self.receipt = receipt
    self.registration = hasEnd ? registration : nil
    self.graph = hasEnd ? graph.reference : nil
    watched = isWatched ? graph.events : nil
  }

  /// Notes what has to be done with an instance whose registration has got a teardown after its
  /// creation had begun; nil if it has not.
  ///
  /// - Parameters:
  ///   - receipt: What ends the subscription to the end of the instance's lifetime.
  ///   - graph: The graph that has created it, if that is known.
  init?(
    lateFor registration: Registration, receipt: (any LifetimeReceipt)? = nil,
    in graph: GraphReference?
  ) {
    if !registration.hasTeardown { return nil }
    self.receipt = receipt
    self.registration = registration
    self.graph = graph
    watched = nil
  }

  /// Notes what has to be done with the instance of a creation whose registration has got a
  /// teardown since it began; nil if it has not.
  convenience init?(lateFor creation: Creation) {
    if !creation.registration.hasTeardown { return nil }
    self.init(lateFor: creation.registration, in: creation.graph)
  }

  /// Whether somebody watched the creation.
  var isWatched: Bool { watched != nil }

  /// Whether the instance has to be torn down.
  var hasTeardown: Bool { hasArrived || registration?.hasTeardown == true }

  /// Whether the instance is there and has to be torn down, as is known without the registration,
  /// which may be far away in memory.
  private var hasArrived: Bool { number.load(ordering: .relaxed) != 0 }

  /// Tells those who watch that the instance has been let go.
  func tellOfRelease() {
    guard let registration else { return }
    watched?.tell(.released(registration.undecorated))
  }

  /// Notes that the instance is there. The first time counts.
  func arrive() {
    if hasArrived || !hasTeardown { return }
    number.store(Self.last.add(1, ordering: .relaxed), ordering: .relaxed)
  }

  /// Returns what is to be torn down with an instance that has been taken out; nil if nothing is,
  /// or if the instance was kept weakly and is gone.
  func ending(of instance: Instance?) -> Ending? {
    guard hasTeardown, let instance else { return nil }
    var object: AnyObject?
    if let reference = instance.reference {
      object = reference.pointee.object
      if object == nil { return nil }
    }
    return Ending(
      departure: self, kept: instance, object: object, number: number.load(ordering: .relaxed))
  }
}
