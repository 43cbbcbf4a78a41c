/// Instances that have to be torn down after one change, the last one that was created first.
///
/// It is handed through a change. Whoever makes the change either has it run on its
/// own, or waits for it.
package struct Endings: Sendable {
  /// The instances, once there are any.
  private var instances: EndingList?

  /// What was let go and is watched.
  private var released: [Departure] = []

  /// What is still being created, and has to be there before anything is torn down.
  private var late: [LateArrival] = []

  /// What tears them down, if whoever makes the change waits for that, or it has begun.
  var closing: Closing?

  /// Creates an empty list.
  package init() {}

  /// Begins the closing of a change in a graph, so that an end of that waits for it: before
  /// anything is taken out. Called under the graph's lock, with the change.
  ///
  /// - Parameter takesPlaces: Whether places are taken out. If not, only a closing begins for which
  ///   somebody waits.
  mutating func begin(_ state: inout Graph.State, of graph: Graph, takingPlaces takesPlaces: Bool) {
    if closing == nil, takesPlaces, Teardown.isUsed { closing = Closing(isAwaited: false) }
    closing?.begin(&state, of: graph)
  }

  /// Begins the closing of a change in a graph whose instance is taken out afterwards.
  package mutating func begin(in graph: Graph) {
    graph.withState { begin(&$0, of: graph, takingPlaces: true) }
  }

  /// Begins the closing of a change in the graphs that have created what is in places that are
  /// emptied afterwards. Their owner's has to begin as well: it may not be known who has.
  ///
  /// - Returns: The graphs, to be let go outside every lock.
  @discardableResult
  mutating func begin(emptying cells: [Cell]) -> [Graph] {
    var graphs: [Graph] = []
    guard Teardown.isUsed else { return [] }
    for cell in cells.withMembers {
      guard let graph = cell.endingGraph, graph !== graphs.last else { continue }
      graphs.append(graph)
      begin(in: graph)
    }
    return graphs
  }

  /// Whether there is nothing to tear down.
  package var isEmpty: Bool {
    instances?.isEmpty != false && !late.contains(where: \.hasTeardown)
  }

  /// Whether something is still being created.
  var isLate: Bool { !late.isEmpty }

  /// The graphs that have created what is torn down, each once.
  var graphs: [Graph] {
    var graphs: [Graph] = []
    var last: GraphReference?
    func add(_ reference: GraphReference?) {
      if reference === last { return }
      last = reference
      guard let graph = last?.object, !graphs.contains(where: { $0 === graph }) else { return }
      graphs.append(graph)
    }
    for reference in instances?.graphs ?? [] { add(reference) }
    for arrival in late { add(arrival.graph) }
    return graphs
  }

  /// Adds one.
  mutating func add(_ ending: Ending) {
    let instances = instances ?? EndingList()
    self.instances = instances
    instances.add(ending)
  }

  /// Adds others.
  mutating func add(_ others: Endings) {
    if let instances, let more = others.instances {
      instances.add(more)
    } else {
      instances = instances ?? others.instances
    }
    released += others.released
    late += others.late
  }

  /// Adds what is still being created.
  mutating func add(_ arrival: LateArrival) { late.append(arrival) }

  /// Takes out what is still being created.
  mutating func takeLate() -> Endings {
    var taken = Endings()
    swap(&taken.late, &late)
    return taken
  }

  /// Waits until everything is there that was being created.
  func gathered() async -> Endings {
    var gathered = self
    while let arrival = gathered.late.popLast() {
      var discarded = await arrival.discarded
      discarded.release(&gathered)
    }
    gathered.tell()
    return gathered
  }

  /// Adds what was let go, if somebody watched its creation.
  mutating func add(released departure: Departure) {
    if departure.isWatched { released.append(departure) }
  }

  /// Tells those who watch of what was let go. Call it outside every lock.
  mutating func tell() {
    if released.isEmpty { return }
    let released = released
    self.released = []
    for departure in released { departure.tellOfRelease() }
  }

  /// Tears down on this thread what is over at once, up to the first one that is not; leaves the
  /// rest. What fails is printed.
  mutating func startNow() {
    if isLate { return }
    instances?.sort()
    instances?.runImmediate { $0.tell() }
  }

  /// Tears all down, one after the other, whatever fails.
  ///
  /// - Parameter isTold: Whether what fails is printed at once.
  /// - Returns: What has failed, in order.
  @discardableResult
  func run(isTold: Bool) async -> [TeardownFailure] {
    guard let instances else { return [] }
    var failures: [TeardownFailure] = []
    func note(_ failure: TeardownFailure) {
      if isTold { failure.tell() }
      failures.append(failure)
    }
    instances.sort()
    while true {
      instances.runImmediate(note)
      guard let ending = instances.takeLast() else { return failures }
      if let failure = await ending.tearDown() { note(failure) }
    }
  }
}

/// Instances that have to be torn down. Each is let go as soon as that is done.
///
/// An object, so that nothing is copied where it is handed on: there may be very many instances.
private final class EndingList: @unchecked Sendable {
  // Safe: whoever makes a change has the list, then whoever tears down; never both.

  /// The instances; once sorted, the last one goes first.
  private var all: [Ending] = []

  /// The graphs that have created them; some more than once.
  private(set) var graphs: [GraphReference] = []

  /// Whether there are none.
  var isEmpty: Bool { all.isEmpty }

  /// Adds one.
  func add(_ ending: Ending) {
    all.append(ending)
    if let graph = ending.graph, graph !== graphs.last { graphs.append(graph) }
  }

  /// Adds others.
  func add(_ others: EndingList) {
    all += others.all
    graphs += others.graphs
  }

  /// Takes out the one that goes next.
  func takeLast() -> Ending? { all.popLast() }

  /// Puts the latest one last, which goes first: it may have been created with the others. They
  /// mostly come in the order of their places, which is that in which they were asked for: what is
  /// sorted nearly is sorted soon.
  func sort() {
    let isSorted = all.indices.dropFirst().allSatisfy { all[$0 - 1].number < all[$0].number }
    if isSorted { return }
    all = positions(inOrderOf: all.map(\.number)).map { all[$0] }
  }

  /// Tears down on this thread what is over at once, up to the first one that is not.
  ///
  /// - Parameter note: Gets what has failed.
  func runImmediate(_ note: (TeardownFailure) -> Void) {
    var left: [Ending] = []
    swap(&left, &all)
    defer { all = left }
    while let ending = left.popLast() {
      let teardown = ending.teardown
      guard teardown.isImmediate, case .synchronous(let action) = teardown.action else {
        return left.append(ending)
      }
      if let failure = ending.tearDown(by: action) { note(failure) }
    }
  }
}
