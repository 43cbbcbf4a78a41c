import Foundation
import StitcherEngine
import StitcherTestSupport

/// A graph of the engine in which a program runs.
package final class EngineWorld: FactoryRunning, @unchecked Sendable {
  // Safe: constants, and states behind locks; steps run one after the other, or change nothing of
  // the world itself.

  /// The declarations of the program.
  let declarations: [Declaration]

  /// The graph that resolves, and its parents: one for each layer, nearest first.
  let graphs: [Graph]

  /// The editable ones among the registries.
  var editable: [EditableRegistry] { registries.compactMap { $0 as? EditableRegistry } }

  /// The graph that resolves requests.
  var graph: Graph { graphs[0] }

  /// The registries; the last ones are editable.
  let registries: [any Registry]

  /// The lifetimes of managed instances.
  let lifetimes = (0..<Program.lifetimeCount).map { _ in Lifetime() }

  let ledger: Ledger

  /// Counts the living factories of registrations.
  let factories = Lifetimes()

  /// The objects and instances that the world knows.
  private struct State: Sendable {
    var objects: [Int: Weak<Registration>] = [:]
    var layers: [Int: Int] = [:]
    var hands: [[any Labeled]]
    var prepared: [Registration] = []
  }

  private let state: Box<State>

  /// Whether factories yield to other threads.
  let yields: Bool

  /// The subscriptions to changes of the graph.
  private let changes: [Cancellation]

  /// Creates a world without active registries.
  package convenience init(_ declarations: [Declaration]) {
    self.init(declarations, hands: Program.handCount, fuel: Program.fuel, yields: false)
  }

  /// Creates a world without active registries.
  ///
  /// - Parameters:
  ///   - declarations: The declarations of the program.
  ///   - hands: The number of hands.
  ///   - fuel: The maximum number of factory runs in a step.
  ///   - yields: Whether factories yield to other threads.
  init(_ declarations: [Declaration], hands: Int, fuel: Int, yields: Bool) {
    self.declarations = declarations
    self.yields = yields
    state = Box(State(hands: [[any Labeled]](repeating: [], count: hands)))
    let ledger = Ledger(fuel: fuel)
    self.ledger = ledger
    let hook = InstantiationHook(
      applies: { $0 is any Hooked.Type },
      call: { instance in
        // The engine calls the hook only for instances of its type.
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

  /// Performs a step; returns its observation.
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

  /// Ends all lifetimes and registries; returns descriptions of leaks.
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

  /// Returns the instances that ended since the last step.
  package func takeDied() -> [Int] { ledger.take().died }

  /// Resolves, and stores the result in a hand, a variable of the program.
  @discardableResult
  func answer(_ ask: Ask, into hand: Int) -> Outcome {
    let answer = answer(ask)
    ledger.note(.answered(answer.outcome))
    hold(answer.instances, in: hand)
    return answer.outcome
  }

  /// Replaces the instances in a hand, a variable of the program.
  func hold(_ instances: [any Labeled], in hand: Int) {
    let last = state.change { state in
      let last = state.hands[hand]
      state.hands[hand] = instances
      return last
    }
    _ = consume last
  }

  /// Returns the outcome of a request, with its instances.
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
  /// Creates the objects that changes need, so that no two threads create the same one.
  func prepare(_ changes: [Change]) {
    let items = Dictionary(
      changes.flatMap(\.items).map { ($0.object, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = Dictionary(
      changes.flatMap(\.replacements), uniquingKeysWith: { first, _ in first })
    func prepare(_ item: Item) -> Registration {
      // A replacement is created from the replaced object, which must exist before.
      let old = kept[item.object].flatMap { object in
        registration(of: object) ?? items[object].map(prepare)
      }
      let new = registration(item, inPlaceOf: old)
      state.change { $0.prepared.append(new) }
      return new
    }
    for item in changes.flatMap(\.items) { _ = prepare(item) }
  }

  /// Yields to other threads, if factories are to do that.
  func pause() { if yields { Thread.yieldToOthers() } }

  /// Returns the registration of an object if it is alive.
  private func registration(of object: Int) -> Registration? {
    state.change { $0.objects[object]?.object }
  }

  /// Returns the registration of an item: the living one with its number, or a new one.
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

  /// Sets the instance of an object; returns the instance, and whether it is kept.
  func set(_ object: Int) -> Event? {
    guard let registration = registration(of: object) else { return nil }
    let setter = Setter(world: self, registration: registration)
    return try? declarations[registration.declaration].declared.open(setter)
  }
}

extension Change {
  /// The objects that replace others, each with the object that passes its instance on.
  fileprivate var replacements: [(Int, Int)] {
    guard case .edit(_, let edits) = self else { return [] }
    return edits.compactMap { edit in
      edit.kept.flatMap { old in edit.item.map { ($0.object, old) } }
    }
  }
}

extension Edit {
  /// The registration that the edit adds.
  fileprivate var item: Item? {
    switch self {
    case .insert(let item), .replace(_, by: let item, keeping: _): item
    case .remove, .removeAll: nil
    }
  }

  /// The object that passes its place and its instance to the added registration.
  fileprivate var kept: Int? {
    if case .replace(let object, _, keeping: true) = self { object } else { nil }
  }

  /// Applies the edit, which may add a registration.
  fileprivate func apply(to edit: inout RegistrationTable, _ new: Registration?) {
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
