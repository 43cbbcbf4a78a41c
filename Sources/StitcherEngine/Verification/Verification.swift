/// What declared edges prove about a graph, found without running a factory.
package struct Verification: Sendable {
  /// Something that is wrong.
  package struct Problem: Sendable {
    /// What is wrong.
    package enum Kind: Sendable {
      /// Nothing is registered by a key.
      case missing(LookupKey)
      /// Several are registered by a key, and one is wanted.
      case ambiguous(LookupKey, [Registration])
      /// What is registered by a key takes parameters, which a factory that is known to ask for it
      /// does not pass.
      case parameters(LookupKey, [Registration])
      /// It is to be made on activation, which passes no parameters.
      case eagerWithParameters
      /// It needs itself.
      case cycle
      /// It is kept, and needs what lives shorter.
      case captive(Registration)
      /// It is registered by a type that it does not conform to, or inherit from.
      case unrelated(any Any.Type)
    }

    /// What is wrong.
    package let kind: Kind

    /// What it is wrong with.
    package let subject: Registration

    /// How it is reached from something that nothing known needs, with the subject; of a cycle, the
    /// cycle; of what is captive, from the subject to that.
    package let path: [Registration]
  }

  /// All problems, in the order of the registrations that they are wrong with.
  package fileprivate(set) var problems: [Problem] = []

  /// The number of registrations.
  package fileprivate(set) var registrationCount = 0

  /// The number of declared edges whose targets are known.
  package fileprivate(set) var provenCount = 0

  /// The number of declared edges to what is declared elsewhere.
  package fileprivate(set) var openCount = 0

  /// The number of registrations whose factories may ask for anything.
  package fileprivate(set) var undeclaredCount = 0
}

extension Graph {
  /// Checks what declared edges prove about all that the graph sees.
  ///
  /// Runs the `==` of values, and no factory.
  ///
  /// - Parameter registry: A registry that counts as if it were active.
  /// - Complexity: O(*n* + *e*) in the number of registrations and declared edges, times the number
  ///   of active registries.
  package func verify(with registry: FixedRegistry? = nil) -> Verification {
    followChanges()
    let own = snapshot
    guard let registry, !own.registries.contains(where: { $0.active.registry === registry }) else {
      return own.verify(isOpen: false)
    }
    return own.adding(ActiveRegistry(registry, owner: nil)).verify(isOpen: false)
  }
}

extension FixedRegistry {
  /// Checks what declared edges prove about registries as if they were active together.
  ///
  /// - Parameter isOpen: Whether what is missing may be declared elsewhere.
  package static func verify(_ registries: [FixedRegistry], isOpen: Bool) -> Verification {
    Snapshot(
      own: registries.map { ActiveRegistry($0, owner: nil) }, parent: nil, isIsolated: false,
      hasEnded: false
    ).verify(isOpen: isOpen)
  }
}

extension Snapshot {
  /// Checks what declared edges prove.
  ///
  /// - Parameter isOpen: Whether what is missing may be declared elsewhere.
  fileprivate func verify(isOpen: Bool) -> Verification {
    var verifier = Verifier(self, isOpen: isOpen)
    verifier.run()
    return verifier.result
  }
}

/// Checks a snapshot.
private struct Verifier {
  /// A registration with what it is known to need.
  private struct Node {
    /// The registration.
    let registration: Registration

    /// How long its instance lives; reading it of the registration costs more.
    let kind: Scope.Kind

    /// How many graphs farther away its factory runs.
    let distance: Int

    /// Whether its instance is kept for longer than a graph that is asked.
    var isKeptBeyondGraph: Bool { kind != .instance && kind != .scoped }

    /// What its factory needs before it returns.
    var targets: [Int] = []

    /// Something that is known to need it.
    var user: Int?
  }

  /// What the search for cycles knows of a node.
  private enum Mark { case new, onPath, done }

  /// What is checked.
  private let snapshot: Snapshot

  /// Whether what is missing may be declared elsewhere.
  private let isOpen: Bool

  /// All nodes, in order.
  private var nodes: [Node] = []

  /// The node of each registration.
  private var positions: [ObjectIdentifier: Int] = [:]

  /// What was found.
  private(set) var result = Verification()

  /// Problems, with the nodes that they belong to.
  private var problems: [(node: Int, kind: Verification.Problem.Kind, path: [Int]?)] = []

  /// Starts to check.
  init(_ snapshot: Snapshot, isOpen: Bool) {
    self.snapshot = snapshot
    self.isOpen = isOpen
  }

  /// Checks everything.
  mutating func run() {
    collect()
    for node in nodes.indices {
      checkItself(node)
      resolveEdges(of: node)
    }
    findCycles()
    findCaptives()
    result.registrationCount = nodes.count
    result.problems = problems.sorted { $0.node < $1.node }.map { problem in
      Verification.Problem(
        kind: problem.kind, subject: nodes[problem.node].registration,
        path: (problem.path ?? pathFromRoot(to: problem.node)).map { nodes[$0].registration })
    }
  }

