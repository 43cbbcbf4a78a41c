import Foundation
import StitcherEngine
import StitcherTestSupport

/// A graph of the engine in which a program runs.
package final class EngineWorld: FactoryRunning, @unchecked Sendable {
  // Safe: constants, and states behind locks; steps come one after the other, or change nothing of
  // the world itself.

  /// What can be registered.
  let declarations: [Declaration]

  /// The graph that is asked, and those behind it: one for each layer, each the parent of the one
  /// before.
  let graphs: [Graph]

  /// Those of the registries whose registrations come and go one by one.
  var editable: [EditableRegistry] { registries.compactMap { $0 as? EditableRegistry } }

  /// The graph that is asked.
  var graph: Graph { graphs[0] }

  /// The registries; the last ones are editable.
  let registries: [any Registry]

  /// What managed instances live by.
  let lifetimes = (0..<Program.lifetimeCount).map { _ in Lifetime() }

  /// What is noted.
  let ledger: Ledger

  /// Counts the registrations' factories.
  let factories = Lifetimes()

  /// What the world knows of the graph.
  private struct State: Sendable {
    var objects: [Int: Weak<Registration>] = [:]
    var layers: [Int: Int] = [:]
    var hands: [[any Labeled]]
    var prepared: [Registration] = []
  }

  /// What changes.
  private let state: Box<State>

  /// Whether factories let other threads run.
  let yields: Bool

  /// Whether the graph has changed.
  private let changes: [Cancellation]

  /// Creates a world in which nothing is active.
  package convenience init(_ declarations: [Declaration]) {
    self.init(declarations, hands: Program.handCount, fuel: Program.fuel, yields: false)
  }

  /// Creates a world in which nothing is active.
  ///
  /// - Parameters:
  ///   - declarations: What can be registered.
  ///   - hands: The number of hands.
  ///   - fuel: How many factories may run in a step.
  ///   - yields: Whether factories let other threads run.
  init(_ declarations: [Declaration], hands: Int, fuel: Int, yields: Bool) {
    self.declarations = declarations
    self.yields = yields
    state = Box(State(hands: [[any Labeled]](repeating: [], count: hands)))
    let ledger = Ledger(fuel: fuel)
    self.ledger = ledger
    let hook = InstantiationHook(
      applies: { $0 is any Hooked.Type },
      call: { instance in
        // The hook is only called for what it applies to.
        ledger.note(.hooked((instance as! any Hooked).token.serial))
      })
    var graphs: [Graph] = []
    for _ in 0..<Program.registryCount { graphs.append(Graph(parent: graphs.last, hook: hook)) }
    self.graphs = graphs.reversed()
    registries = (0..<Program.registryCount).map { number -> any Registry in
      number >= Program.firstEditable ? EditableRegistry() : DeclaredRegistry()
    }
    changes = graphs.map { $0.changes.subscribe { ledger.note(.changed) } }
  }

  /// Does a step; returns what was observed.
  package func perform(_ step: Step) -> Observation {
    switch step {
    case .ask(let ask, let hand): answer(ask, into: hand)
    case .change(let change): perform(change)
    case .drop(let hand): hold([], in: hand)
    case .fail(let declaration, let times): ledger.fail(declaration, times: times)
    }
    #if STITCHER_INVARIANTS
      for graph in graphs { graph._invariantCheck() }
    #endif
    var observation = Observation()
    (observation.events, observation.died) = ledger.take()
    observation.registrations = graph.registrations.map(\.number)
    observation.subscribers = lifetimes.map(\.subscriberCount)
    return observation
  }

  /// Ends everything; returns what is left although it should be gone.
  package func end() -> [String] {
    for hand in 0..<state.change({ $0.hands.count }) { hold([], in: hand) }
    let prepared = state.change { state in
      let prepared = state.prepared
      state.prepared = []
      return prepared
    }
    _ = consume prepared
    for graph in graphs { graph.deactivateAll() }
    for registry in registries {
      (registry as? EditableRegistry)?.edit { $0.removeAll() }
      (registry as? DeclaredRegistry)?.replaceContents(RegistrationSet())
    }
    var leaks: [String] = []
    if factories.living != 0 { leaks.append("\(factories.living) factories are left") }
    let subscribers = lifetimes.map(\.subscriberCount).reduce(0, +)
    if subscribers != 0 { leaks.append("\(subscribers) subscriptions are left") }
    if !graph.registrations.isEmpty { leaks.append("registrations are left") }
    return leaks
  }

  /// The instances that went since the last step.
  package func takeDied() -> [Int] { ledger.take().died }

  /// Asks, and holds the result in a hand.
  @discardableResult
  func answer(_ ask: Ask, into hand: Int) -> Outcome {
    let answer = answer(ask)
    ledger.note(.answered(answer.outcome))
    hold(answer.instances, in: hand)
    return answer.outcome
  }

  /// Holds instances in a hand instead of others.
  func hold(_ instances: [any Labeled], in hand: Int) {
    let last = state.change { state in
      let last = state.hands[hand]
      state.hands[hand] = instances
      return last
    }
    _ = consume last
  }

  /// Returns what a request comes to, and what it found.
  func answer(_ ask: Ask) -> Answer {
    Answer {
      try ask.kind.open(Request(ask: ask, graph: graph))
    } failure: {
      Failure($0)
    }
  }
}

