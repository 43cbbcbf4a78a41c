/// What a graph is to do: slow, and plain enough to be read as its specification.
///
/// It is a value: a step is tried on a copy.
package struct Model {
  /// A registration in a registry.
  struct Entry {
    /// The number of the object.
    let object: Int
    /// What the object says.
    let declaration: Declaration
    /// The position of the declaration in the program.
    let number: Int
  }

  /// A registration that a key finds.
  struct Candidate {
    /// The registration.
    let entry: Entry
    /// Where its instance is kept.
    let place: Place
    /// The layer in which it is active.
    let layer: Int
  }

  /// What is being created, and the graph that does so, by its layer.
  struct PathStep: Equatable {
    let found: Found
    let parameters: Parameters
    let graph: Int
    let isStored: Bool

    /// Whether both create the same.
    static func == (left: PathStep, right: PathStep) -> Bool {
      left.found == right.found && left.parameters == right.parameters && left.graph == right.graph
    }
  }

  /// A registry that is active.
  struct Active {
    /// Its number.
    let registry: Int
    /// How far away it is.
    let layer: Int
  }

  /// Where an instance is kept: equal registrations of containers keep one together, those of
  /// editable registries each their own.
  enum Place: Hashable {
    case shared(Declaration.Identity, layer: Int)
    case own(Int)
  }

  /// An instance that lives.
  struct Instance {
    let product: Product
    let holds: [Int]
  }

  /// An instance that is kept.
  struct Kept {
    let serial: Int
    let isWeak: Bool
    let lifetime: Int?
  }

  /// An injected property.
  struct Property {
    /// What it asks for.
    let ask: Ask
    /// The instances that are loaded, if any.
    var value: [Int]?
    /// How often the value was dropped.
    var generation = 0
  }

  /// Thrown where nothing is promised, so that nothing is compared.
  struct Unspecified: Error {}

  /// What can be registered.
  let declarations: [Declaration]

  /// The contents of the registries.
  var registries = [[Entry]](repeating: [], count: Program.registryCount)
  /// The registries that are active, in order.
  var active: [Active] = []
  /// What is kept.
  var kept: [Place: Kept] = [:]
  /// The creation that is under way for a place, and the lifetime that may end it.
  var creating: [Place: (creation: Int, lifetime: Int?)] = [:]
  /// How often a place has gone out of use.
  var ends: [Place: Int] = [:]
  /// Objects whose instances went to others; nothing is promised if they are registered again.
  var handedOver: Set<Int> = []

  /// The instances that live.
  var instances: [Int: Instance] = [:]
  /// What the program holds.
  var hands: [[Int]]
  /// What calls that are under way hold.
  var held: [Int] = []
  /// What is being created, outermost first.
  var path: [PathStep] = []

  /// Whether a change is announced by whoever makes it, as Stitcher does.
  var announcesChanges = false
  /// The properties that the program has.
  var properties: [Int: Property] = [:]
  /// The properties that reload after each change, in order.
  var reloading: [Int] = []

  /// What happened in this step.
  var observation = Observation()
  /// The number of the next instance.
  var nextSerial = 0
  /// The number of the next creation.
  var nextCreation = 0
  /// How many factories may still run in this step.
  var fuel = Program.fuel
  /// The runs that are going to fail.
  var failures: [Int: Int] = [:]

  /// Creates a model of a graph in which nothing is active.
  package init(_ declarations: [Declaration], hands count: Int = Program.handCount) {
    self.declarations = declarations
    hands = [[Int]](repeating: [], count: count)
  }

  /// Does a step.
  ///
  /// - Returns: What is to be observed.
  /// - Throws: ``Unspecified`` if nothing is promised.
  package mutating func perform(_ step: Step) throws -> Observation {
    begin()
    try follow(step)
    return observed()
  }

  /// Starts the next step.
  mutating func begin() {
    observation = Observation()
    fuel = Program.fuel
  }

  /// Does what a step says.
  mutating func follow(_ step: Step) throws {
    switch step {
    case .ask(let ask, let hand):
      let outcome = try answer(ask)
      note(.answered(outcome))
      hands[hand] = outcome.serials
      held.removeLast(outcome.serials.count)
    case .change(let change): try perform(change)
    case .drop(let hand): hands[hand] = []
    case .fail(let declaration, let times): failures[declaration] = times
    }
  }

  /// Ends the step; returns what is to be observed.
  mutating func observed() -> Observation {
    collect()
    observation.died.sort()
    observation.registrations = registrations.map(\.object)
    observation.subscribers = (0..<Program.lifetimeCount).map { lifetime in
      kept.values.count { $0.lifetime == lifetime }
    }
    return observation
  }

  /// Notes an event.
  mutating func note(_ event: Event) { observation.events.append(event) }

  /// Lets go of every instance that nobody holds.
  mutating func collect() {
    var reached: Set<Int> = []
    var waiting = held + hands.joined()
    waiting += properties.values.flatMap { $0.value ?? [] }
    waiting += kept.values.filter { !$0.isWeak }.map(\.serial)
    while let serial = waiting.popLast() {
      if reached.insert(serial).inserted { waiting += instances[serial]?.holds ?? [] }
    }
    for serial in instances.keys where !reached.contains(serial) {
      instances[serial] = nil
      observation.died.append(serial)
    }
    kept = kept.filter { reached.contains($0.value.serial) }
  }
}

