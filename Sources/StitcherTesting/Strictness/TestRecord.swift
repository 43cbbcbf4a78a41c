internal import Stitcher
internal import StitcherEngine
internal import Testing

/// The recorded injections of a strict test, from which the issues of its checks follow.
final class TestRecord: Sendable {
  /// The strict checks that are enabled for the test.
  private let strictness: DependencyStrictness

  /// The name of the test's graph.
  private let name: String

  /// The source location of the trait.
  private let place: Testing.SourceLocation

  /// The graph that was current outside of all traits of the test.
  private let outside: Graph

  /// The injections recorded so far.
  private let state = Lock(State())

  /// The recorded injections, protected by a lock.
  private struct State {
    /// The injected registrations, by their addresses.
    var injected: [ObjectIdentifier: Registration] = [:]

    /// The descriptions of injected registrations that no trait declares, in order.
    var undeclared: [String] = []

    /// The injected objects, by their addresses.
    var instances: [ObjectIdentifier: TrackedInstance] = [:]

    /// The number of recorded objects so far.
    var instanceCount = 0

    /// The injections that ran outside of the test's graph by mistake: their descriptions and
    /// source locations, in order.
    var lost: [(text: String, place: StitcherEngine.SourceLocation)] = []
  }

  /// Creates an empty record.
  init(
    _ strictness: DependencyStrictness, named name: String, place: Testing.SourceLocation,
    outside: Graph
  ) {
    self.strictness = strictness
    self.name = name
    self.place = place
    self.outside = outside
  }

  /// Returns a recorder for a child of a graph, which adds the child's injections to this record.
  func recorder(in parent: Graph) -> InjectionRecorder {
    InjectionRecorder(outer: parent.ownRecorder) { registration, declarer in
      let registration = registration.undecorated
      self.note(registration, declaredBy: declarer)
    } didObtain: { instance, registration in
      self.note(instance, of: registration)
    }
  }

  /// Records that a registration was injected, and whether the registration is undeclared: no trait
  /// of the test contains it.
  private func note(_ registration: Registration, declaredBy declarer: Graph) {
    let isFirst = state.withLock {
      $0.injected.updateValue(registration, forKey: ObjectIdentifier(registration)) == nil
    }
    guard isFirst, strictness.contains(.undeclared),
      declarer === outside || outside.isBuilt(on: declarer)
    else { return }
    let holder = InjectionRecorder.innermostCreation.map { " Needed by \($0.summary)." } ?? ""
    let text = "\(registration.summary).\(holder)"
    state.withLock { $0.undeclared.append(text) }
  }

  /// Records an injected instance, if it is an object.
  private func note(_ instance: Any, of registration: Registration) {
    guard strictness.contains(.leaks), type(of: instance) is AnyObject.Type else { return }
    let object = instance as AnyObject
    let id = ObjectIdentifier(object)
    // A new object may have the address of a deallocated one. If the object recorded for this
    // address is alive, it is the injected object.
    state.withLock { state in
      if state.instances[id]?.isAlive == true { return }
      state.instanceCount += 1
      state.instances[id] = TrackedInstance(
        object, of: registration, number: state.instanceCount)
    }
  }

  /// Records an injection that belongs to the test, but ran outside of the test's graph.
  func note(_ context: LostContext) {
    state.withLock { $0.lost.append((context.text, context.place)) }
  }

