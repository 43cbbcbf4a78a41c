/// The specified behavior of a graph: slow, and simple enough to be read as a specification.
///
/// The model is a value: each step is tried on a copy.
package struct Model {
  /// A registration in a registry.
  struct Entry {
    /// The number of the object.
    let object: Int
    /// The declaration of the object.
    let declaration: Declaration
    /// The position of the declaration in the program.
    let number: Int
  }

  /// A candidate of a lookup.
  struct Candidate {
    let entry: Entry
    /// The place of the kept instance.
    let place: Place
    /// The layer in which it is active.
    let layer: Int
  }

  /// A step of the creation path, with the layer of the graph that creates the instance.
  struct PathStep: Equatable {
    let found: Found
    let parameters: Parameters
    let graph: Int
    let isStored: Bool

    /// Whether both steps create the same instance.
    static func == (left: PathStep, right: PathStep) -> Bool {
      left.found == right.found && left.parameters == right.parameters && left.graph == right.graph
    }
  }

  /// An active registry.
  struct Active {
    let registry: Int
    /// The layer of the graph in which it is active; 0 is the nearest.
    let layer: Int
  }

  /// The place of a kept instance.
  ///
  /// Equal registrations of containers share one place; each registration of an editable registry
  /// has its own.
  enum Place: Hashable {
    case shared(Declaration.Identity, layer: Int)
    case own(Int)

    /// Whether the place belongs to a registration of an editable registry.
    var isOwn: Bool { if case .own = self { true } else { false } }
  }

  /// A living instance.
  struct Instance {
    let product: Product
    let holds: [Int]
  }

  /// A kept instance.
  struct Kept {
    let serial: Int
    let isWeak: Bool
    let lifetime: Int?
  }

  /// An injected property.
  struct Property {
    let ask: Ask
    /// The loaded instances, or `nil`.
    var value: [Int]?
    /// The number of times that the value was dropped.
    var generation = 0
  }

  /// Thrown if the behavior is unspecified, so that nothing is compared.
  struct Unspecified: Error {}

  /// The declarations of the program.
  let declarations: [Declaration]

  /// The contents of the registries.
  var registries = [[Entry]](repeating: [], count: Program.registryCount)
  /// The active registries, in order.
  var active: [Active] = []
  /// The kept instances, by place.
  var kept: [Place: Kept] = [:]
  /// The running creation of each place, and the lifetime that may end it.
  var creating: [Place: (creation: Int, lifetime: Int?)] = [:]
  /// The number of times that each place was deactivated.
  var ends: [Place: Int] = [:]
  /// The places that the last change has deactivated.
  var deactivatedPlaces: Set<Place> = []
  /// Whether changes only deactivate places, and the caller evicts their instances with
  /// ``evict(_:)``.
  var evictsLater = false
  /// Objects that have passed their instances to others; registering them again is unspecified.
  var handedOver: Set<Int> = []

  /// The living instances, by number.
  var instances: [Int: Instance] = [:]
  /// The instances in the program's variables, which are called hands.
  var hands: [[Int]]
  /// The instances that running calls hold.
  var held: [Int] = []
  /// The creation path, outermost first.
  var path: [PathStep] = []

  /// Whether each change records its event at once, as in Stitcher.
  var announcesChanges = false
  /// The properties of the program, by number.
  var properties: [Int: Property] = [:]
  /// The properties that reload after each change, in order.
  var reloading: [Int] = []

  /// The observation of this step.
  var observation = Observation()
  /// The number of the next instance.
  var nextSerial = 0
  /// The number of the next creation.
  var nextCreation = 0
  /// The number of factories that may still run in this step.
  var fuel = Program.fuel
  /// The number of runs that are going to fail, by declaration.
  var failures: [Int: Int] = [:]

  /// Creates a model of a graph without active registries.
  package init(_ declarations: [Declaration], hands count: Int = Program.handCount) {
    self.declarations = declarations
    hands = [[Int]](repeating: [], count: count)
  }

  /// Performs a step.
  ///
  /// - Returns: The expected observation.
  /// - Throws: ``Unspecified`` if the behavior of the step is unspecified.
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

  /// Performs a step without ending it.
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

  /// Ends the step; returns the expected observation.
  mutating func observed() -> Observation {
    collect()
    observation.died.sort()
    observation.registrations = registrations.map(\.object)
    observation.subscribers = (0..<Program.lifetimeCount).map { lifetime in
      kept.values.count { $0.lifetime == lifetime }
    }
    return observation
  }

  mutating func note(_ event: Event) { observation.events.append(event) }

  /// Releases all unreferenced instances.
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

// MARK: - Active registrations

extension Model {
  /// Returns the place of an entry's instance.
  func place(of entry: Entry, in active: Active) -> Place {
    active.registry >= Program.firstEditable && !announcesChanges
      ? .own(entry.object) : .shared(entry.declaration.identity, layer: active.layer)
  }

  /// The entries of the active registries in order, each with its registry.
  var activeEntries: [(entry: Entry, active: Active)] {
    active.flatMap { active in registries[active.registry].map { ($0, active) } }
  }

  /// The places that are in use.
  var places: Set<Place> {
    Set(activeEntries.map { place(of: $0.entry, in: $0.active) })
  }

  /// The active registrations in order, without duplicates of equal ones.
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

  /// Returns the candidates of a key, in order.
  ///
  /// Equal registrations of several registries occur once; a nearer layer hides farther ones.
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

  /// Returns the candidates of a request for all dependencies, those of the farthest layer first.
  /// Of equal ones, the nearest replaces the others.
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

  /// Removes the kept instance and the running creation of a place.
  mutating func reset(_ place: Place) {
    kept[place] = nil
    creating[place] = nil
  }

  /// Makes a change, and evicts the instances of places that it deactivates, unless `evictsLater`
  /// is set.
  mutating func restructure(_ change: (inout Model) throws -> Void) rethrows {
    let before = places
    try change(&self)
    deactivatedPlaces = before.subtracting(places)
    if !evictsLater { evict(deactivatedPlaces) }
  }

  /// Evicts the instances of deactivated places, except at places that are in use again.
  mutating func evict(_ deactivated: Set<Place>) {
    var deactivated = deactivated
    // An editable registry evicts all its instances, also those that a replacement has passed on.
    if deactivated.contains(where: \.isOwn) { deactivated.formUnion(kept.keys.filter(\.isOwn)) }
    for place in deactivated.subtracting(places) {
      reset(place)
      ends[place, default: 0] += 1
    }
    collect()
  }
}

extension Outcome {
  /// The instances of the outcome.
  package var serials: [Int] {
    if case .found(let serials) = self { serials } else { [] }
  }
}