// MARK: - What is active

extension Model {
  /// Returns where the instance of an entry is kept.
  func place(of entry: Entry, in active: Active) -> Place {
    active.registry >= Program.firstEditable && !announcesChanges
      ? .own(entry.object) : .shared(entry.declaration.identity, layer: active.layer)
  }

  /// The entries of the active registries in order, with the registry.
  var activeEntries: [(entry: Entry, active: Active)] {
    active.flatMap { active in registries[active.registry].map { ($0, active) } }
  }

  /// The places that are in use.
  var places: Set<Place> {
    Set(activeEntries.map { place(of: $0.entry, in: $0.active) })
  }

  /// What is active, in order; equal ones of several registries once.
  var registrations: [Entry] {
    var all: [(entry: Entry, active: Active)] = []
    for (entry, active) in activeEntries {
      let isKnown = all.contains {
        $0.active.registry != active.registry
          && $0.entry.declaration.identity == entry.declaration.identity
      }
      if !isKnown { all.append((entry, active)) }
    }
    return all.map(\.entry)
  }

  /// Returns what has a key, in order, with the place of each: equal ones of several registries
  /// once, and none that a nearer layer hides.
  func candidates(for key: Key) -> [Candidate] {
    var found: [(entry: Entry, active: Active)] = []
    for (entry, active) in activeEntries
    where entry.declaration.found.keys.contains(key.canonical) {
      let isHidden = found.contains { other in
        let isEqual = other.entry.declaration.identity == entry.declaration.identity
        let isNearer = other.active.layer < active.layer
        let takesTheSame = other.entry.declaration.parameters == entry.declaration.parameters
        return other.active.registry != active.registry && isEqual || isNearer && takesTheSame
      }
      if !isHidden { found.append((entry, active)) }
    }
    return found.map {
      Candidate(entry: $0.entry, place: place(of: $0.entry, in: $0.active), layer: $0.active.layer)
    }
  }

  /// Returns everything that has a key where all are asked for, the farthest layer first. Of equal
  /// ones, the nearest takes the place of the others.
  func allCandidates(for key: Key) -> [Candidate] {
    let matching = activeEntries.filter { $0.entry.declaration.found.keys.contains(key.canonical) }
    var found: [(entry: Entry, active: Active)] = []
    for layer in (0..<Program.registryCount).reversed() {
      for (entry, active) in matching where active.layer == layer {
        let position = found.firstIndex { other in
          other.active.registry != active.registry
            && other.entry.declaration.identity == entry.declaration.identity
        }
        if let position {
          if found[position].active.layer != layer { found[position] = (entry, active) }
        } else {
          found.append((entry, active))
        }
      }
    }
    return found.map {
      Candidate(entry: $0.entry, place: place(of: $0.entry, in: $0.active), layer: $0.active.layer)
    }
  }

  /// Forgets what is kept or being created at a place.
  mutating func reset(_ place: Place) {
    kept[place] = nil
    creating[place] = nil
  }

  /// Makes a change, and forgets what has gone out of use by it.
  mutating func restructure(_ change: (inout Model) throws -> Void) rethrows {
    let before = places
    try change(&self)
    for place in before.subtracting(places) {
      reset(place)
      ends[place, default: 0] += 1
    }
    collect()
  }
}

extension Outcome {
  /// The instances of an answer.
  package var serials: [Int] {
    if case .found(let serials) = self { serials } else { [] }
  }
}
