/// The specified behavior of Stitcher: the model of a graph, with containers, properties and
/// events.
struct StitcherModel {
  /// The model of the graph, with the containers as registries.
  var model: Model
  /// The containers.
  let plans: [Plan]
  /// The flags that are set.
  var flags: Set<Int> = []
  /// The flags that each container has read so far.
  var read: [Set<Int>] = []
  /// The containers that property wrappers hold, by wrapper.
  var wrapped: [Int: Int] = [:]

  /// Creates a model without active containers.
  init(_ program: StitcherProgram) {
    model = Model(program.declarations)
    model.announcesChanges = true
    plans = program.plans
    for container in plans.indices { model.registries[container] = contents(of: container) }
    read = plans.map { $0.evaluate(flags).reads }
  }

  /// Performs a step; returns the expected observation.
  mutating func perform(_ step: StitcherStep) throws -> Observation {
    model.begin()
    switch step {
    case .plain(let step): try model.follow(step)
    case .activateInTask(let container):
      try model.perform(.activate(container, isFurther: false))
    case .toggle(let changed):
      let readers = readers(of: changed, at: flags)
      // Whether a container still follows a flag that it has stopped reading is unspecified.
      guard plans.indices.allSatisfy({ readers.contains($0) || read[$0].isDisjoint(with: changed) })
      else { throw Model.Unspecified() }
      flags.formSymmetricDifference(changed)
      try rebuild(readers)
    case .fire(let container):
      guard case .built = plans[container] else { throw Model.Unspecified() }
      flags.formSymmetricDifference([StitcherProgram.observedFlags + container])
      try rebuild([container])
    case .fireInVain(let container):
      // If nothing changes, only an event shows that the update has ended.
      guard case .built = plans[container], plans.affected(by: [container]).allSatisfy(isActive)
      else { throw Model.Unspecified() }
      try rebuild([container])
    case .property(let number, let ask, let isReloading):
      release(number)
      model.properties[number] = Model.Property(ask: ask)
      if isReloading { model.reloading.append(number) }
    case .read(let number, let hand):
      let outcome = try model.read(number)
      model.note(.answered(outcome))
      model.hands[hand] = outcome.serials
      model.held.removeLast(outcome.serials.count)
    case .reload(let number): model.note(.answered(try model.reload(number)))
    case .loadIfNeeded(let number):
      guard let property = model.properties[number] else { throw Model.Unspecified() }
      model.note(.answered(property.value == nil ? try model.reload(number) : .nothing))
    case .release(let number): release(number)
    case .wrap(let number, let container):
      if wrapped[number] == container { break }
      if let old = wrapped.updateValue(container, forKey: number) {
        try model.replace(old, by: container)
      } else {
        try model.perform(.activate(container, isFurther: false))
      }
    case .unwrap(let number):
      guard let old = wrapped.removeValue(forKey: number) else { break }
      try model.perform(.deactivate(old))
    }
    var observation = model.observed()
    observation.events = observation.events.map(\.withoutObjects)
    return observation
  }

  /// Releases a property.
  private mutating func release(_ number: Int) {
    model.properties[number] = nil
    model.reloading.removeAll { $0 == number }
    model.collect()
  }

  /// Whether a container is active.
  func isActive(_ container: Int) -> Bool {
    model.active.contains { $0.registry == container }
  }

  /// Returns the containers with statements that have read one of the flags.
  private func readers(of changed: [Int], at flags: Set<Int>) -> Set<Int> {
    Set(plans.indices.filter { !plans[$0].evaluate(flags).reads.isDisjoint(with: changed) })
  }

  /// Rebuilds containers, and those that merge them: one change with one event.
  ///
  /// - Throws: ``Unspecified`` if the result depends on an unspecified order.
  private mutating func rebuild(_ built: Set<Int>) throws {
    let affected = plans.affected(by: built)
    for container in built { read[container].formUnion(plans[container].evaluate(flags).reads) }
    let before = affected.map { Set(model.registries[$0].map(\.declaration.identity)) }
    let contents = affected.map { self.contents(of: $0) }
    model.restructure { model in
      for (container, contents) in zip(affected, contents) {
        model.registries[container] = contents
      }
    }
    let active = model.active.compactMap { affected.firstIndex(of: $0.registry) }
    let added = active.map { position in
      contents[position].filter { !before[position].contains($0.declaration.identity) }
    }
    // If the system suspends a thread during a change, containers may be built one by one.
    guard added.count(where: { $0.contains { model.declarations[$0.number].isEager } }) <= 1 else {
      throw Model.Unspecified()
    }
    for added in added { try model.createEagerInstances(among: added) }
    if !active.isEmpty { try model.announce() }
  }

  /// Returns the contents of a container.
  private func contents(of container: Int) -> [Model.Entry] {
    let entries: [Model.Entry]
    switch plans[container] {
    case .built:
      entries = plans[container].evaluate(flags).declarations.map {
        Model.Entry(object: 0, declaration: model.declarations[$0], number: $0)
      }
    case .merged(let children): entries = children.flatMap { contents(of: $0) }
    }
    var kept: [Model.Entry] = []
    for entry in entries
    where !kept.contains(where: { $0.declaration.supersedes(entry.declaration) }) {
      kept.append(entry)
    }
    return kept
  }
}

extension Event {
  /// The event as Stitcher reports it: its errors do not list registrations.
  fileprivate var withoutObjects: Event {
    switch self {
    case .got(let outcome): .got(outcome.withoutObjects)
    case .answered(let outcome): .answered(outcome.withoutObjects)
    default: self
    }
  }
}

extension Outcome {
  /// The failure as Stitcher reports it.
  private var plain: Failure? {
    guard case .failed(let failure) = self else { return nil }
    switch failure {
    case .missing(let key, _): return .missing(key, [])
    case .multiple(let key, _): return .multiple(key, [])
    // Stitcher reports only the primary key of each locator.
    case .cycle(let path): return .cycle(path.map { .keys([$0.keys[0]]) })
    default: return failure
    }
  }

  fileprivate var withoutObjects: Outcome { plain.map { .failed($0) } ?? self }
}
