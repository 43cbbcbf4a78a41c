import Stitcher

/// The bodies of a program's factories and decorators. They hold no graph and no container.
final class LifeFactories: Sendable {
  let program: LifeProgram

  let ledger: LifeLedger

  /// The deliberate error, or `nil`.
  let fault: LifeFault?

  /// The lifetimes of managed instances.
  let lifetimes = (0..<LifeProgram.lifetimeCount).map { _ in ChangeSource() }

  init(_ program: LifeProgram, _ ledger: LifeLedger, _ fault: LifeFault?) {
    self.program = program
    self.ledger = ledger
    self.fault = fault
  }

  /// Runs a synchronous factory or decorator.
  func make(
    _ maker: LifeMaker, _ node: LifeNode.Type, around inner: LifeNode? = nil
  ) throws -> LifeNode {
    try begin(maker)
    var holds = inner.map { [$0] } ?? []
    for need in needs(of: maker) {
      try take(LifeAnswer { try need.ask.find(in: nil) }, for: need, &holds)
    }
    return try end(maker, node, holds, around: inner)
  }

  /// Runs an asynchronous factory or decorator.
  func makeInTask(
    _ maker: LifeMaker, _ node: LifeNode.Type, around inner: LifeNode? = nil
  ) async throws -> LifeNode {
    try begin(maker)
    var holds = inner.map { [$0] } ?? []
    for need in needs(of: maker) {
      let answer =
        need.ask.isAwaited
        ? await LifeAnswer.awaited { try await need.ask.findInTask(in: nil) }
        : LifeAnswer { try need.ask.find(in: nil) }
      try take(answer, for: need, &holds)
    }
    if case .declaration(let number) = maker {
      try await ledger.takeInterruption(of: number)?.wait()
    }
    return try end(maker, node, holds, around: inner)
  }

  /// Counts a run and records its begin; throws if the step has run too many factories.
  private func begin(_ maker: LifeMaker) throws {
    if !ledger.burn() { throw LifeFailure.outOfFuel }
    let graph = DependencyGraph.current.name.flatMap { Int($0) } ?? -1
    ledger.note(.began(maker, graph: graph))
  }

  /// Returns the requests of a factory or a decorator.
  private func needs(of maker: LifeMaker) -> [LifeNeed] {
    switch maker {
    case .declaration(let number): program.declarations[number].needs
    case .decoration(let number): program.decorations[number].needs
    }
  }

  /// Stores the instances of an answer if the need keeps them; throws its failure unless it is
  /// ignored.
  private func take(_ answer: LifeAnswer, for need: LifeNeed, _ holds: inout [LifeNode]) throws {
    ledger.hold(answer.nodes)
    ledger.note(.got(answer.outcome))
    if need.keeps { holds += answer.nodes }
    if let error = answer.error, !need.recovers || error is CancellationError { throw error }
  }

  /// Creates the instance; throws if this run is to fail.
  private func end(
    _ maker: LifeMaker, _ node: LifeNode.Type, _ holds: [LifeNode], around inner: LifeNode?
  ) throws -> LifeNode {
    if ledger.mustFail(maker, isRemembered: fault == .remembersFailures) {
      throw LifeFailure.maker(maker)
    }
    let node = node.init(ledger, holds: holds)
    ledger.hold([node])
    ledger.note(.made(maker, serial: node.serial, around: inner?.serial))
    return node
  }
}

/// The result of a request.
struct LifeAnswer: Sendable {
  /// The outcome, for comparisons.
  let outcome: LifeOutcome
  /// The instances.
  private(set) var nodes: [LifeNode] = []
  /// The error of a failed request.
  private(set) var error: (any Error)?

  /// Runs a request and stores its result.
  init(_ request: () throws -> [LifeNode]?) { self.init(Result { try request() }) }