  /// Collects the registrations that can be found.
  private mutating func collect() {
    for (position, visible) in snapshot.registries.enumerated() {
      let registrations = visible.active.contents.registrations
      nodes.reserveCapacity(nodes.count + registrations.count)
      positions.reserveCapacity(nodes.count + registrations.count)
      for registration in registrations {
        // What stands in earlier ones may hide it; nothing hides what is in the first.
        if position > 0 {
          let found = snapshot.registrations(for: registration.locator.key(at: 0))
          if !found.contains(where: { $0.registration === registration }) { continue }
        }
        let kind = registration.scope.kind
        let isKept = kind != .instance && kind != .scoped
        positions[ObjectIdentifier(registration)] = nodes.count
        nodes.append(
          Node(
            registration: registration, kind: kind, distance: isKept ? visible.storeDistance : 0))
      }
    }
  }

  /// Checks what a registration says of itself.
  private mutating func checkItself(_ node: Int) {
    let registration = nodes[node].registration
    if registration.isEager, !registration.parameterTypes.isEmpty {
      problems.append((node, .eagerWithParameters, nil))
    }
    guard case .types(let types) = registration.locator.storage else { return }
    for type in types where !isRelated(registration.producedType, to: type) {
      problems.append((node, .unrelated(type), nil))
    }
  }

  /// Finds what a node is known to need.
  private mutating func resolveEdges(of node: Int) {
    guard let edges = nodes[node].registration.edges else {
      result.undeclaredCount += 1
      return
    }
    let home = snapshot.ancestor(nodes[node].distance)
    for edge in edges {
      guard let targets = resolve(edge, of: node, in: home) else { continue }
      result.provenCount += 1
      for target in targets {
        guard let position = positions[ObjectIdentifier(target)] else { continue }
        if nodes[position].user == nil, position != node { nodes[position].user = node }
        if !edge.isLazy { nodes[node].targets.append(position) }
      }
    }
  }

  /// Returns what an edge leads to; nil if that is not known, or wrong.
  private mutating func resolve(
    _ edge: DeclaredEdge, of node: Int, in home: Snapshot
  ) -> [Registration]? {
    for request in edge.requests {
      let found = home.registrations(for: request.key).map(\.registration)
      let fitting = found.filter { $0.parameterTypes.isEmpty }
      switch request.demand {
      case .all: return fitting
      case .one, .oneOrNil:
        if fitting.count == 1 { return fitting }
        if fitting.count > 1 {
          problems.append((node, .ambiguous(request.key, fitting), nil))
          return nil
        }
        if !found.isEmpty {
          problems.append((node, .parameters(request.key, found), nil))
          return nil
        }
      }
    }
    guard let last = edge.requests.last, last.demand == .one else { return [] }
    if isOpen {
      result.openCount += 1
    } else {
      problems.append((node, .missing(last.key), nil))
    }
    return nil
  }

  /// Returns how a node is reached from one that nothing known needs.
  private func pathFromRoot(to node: Int) -> [Int] {
    var path = [node]
    var known: Set = [node]
    while let user = nodes[path[path.count - 1]].user, known.insert(user).inserted {
      path.append(user)
    }
    return path.reversed()
  }

  /// Finds what needs itself, each cycle once.
  private mutating func findCycles() {
    var marks = [Mark](repeating: .new, count: nodes.count)
    // What is on the path, and how many of its targets were followed.
    var path: [(node: Int, followed: Int)] = []
    for start in nodes.indices where marks[start] == .new {
      path.append((start, 0))
      marks[start] = .onPath
      while let (node, followed) = path.last {
        guard followed < nodes[node].targets.count else {
          marks[node] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].followed += 1
        let target = nodes[node].targets[followed]
        switch marks[target] {
        case .new:
          marks[target] = .onPath
          path.append((target, 0))
        case .onPath:
          let cycle = path.drop { $0.node != target }.map(\.node)
          problems.append((target, .cycle, cycle + [target]))
        case .done: break
        }
      }
    }
  }

  /// Finds what is kept and needs what lives shorter, directly or for what is not kept.
  private mutating func findCaptives() {
    // For whom a node was seen last.
    var seen = [Int](repeating: -1, count: nodes.count)
    var path: [(node: Int, followed: Int)] = []
    for holder in nodes.indices where nodes[holder].isKeptBeyondGraph {
      path.append((holder, 0))
      seen[holder] = holder
      while let (node, followed) = path.last {
        guard followed < nodes[node].targets.count else {
          path.removeLast()
          continue
        }
        path[path.count - 1].followed += 1
        let target = nodes[node].targets[followed]
        if seen[target] == holder { continue }
        seen[target] = holder
        switch nodes[target].kind {
        case .instance: path.append((target, 0))
        case .shared, .singleton: break
        case .scoped, .managed:
          let registration = nodes[target].registration
          if registration.livesShorter(than: nodes[holder].registration) {
            problems.append((holder, .captive(registration), path.map(\.node) + [target]))
          }
        }
      }
    }
  }
}

extension Registration {
  /// Whether an instance that is kept may go before one of another registration that has it.
  fileprivate func livesShorter(than holder: Registration) -> Bool {
    switch (scope, holder.scope) {
    case (.scoped, _): true
    case (.managed(let own), .managed(let other)): own.isKnownToDiffer(from: other)
    case (.managed, _): true
    default: false
    }
  }
}