  /// Reports all issues except leaks, and releases the recorded registrations.
  ///
  /// - Parameters:
  ///   - parts: The parts of the trait's contents.
  ///   - graph: The test's graph, which has not ended yet.
  func report(_ parts: [DependencyGraphRegistrations.Part], in graph: Graph) {
    let (injected, undeclared, lost) = state.withLock { state in
      defer {
        state.injected = [:]
        state.undeclared = []
        state.lost = []
      }
      return (state.injected, state.undeclared, state.lost)
    }
    if strictness.contains(.unusedOverrides) {
      for registration in overrides(parts, in: graph) where !isAmong(injected, registration) {
        Issue.record(
          """
          '\(name)' does not inject an override: \(registration.summary). Remove the override, \
          or check which key the test injects.
          """,
          sourceLocation: place.sibling(registration.location))
      }
    }
    for text in undeclared {
      Issue.record(
        """
        '\(name)' has injected a dependency that its traits do not declare: \(text) Declare it in \
        '.dependencies', here or in a suite of the test.
        """,
        sourceLocation: place)
    }
    for (text, place) in lost {
      Issue.record(
        "An injection has lost the graph of '\(name)'. \(text)",
        sourceLocation: self.place.sibling(place))
    }
  }

  /// Returns the registrations of the trait that count as overrides: its direct registrations, and
  /// those in its containers that an enclosing graph registers as well.
  private func overrides(
    _ parts: [DependencyGraphRegistrations.Part], in graph: Graph
  ) -> [Registration] {
    parts.flatMap { part in
      part.contents.registrations.filter { registration in
        if case .registrations = part { return true }
        return graph.parent.map { Self.declares($0, registration) } ?? false
      }
    }
  }

  /// Returns whether a graph has a registration with one of the given registration's keys and the
  /// same parameters.
  private static func declares(_ graph: Graph, _ registration: Registration) -> Bool {
    let snapshot = graph.snapshot
    return registration.locator.keys.contains { key in
      snapshot.registrations(for: key).contains {
        $0.registration.takes(registration.parameterTypes)
      }
    }
  }

  /// Returns whether a registration was injected. A rebuilt container contains an equal
  /// registration, and an injection of that one counts as well.
  private func isAmong(
    _ injected: [ObjectIdentifier: Registration], _ registration: Registration
  ) -> Bool {
    injected[ObjectIdentifier(registration)] != nil
      || injected.values.contains { $0.isEqual(to: registration) }
  }

  /// Reports an issue for each object that is still alive after the end of the graph.
  ///
  /// A task may release its objects shortly after its result is available. So this method waits for
  /// up to one second while objects are alive.
  func reportLeaks() async {
    guard strictness.contains(.leaks) else { return }
    for _ in 0..<10 where !living.isEmpty { await Task.yield() }
    var delay: UInt64 = 1_000_000
    while delay < 1_000_000_000, !living.isEmpty {
      try? await Task.sleep(nanoseconds: delay)
      delay *= 2
    }
    for instance in living {
      Issue.record(
        """
        '\(instance.type)' outlives '\(name)', whose graph has created it: \(instance.summary). \
        A task, a global variable or a reference cycle still retains it.
        """,
        sourceLocation: place.sibling(instance.place))
    }
  }

  /// The objects that are still alive, in the order of their injection.
  private var living: [TrackedInstance] {
    // `isAlive` retains the object for a moment, and may then release its last reference. So the
    // lock must not be held here.
    let all = state.withLock { Array($0.instances.values) }
    return all.filter(\.isAlive).sorted { $0.number < $1.number }
  }
}

/// A weak reference to an injected object, for the leak check after the end of its graph.
struct TrackedInstance: @unchecked Sendable {
  // Safe: the properties are constants, except a weak reference that is only compared with `nil`.

  /// A weak reference to the injected object.
  private weak var object: AnyObject?

  /// The name of the object's dynamic type.
  let type: String

  /// The description of the object's registration.
  let summary: String

  /// The source location of the object's registration.
  let place: StitcherEngine.SourceLocation

  /// The position of the object in the order in which objects were injected.
  let number: Int

  /// Creates a weak reference to an object. It retains neither the object nor the object's
  /// registration.
  init(_ object: AnyObject, of registration: Registration, number: Int) {
    self.object = object
    type = "\(Swift.type(of: object))"
    summary = registration.summary
    place = registration.location
    self.number = number
  }

  /// Whether the object is still alive.
  var isAlive: Bool { object != nil }
}
