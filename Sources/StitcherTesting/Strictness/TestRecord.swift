internal import Stitcher
internal import StitcherEngine
internal import Testing

/// What a strict test has injected, and the issues that follow from it.
final class TestRecord: Sendable {
  /// What the test is strict about.
  private let strictness: DependencyStrictness

  /// The name of the test's graph.
  private let name: String

  /// Where the trait stands.
  private let place: Testing.SourceLocation

  /// The graph outside of all traits of the test.
  private let outside: Graph

  /// What was noted so far.
  private let state = Lock(State())

  /// What changes under the lock.
  private struct State {
    /// What was injected.
    var injected: [ObjectIdentifier: Registration] = [:]

    /// What of it was declared outside, in order.
    var undeclared: [String] = []

    /// The objects of the graph, by their addresses.
    var instances: [ObjectIdentifier: TrackedInstance] = [:]

    /// The number of objects so far.
    var instanceCount = 0

    /// What was asked for without the graph, in order.
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

  /// Returns what a graph that is built on another one has to tell, so that it is noted here.
  func recorder(in parent: Graph) -> InjectionRecorder {
    InjectionRecorder(outer: parent.ownRecorder) { registration, declarer in
      let registration = registration.undecorated
      self.note(registration, declaredBy: declarer)
    } didObtain: { instance, registration in
      self.note(instance, of: registration)
    }
  }

  /// Notes a registration that is injected.
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

  /// Notes an instance, if it is an object.
  private func note(_ instance: Any, of registration: Registration) {
    guard strictness.contains(.leaks), type(of: instance) is AnyObject.Type else { return }
    let object = instance as AnyObject
    let id = ObjectIdentifier(object)
    // Of a released object the address may be another one's now. One that is alive is this one.
    state.withLock { state in
      if state.instances[id]?.isAlive == true { return }
      state.instanceCount += 1
      state.instances[id] = TrackedInstance(
        object, of: registration, number: state.instanceCount)
    }
  }

  /// Notes an injection that was meant for the test's graph and has lost it.
  func note(_ context: LostContext) {
    state.withLock { $0.lost.append((context.text, context.place)) }
  }

  /// Records all issues but leaks, and lets go of what was injected.
  ///
  /// - Parameters:
  ///   - parts: What the trait has declared.
  ///   - graph: The test's graph, which has not ended yet.
  func report(_ parts: [InstalledPart], in graph: Graph) {
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
          '\(name)' overrides what it does not inject: \(registration.summary). Remove it, or check \
          whether the test asks for something else.
          """,
          sourceLocation: place.sibling(registration.location))
      }
    }
    for text in undeclared {
      Issue.record(
        """
        '\(name)' has injected what its traits do not declare: \(text) Declare it in \
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

  /// The registrations that the trait overrides others with.
  private func overrides(_ parts: [InstalledPart], in graph: Graph) -> [Registration] {
    parts.flatMap { part in
      part.registry.contents.registrations.filter { registration in
        !part.isContainer || graph.parent.map { Self.declares($0, registration) } ?? false
      }
    }
  }

  /// Whether a graph has something that is found by a key of a registration, and takes the same
  /// parameters.
  private static func declares(_ graph: Graph, _ registration: Registration) -> Bool {
    let snapshot = graph.snapshot
    return registration.locator.keys.contains { key in
      snapshot.registrations(for: key).contains {
        $0.registration.hasSameParameters(as: registration)
      }
    }
  }

  /// Whether a registration was injected, or an equal one of a container that was built anew.
  private func isAmong(
    _ injected: [ObjectIdentifier: Registration], _ registration: Registration
  ) -> Bool {
    injected[ObjectIdentifier(registration)] != nil
      || injected.values.contains { $0.isEqual(to: registration) }
  }

  /// Records an issue for each object that is still there, once the graph has ended.
  ///
  /// What a task has held for the test goes a moment after the task's result is there, so this
  /// waits for up to a second as long as there are any.
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
        '\(instance.type)' outlives '\(name)', whose graph has made it: \(instance.summary). \
        Something still holds it: a task, a global, or a cycle of references.
        """,
        sourceLocation: place.sibling(instance.place))
    }
  }

  /// The objects that are still there, in the order in which they were injected.
  private var living: [TrackedInstance] {
    // To ask one holds it for a moment, and may be the last to let go: not under the lock.
    let all = state.withLock { Array($0.instances.values) }
    return all.filter(\.isAlive).sorted { $0.number < $1.number }
  }
}

/// An object that is looked at after its graph has ended, without being kept.
struct TrackedInstance: @unchecked Sendable {
  // Safe: constants, and a weak reference that is only asked whether there is still an object.

  /// The object.
  private weak var object: AnyObject?

  /// Its dynamic type.
  let type: String

  /// What its registration says.
  let summary: String

  /// Where its registration stands.
  let place: StitcherEngine.SourceLocation

  /// How many objects came before.
  let number: Int

  /// Notes an object, without what its registration holds.
  init(_ object: AnyObject, of registration: Registration, number: Int) {
    self.object = object
    type = "\(Swift.type(of: object))"
    summary = registration.summary
    place = registration.location
    self.number = number
  }

  /// Whether it is still there.
  var isAlive: Bool { object != nil }
}
