package import StitcherDescription

/// Descriptions of invented graphs, the same for each run.
package enum GraphSamples {
  /// The names of the modules of a small program.
  private static let modules = ["App", "Accounts", "Search", "Storage", "Sync", "Domain"]

  /// The first parts of dependencies' names.
  private static let words = [
    "Account", "Basket", "Catalog", "Session", "Note", "Search", "Order", "Payment", "Profile",
    "Report", "Settings", "Upload",
  ]

  /// The last parts of dependencies' names, by distance from the top.
  private static let roles = [
    "Screen", "Model", "Service", "Repository", "Client", "Store", "Clock",
  ]

  /// Returns a program of layered modules, in which a few nodes have many requesters.
  ///
  /// - Parameters:
  ///   - count: The number of nodes, at least 10.
  ///   - problems: Whether the program has problems.
  package static func program(_ count: Int, problems: Bool = true) -> GraphDescription {
    var dice = Dice()
    var nodes: [GraphDescription.Node] = []
    var edges: [GraphDescription.Edge] = []
    var levels: [Int] = []
    let scopes = ["singleton", "instance", "shared", "scoped", "managed", "instance", "singleton"]
    for number in 0..<count {
      let level = number * roles.count / count
      let word = words[dice.roll(words.count)]
      let suffix = count > 60 ? "\(number)" : ["", "Remote", "Local", "Cached"][number % 4]
      let module = modules[min(level * modules.count / roles.count, modules.count - 1)]
      let name = "\(suffix.first?.isNumber == true ? "" : suffix)\(word)\(roles[level])"
      let label = suffix.first?.isNumber == true ? "\(name)\(suffix)" : name
      let isRoot = level == 0 && number.isMultiple(of: 2)
      let id = nodes.contains { $0.label == label } ? "\(module).\(label)#2" : "\(module).\(label)"
      nodes.append(
        GraphDescription.Node(
          id: id, kind: isRoot ? .root : .registration, keys: ["\(module).\(label)"], label: label,
          product: "\(module).Default\(label)", scope: isRoot ? "" : scopes[dice.roll(7)],
          isEager: !isRoot && dice.roll(9) == 0, module: module,
          place: .init(file: "\(module)/\(word).swift", line: 10 + dice.roll(90)),
          container: "\(module)Dependencies", isLive: isRoot ? nil : dice.roll(2) == 0,
          creationSeconds: dice.roll(3) == 0 ? Double(dice.roll(90_000)) / 1_000_000 : nil,
          isComplete: dice.roll(4) != 0))
      levels.append(level)
    }
    for from in 0..<count {
      let below = levels.firstIndex { $0 > levels[from] } ?? count
      guard below < count else { continue }
      let next = levels.firstIndex { $0 > levels[from] + 1 } ?? count
      for _ in 0..<(1 + dice.roll(3)) {
        // Most edges lead to the next level; of the rest, some lead to a few popular nodes.
        let isNear = dice.roll(4) != 0 || next >= count
        let to =
          isNear ? below + dice.roll(next - below) : count - 1 - dice.roll(max(count / 20, 1))
        if edges.contains(where: { $0.from == nodes[from].id && $0.to == nodes[to].id }) {
          continue
        }
        edges.append(
          GraphDescription.Edge(
            from: nodes[from].id, to: nodes[to].id,
            evidence: [[.proven], [.declared, .observed], [.observed]][dice.roll(3)],
            demand: dice.roll(12) == 0 ? .optional : .one, isLazy: dice.roll(12) == 0,
            place: nodes[from].place))
      }
    }
    var found: [GraphDescription.Problem] = []
    if problems { found = addProblems(&nodes, &edges) }
    return GraphDescription(
      title: "Sample of \(count)", nodes: nodes, edges: edges, problems: found)
  }

  /// Adds a missing dependency and a cycle.
  private static func addProblems(
    _ nodes: inout [GraphDescription.Node], _ edges: inout [GraphDescription.Edge]
  ) -> [GraphDescription.Problem] {
    let user = nodes[nodes.count / 2]
    let missing = GraphDescription.Node(
      id: "Domain.Weather", kind: .missing, keys: ["Domain.Weather"], label: "Weather", scope: "")
    nodes.append(missing)
    edges.append(.init(from: user.id, to: missing.id, evidence: [.proven], place: user.place))
    let path = [nodes[0].id, edges.first { $0.from == nodes[0].id }?.to ?? nodes[1].id]
    edges.append(.init(from: path[1], to: path[0], evidence: [.proven]))
    return [
      .init(
        severity: .error, kind: "missing",
        message: "No dependency is declared for 'Weather', which '\(user.label)' needs.",
        remedy: "Declare one, or inject an optional.", place: user.place,
        nodes: [user.id, missing.id]),
      .init(
        severity: .warning, kind: "cycle", message: "'\(nodes[0].label)' needs itself.",
        remedy: "Have one of them inject another one later, by a property '@Injected var'.",
        place: nodes[0].place, nodes: path + [path[0]]),
    ]
  }

  /// A generator of pseudorandom numbers, the same for each run.
  private struct Dice {
    /// The last state of a linear congruential generator.
    private var state: UInt64 = 42

    /// Returns a number from 0 up to a limit.
    mutating func roll(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(max(limit, 1)))
    }
  }
}