  /// Runs an asynchronous request and stores its result.
  static func awaited(_ request: () async throws -> [LifeNode]?) async -> LifeAnswer {
    do {
      let nodes = try await request()
      return LifeAnswer(.success(nodes))
    } catch { return LifeAnswer(.failure(error)) }
  }

  /// Stores a result.
  private init(_ result: Result<[LifeNode]?, any Error>) {
    switch result {
    case .success(let found):
      nodes = found ?? []
      outcome = found.map { .found($0.map(\.serial)) } ?? .nothing
    case .failure(let error):
      outcome = .failed(LifeFailure(error))
      self.error = error
    }
  }
}

extension LifeAsk {
  /// Resolves from a graph, or from the current one by the static methods.
  func find(in graph: DependencyGraph?) throws -> [LifeNode]? {
    try key.open(Finder(ask: self, graph: graph)).get()
  }

  /// Resolves asynchronously from a graph, or from the current one by the static methods.
  func findInTask(in graph: DependencyGraph?) async throws -> [LifeNode]? {
    try await key.open(AsyncFinder(ask: self, graph: graph))()
  }

  /// A visitor that resolves the visited type.
  private struct Finder: LifeVisitor {
    let ask: LifeAsk
    let graph: DependencyGraph?

    func visit<Found: Sendable>(
      _ type: Found.Type, as node: LifeNode.Type
    ) -> Swift.Result<[LifeNode]?, any Error> {
      Swift.Result {
        switch (ask.key, ask.shape) {
        case (.named, _):
          let found: Found =
            try graph.map { try $0.inject(byName: LifeKey.name) }
            ?? DependencyGraph.inject(byName: LifeKey.name)
          return [found as! LifeNode]
        case (.valued, _):
          let found: Found =
            try graph.map { try $0.inject(byValue: LifeKey.value) }
            ?? DependencyGraph.inject(byValue: LifeKey.value)
          return [found as! LifeNode]
        case (_, .one):
          let found: Found = try graph.map { try $0.inject() } ?? DependencyGraph.inject()
          return [found as! LifeNode]
        case (_, .optional):
          let found: Found? = try graph.map { try $0.inject() } ?? DependencyGraph.inject()
          return found.map { [$0 as! LifeNode] }
        case (_, .all):
          let found: [Found] = try graph.map { try $0.inject() } ?? DependencyGraph.inject()
          return found.map { $0 as! LifeNode }
        }
      }
    }
  }

  /// A visitor that resolves the visited type asynchronously.
  private struct AsyncFinder: LifeVisitor {
    let ask: LifeAsk
    let graph: DependencyGraph?

    func visit<Found: Sendable>(
      _ type: Found.Type, as node: LifeNode.Type
    ) -> @Sendable () async throws -> [LifeNode]? {
      let (ask, graph) = (ask, graph)
      return {
        switch (ask.key, ask.shape) {
        case (.named, _):
          let found: Found
          if let graph {
            found = try await graph.injectAsync(byName: LifeKey.name)
          } else {
            found = try await DependencyGraph.injectAsync(byName: LifeKey.name)
          }
          return [found as! LifeNode]
        case (.valued, _):
          let found: Found
          if let graph {
            found = try await graph.injectAsync(byValue: LifeKey.value)
          } else {
            found = try await DependencyGraph.injectAsync(byValue: LifeKey.value)
          }
          return [found as! LifeNode]
        case (_, .one):
          let found: Found
          if let graph {
            found = try await graph.injectAsync()
          } else {
            found = try await DependencyGraph.injectAsync()
          }
          return [found as! LifeNode]
        case (_, .optional):
          let found: Found?
          if let graph {
            found = try await graph.injectAsync()
          } else {
            found = try await DependencyGraph.injectAsync()
          }
          return found.map { [$0 as! LifeNode] }
        case (_, .all):
          let found: [Found]
          if let graph {
            found = try await graph.injectAsync()
          } else {
            found = try await DependencyGraph.injectAsync()
          }
          return found.map { $0 as! LifeNode }
        }
      }
    }
  }
}