// MARK: - Factories

extension EngineWorld {
  /// Makes the objects that changes need beforehand, so that no two threads make one.
  func prepare(_ changes: [Change]) {
    let items = Dictionary(
      changes.flatMap(\.items).map { ($0.object, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = Dictionary(
      changes.flatMap(\.replacements), uniquingKeysWith: { first, _ in first })
    func prepare(_ item: Item) -> Registration {
      // What comes in the place of another one is made from it, which has to be there before.
      let old = kept[item.object].flatMap { object in
        registration(of: object) ?? items[object].map(prepare)
      }
      let new = registration(item, inPlaceOf: old)
      state.change { $0.prepared.append(new) }
      return new
    }
    for item in changes.flatMap(\.items) { _ = prepare(item) }
  }

  /// Lets other threads run, if factories do that.
  func pause() { if yields { Thread.yieldToOthers() } }

  /// Returns an object, if it lives.
  private func registration(of object: Int) -> Registration? {
    state.change { $0.objects[object]?.object }
  }

  /// Returns an object with a declaration: the one with the number, as long as it lives.
  private func registration(_ item: Item, inPlaceOf old: Registration? = nil) -> Registration {
    if let known = registration(of: item.object) { return known }
    let declaration = declarations[item.declaration]
    let maker = Maker(world: self, item: item, declaration: declaration, old: old)
    guard let new = try? declaration.declared.open(maker) else { fatalError("never thrown") }
    state.change { $0.objects[item.object] = Weak(object: new) }
    return new
  }
}

// MARK: - Changes

extension EngineWorld {
  /// Makes a change.
  func perform(_ change: Change) {
    switch change {
    case .contents(let registry, let items):
      var set = RegistrationSet()
      for item in items { set.insert(registration(item)) }
      (registries[registry] as? DeclaredRegistry)?.replaceContents(set)
    case .edit(let registry, let edits):
      let prepared = edits.map { edit in
        (edit, edit.item.map { registration($0, inPlaceOf: edit.kept.flatMap(registration(of:))) })
      }
      (registries[registry] as? EditableRegistry)?.edit { edit in
        for (change, new) in prepared { change.apply(to: &edit, new) }
      }
    case .activate(let number, let isFurther):
      let registry = registries[number]
      let layer = state.change { state in
        if let layer = state.layers[number] { return layer }
        let furthest = state.layers.values.max() ?? 0
        state.layers[number] = min(furthest + (isFurther ? 1 : 0), Program.registryCount - 1)
        return state.layers[number]!
      }
      graphs[layer].activate(registry)
      graph.createEagerInstances(of: Array(registry.current.contents.registrations))
    case .deactivate(let registry):
      state.change { $0.layers[registry] = nil }
      for graph in graphs { graph.deactivate(registries[registry]) }
    case .deactivateAll:
      state.change { $0.layers = [:] }
      for graph in graphs { graph.deactivateAll() }
    case .endLifetime(let number): lifetimes[number].end()
    case .releaseUnused: for graph in graphs { graph.releaseUnusedStorage() }
    case .forget(let object):
      guard let registration = registration(of: object) else { return }
      for registry in editable { registry.forgetInstance(of: registration) }
    case .set(let object): if let event = set(object) { ledger.note(event) }
    }
  }

  /// Sets the instance of an object; returns which one it is, and whether it is kept.
  func set(_ object: Int) -> Event? {
    guard let registration = registration(of: object) else { return nil }
    let setter = Setter(world: self, registration: registration)
    return try? declarations[registration.declaration].declared.open(setter)
  }
}

extension Change {
  /// The objects that come in the place of others, each with the one whose instance it gets.
  fileprivate var replacements: [(Int, Int)] {
    guard case .edit(_, let edits) = self else { return [] }
    return edits.compactMap { edit in
      edit.kept.flatMap { old in edit.item.map { ($0.object, old) } }
    }
  }
}

extension Edit {
  /// The registration that comes.
  fileprivate var item: Item? {
    switch self {
    case .insert(let item), .replace(_, by: let item, keeping: _): item
    case .remove, .removeAll: nil
    }
  }

  /// The registration whose place, with its instance, the one that comes gets.
  fileprivate var kept: Int? {
    if case .replace(let object, _, keeping: true) = self { object } else { nil }
  }

  /// Makes the change, in which a registration may come.
  fileprivate func apply(to edit: inout RegistryEdit, _ new: Registration?) {
    switch self {
    case .insert: edit.insert(new!)
    case .remove(let object):
      guard let old = edit.registrations.first(where: { $0.number == object }) else { return }
      edit.remove(old)
    case .replace(let object, _, _):
      guard let old = edit.registrations.first(where: { $0.number == object }) else { return }
      edit.replace(old, by: new!)
    case .removeAll: edit.removeAll()
    }
  }
}
