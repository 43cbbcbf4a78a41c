import StitcherEngine

/// A program's graphs and registries, and what is known of them.
final class World: @unchecked Sendable {
  // Safe: a program runs on one thread.

  /// A registration, and what is known of it.
  struct Entry {
    /// The registration.
    let registration: Registration

    /// What it is declared as.
    let kind: Kind

    /// The number of its parameters.
    let parameters: Int

    /// The live instance, if it is known.
    weak var live: Product?

    /// Whether `live` is known, and not only of an object that somebody else holds.
    var isKnown = false

    /// Whether it may have gone out of use in one graph, and not be asked for again in another one
    /// that has it.
    var mayHaveEnded = false

    /// Whether the instance is kept once it was created.
    var isKept: Bool {
      switch registration.scope {
      case .instance: false
      case .shared: kind != .wrapped
      case .singleton, .managed: true
      }
    }
  }

  /// A registry, and what it has to hold.
  struct Shelf {
    /// The registry.
    let registry: Registry

    /// What it has to hold, in order.
    var contents: [Int] = []
  }

  /// A graph, and what has to be active in it.
  struct Place {
    /// The graph.
    var graph = Graph()

    /// The registries and their layers, in order.
    var active: [(shelf: Int, layer: Int)] = []
  }

  /// What is left of the program.
  var reader: ByteReader

  /// What counts.
  let census: Census

  /// All registrations.
  var entries: [Entry] = []

  /// All registries; those from the second on are editable.
  var shelves: [Shelf] = []

  /// All graphs.
  var places: [Place] = []

  /// The lifetimes of managed instances.
  var lifetimes: [Lifetime] = []

  /// Objects that somebody holds.
  var held: [Product] = []

  /// The entries that are being created, with the graphs that do so, the innermost last.
  var creating: [(entry: Int, place: Int)] = []

  /// The graphs that are asked, the innermost last.
  var asked: [Int] = []

  /// The number of changes so far.
  var changes = 0

  /// How many changes are under way that one graph has, and another one may not have yet.
  var unsettled = 0

  /// The entries whose instances have passed on to others, and those others.
  var heirs: Set<Int> = []

  /// What was wrong first.
  var finding: String?

  /// Whether factories that may fail do so.
  var isFailing = false

  /// How many steps may still be done.
  private var budget = 400

  /// Whether everything is being let go.
  var isEnding = false

  /// Creates a world for a program.
  init(_ bytes: [UInt8], census: Census) {
    reader = ByteReader(bytes)
    self.census = census
  }

  /// Runs the program, and lets everything go.
  ///
  /// - Returns: What was wrong.
  func run() -> String? {
    shelves = (0..<4).map {
      Shelf(registry: $0 < 2 ? Registry(contents: RegistrationSet()) : Registry(isEditable: true))
    }
    places = [Place(), Place()]
    lifetimes = [Lifetime(census: census), Lifetime(census: census)]
    places[0].active = [(0, 0), (2, 0)]
    for (shelf, _) in places[0].active { places[0].graph.activate(shelves[shelf].registry) }
    while !reader.isAtEnd, finding == nil, spend() { step() }
    for place in places.indices where finding == nil { checkList(place) }
    isEnding = true
    held = []
    places = []
    shelves = []
    entries = []
    return finding
  }

  /// Says whether there is one more step to be done.
  func spend() -> Bool {
    budget -= 1
    return budget > 0
  }

  /// Notes what is wrong, and with which entry; nothing while it is not settled what is right.
  func fail(_ text: @autoclosure () -> String, _ entry: Int? = nil) {
    guard finding == nil, unsettled == 0 else { return }
    finding = text()
    let active = places.map { $0.active.map { "\($0.shelf)@\($0.layer)" } }
    finding? += "\nentry \(entry ?? -1), contents \(shelves.map(\.contents)), active \(active)"
    finding? += ", creating \(creating)"
    for number in entry.map({ [$0] }) ?? Array(entries.indices) {
      let registration = entries[number].registration
      finding? += "\n\(number): \(entries[number].kind), scope \(registration.scope.rank)"
      finding? += ", \(entries[number].parameters) parameters, \(registration.locator.storage)"
    }
  }

  /// Reads an element's position, or nil if there are none.
  func pick(_ count: Int) -> Int? { count == 0 ? nil : reader.next(count) }
}
