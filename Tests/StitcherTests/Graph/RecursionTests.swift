import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Factories that need their own type: with other parameters, that is no cycle.
@Suite(.timeLimit(.minutes(10)), .dependencies()) struct RecursionTests {
  final class Tree: Sendable {
    let child: Tree?
    init(child: Tree?) { self.child = child }

    /// The number of trees below this one.
    var depth: Int {
      var (tree, depth) = (self, 0)
      while let next = tree.child { (tree, depth) = (next, depth + 1) }
      return depth
    }
  }

  final class Loop: Sendable {
    init(_ other: Loop) {}
  }

  protocol Branching: Sendable {}

  @Test(arguments: [DependencyScope.instance, .singleton, .shared])
  func aTreeEnds(scope: DependencyScope) async throws {
    let graph = DependencyGraph.current.child {
      Dependency { (levels: Int) in
        try Tree(child: levels == 0 ? nil : DependencyGraph.inject(parameters: levels - 1))
      }
      .scope(scope)
      Dependency(named: "two") { (levels: Int, step: Int) in
        let rest = levels - step
        return try Tree(
          child: levels == 0 ? nil : DependencyGraph.inject(byName: "two", parameters: rest, step))
      }
      .scope(scope)
      Dependency(named: "async") { (levels: Int) async throws in
        let rest = levels - 1
        return try await Tree(
          child: levels == 0
            ? nil : DependencyGraph.injectAsync(byName: "async", parameters: rest))
      }
      .scope(scope)
    }
    #expect(try graph.inject(byType: Tree.self, parameters: 3).depth == 3)
    #expect(try graph.inject(byType: Tree.self, parameters: 100).depth == 100)
    #expect(try (graph.inject(byName: "two", parameters: 4, 2) as Tree).depth == 2)
    #expect(try await (graph.injectAsync(byName: "async", parameters: 3) as Tree).depth == 3)
    #expect(try await (graph.injectAsync(parameters: 3) as Tree).depth == 3)
    #expect(try await (graph.injectAsync(byName: "async", parameters: 100) as Tree).depth == 100)
  }

  @Test(arguments: [DependencyScope.instance, .singleton, .shared])
  func equalParametersAreACycle(scope: DependencyScope) async throws {
    let graph = DependencyGraph.current.child {
      Dependency { (n: Int) in try Loop(DependencyGraph.inject(parameters: n)) }.scope(scope)
      Dependency(named: "async") { (n: Int) async throws in
        try await Loop(DependencyGraph.injectAsync(byName: "async", parameters: n))
      }
      .scope(scope)
      Dependency { (n: String) in Tree(child: nil) }.scope(scope)
    }
    let error = try injectionError { try graph.inject(parameters: 3) as Loop }
    #expect(
      error.summary == "Dependency cycle detected, Type[Loop] -> Type[Loop]."
    )
    let awaited = await #expect(throws: InjectionError.self) {
      try await graph.injectAsync(byName: "async", parameters: 3) as Loop
    }
    #expect(awaited?.summary == "Dependency cycle detected, Name[async] -> Name[async].")
  }

  @Test func aLongerCycleIsFoundOnce() throws {
    let graph = DependencyGraph.current.child {
      Dependency { (n: Int) in
        try Tree(child: DependencyGraph.inject(byName: "other", parameters: n))
      }
      .scope(.instance)
      Dependency(named: "other") { (n: Int) in
        try Tree(child: DependencyGraph.inject(parameters: (n + 1) % 2))
      }
      .scope(.instance)
    }
    let error = try injectionError { try graph.inject(parameters: 0) as Tree }
    guard case .cyclicDependencyReference(let backtrace) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(backtrace.cycle.first == .type("Tree"))
    #expect(backtrace.cycle.last == .type("Tree"))
  }

  @Test func otherParameterTypesAreNoCycle() throws {
    let graph = DependencyGraph.current.child {
      Dependency { try Tree(child: DependencyGraph.inject(parameters: 1)) }.scope(.instance)
      Dependency { (n: Int) in try Tree(child: DependencyGraph.inject(parameters: "\(n)")) }
        .scope(.instance)
      Dependency { (n: String) in Tree(child: nil) }.scope(.instance)
    }
    #expect(try graph.inject(byType: Tree.self).depth == 2)
  }

  @Test func anEndlessTreeFillsTheStackAndIsAnError() throws {
    let graph = DependencyGraph.current.child {
      Dependency { (n: Int) in try Tree(child: DependencyGraph.inject(parameters: n + 1)) }
        .scope(.instance)
    }
    let text = boundWorker {
      "\(#expect(throws: (any Error).self) { try graph.inject(parameters: 0) as Tree }.map { "\($0)" } ?? "")"
    }.join()
    #expect(text.contains("this thread is full"), "\(text)")
  }

  @Test(arguments: ["child", "isolated", "overrides"])
  func endlessGraphsAreAnError(kind: String) async throws {
    let graph = DependencyGraph.current.child {
      Dependency { () throws -> Tree in
        switch kind {
        case "child": return try Tree(child: DependencyGraph.current.child().inject())
        case "isolated": return try Tree(child: DependencyGraph.current.isolated().inject())
        default:
          return try DependencyGraph.withOverrides {
            Counter()
          } operation: {
            try Tree(child: DependencyGraph.inject())
          }
        }
      }
      .scope(.instance)
      Dependency(named: "async") { () async throws -> Tree in
        switch kind {
        case "child":
          return try await Tree(child: DependencyGraph.current.child().injectAsync(byName: "async"))
        case "isolated":
          return try await Tree(
            child: DependencyGraph.current.isolated().injectAsync(byName: "async"))
        default:
          return try await DependencyGraph.withOverrides {
            Counter()
          } operation: {
            try await Tree(child: DependencyGraph.injectAsync(byName: "async"))
          }
        }
      }
      .scope(.instance)
    }
    let text = boundWorker { () -> String in
      do { return "\(try graph.inject() as Tree)" } catch { return "\(error)" }
    }.join()
    #expect(text.contains("this thread is full"), "\(text)")
    await #expect(throws: InjectionError.self) {
      try await graph.injectAsync(byName: "async") as Tree
    }
  }
}
