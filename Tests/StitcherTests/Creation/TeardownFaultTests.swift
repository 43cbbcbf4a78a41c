import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private struct Base: Sendable { let item: Item }
private struct Middle: Sendable { let item: Item }
private struct Top: Sendable { let item: Item }
private struct Late: Sendable { let item: Item }
private struct Failure: Error {}

/// A way in which instances end.
private enum Way: CaseIterable {
  case end, deactivateAsync, deactivate, deactivateAll, dropped, managed, rebuilt, scopedChild
  case isolatedChild, endOfParent, overrides, failedActivation
}

/// The kind of a teardown.
private enum Manner: CaseIterable { case synchronous, asynchronous, limited, onMainActor }

/// The action of the middle instance's teardown.
private enum Deed: CaseIterable {
  case nothing, fails, injects, injectsItself, endsGraph, endsGraphInTask, activates, deactivates
  case deactivatesAsync, deactivatesAll, rebuilds, hangs
}

/// A way of ending, with the kind and the action of the teardown.
private struct Case: Sendable, CustomTestStringConvertible {
  let way: Way
  let manner: Manner
  let deed: Deed

  var testDescription: String { "\(way), \(manner), \(deed)" }

  static let all = Way.allCases.flatMap { way in
    Manner.allCases.flatMap { manner in
      Deed.allCases.map { Case(way: way, manner: manner, deed: $0) }
    }
  }
}

/// Weak references to the objects that a teardown uses.
private final class Home: Sendable {
  let graph = Box(Weak<DependencyGraph>(object: nil))
  let container = Box(Weak<DependencyContainer>(object: nil))
  let source = ChangeSource()
  let isDeclared = Box(true)
}

/// A setup with three dependent instances; the teardown of the middle one performs the action.
private struct Stage {
  let ledger = Ledger()
  let home = Home()
  let setup: Case

  var scope: DependencyScope {
    switch setup.way {
    case .managed: .managed(by: home.source)
    case .scopedChild: .scoped
    default: .singleton
    }
  }

  func container() -> DependencyContainer {
    let (ledger, home, setup, scope) = (ledger, home, setup, scope)
    let container = DependencyContainer {
      if home.isDeclared.value {
        Dependency {
          Top(item: ledger.make("top", with: (try DependencyGraph.inject() as Middle).item))
        }
        .scope(scope).teardown { ledger.close($0.item) }
        close(
          Dependency {
            Middle(item: ledger.make("middle", with: (try DependencyGraph.inject() as Base).item))
          }.scope(scope))
        Dependency { Base(item: ledger.make("base")) }.scope(scope)
          .teardown { ledger.close($0.item) }
        if setup.way == .failedActivation {
          Dependency(named: "eager") { try DependencyGraph.inject() as Top }.scope(.singleton)
            .eagerness(.eager)
          Dependency(named: "failing") { () async throws -> Base in throw Failure() }
            .scope(.singleton).eagerness(.eager)
        }
      }
    }
    home.container.value = Weak(object: container)
    return container
  }

  /// Adds the teardown to the dependency in the middle.
  private func close<Trait>(_ dependency: Dependency<Middle, Trait>) -> Dependency<Middle, Trait> {
    let (ledger, home, deed) = (ledger, home, setup.deed)
    switch setup.manner {
    case .synchronous:
      return dependency.teardown { middle in
        ledger.close(middle.item)
        try Self.act(deed, ledger, home)
      }
    case .asynchronous:
      return dependency.teardown { middle in
        ledger.close(middle.item)
        try await Self.actInTask(deed, ledger, home, isLimited: false)
      }
    case .limited:
      return dependency.teardown(within: deed == .hangs ? .milliseconds(1) : .seconds(600)) {
        middle in
        ledger.close(middle.item)
        try await Self.actInTask(deed, ledger, home, isLimited: true)
      }
    case .onMainActor:
      return dependency.teardown { @MainActor middle in
        MainActor.assertIsolated()
        ledger.close(middle.item)
        try Self.act(deed, ledger, home)
      }
    }
  }

  /// Returns a container of an eager dependency with a teardown.
  private static func later(_ ledger: Ledger) -> DependencyContainer {
    DependencyContainer {
      Dependency { Late(item: ledger.make("late")) }.scope(.singleton).eagerness(.eager)
        .teardown { ledger.close($0.item) }
    }
  }

  private static func act(_ deed: Deed, _ ledger: Ledger, _ home: Home) throws {
    let graph = home.graph.value.object
    switch deed {
    case .nothing: break
    case .fails: throw Failure()
    case .injects: _ = try graph?.inject() as Base?
    case .injectsItself: _ = try graph?.inject() as Top?
    case .endsGraph: graph?.endNow()
    case .endsGraphInTask, .hangs: Task.detached { try await graph?.end() }
    case .activates: graph?.activate(later(ledger))
    case .deactivates, .deactivatesAsync:
      if let container = home.container.value.object { graph?.deactivate(container) }
    case .deactivatesAll: graph?.deactivateAll()
    case .rebuilds: home.container.value.object?.rebuild()
    }
  }

  private static func actInTask(
    _ deed: Deed, _ ledger: Ledger, _ home: Home, isLimited: Bool
  ) async throws {
    let graph = home.graph.value.object
    await Task.yield()
    switch deed {
    case .injects: _ = try await graph?.injectAsync() as Base?
    case .injectsItself: _ = try await graph?.injectAsync() as Top?
    case .endsGraph: try await graph?.end()
    case .endsGraphInTask: try await Task { try await graph?.end() }.value
    case .activates: try await graph?.activateAsync(later(ledger))
    case .deactivatesAsync:
      if let container = home.container.value.object {
        try await graph?.deactivateAsync(container)
      }
    case .hangs: if isLimited { try await Task.sleep(for: .seconds(600)) }
    default: try act(deed, ledger, home)
    }
  }

  /// Ends the instances; returns the graph unless it was released.
  func play() async throws -> DependencyGraph? {
    let container = container()
    let graph = DependencyGraph.current.isolated()
    var asked = graph
    home.graph.value = Weak(object: graph)
    if setup.way == .failedActivation {
      await #expect(throws: InjectionError.self) { try await graph.activateAsync(container) }
      return graph
    }
    await graph.activate(container)
    if setup.way == .scopedChild { asked = graph.child() }
    if setup.way == .isolatedChild || setup.way == .endOfParent { asked = graph.isolated() }
    if setup.way == .overrides {
      try await graph.withOverrides {
        Dependency(named: "other") { 1 }
      } operation: {
        home.graph.value = Weak(object: DependencyGraph.current)
        _ = try await DependencyGraph.injectAsync() as Top
      }
      return graph
    }
    home.graph.value = Weak(object: asked)
    _ = try await asked.injectAsync() as Top
    switch setup.way {
    case .end, .scopedChild, .isolatedChild: try await asked.end()
    case .endOfParent: try await graph.end()
    case .deactivateAsync: try await graph.deactivateAsync(container)
    case .deactivate: graph.deactivate(container)
    case .deactivateAll: graph.deactivateAll()
    case .managed: home.source.fire()
    case .rebuilt:
      home.isDeclared.value = false
      container.rebuild()
    case .dropped: return nil
    case .overrides, .failedActivation: break
    }
    // The child must not outlive this function, or it would be released too late.
    return asked
  }
}

@Suite(.dependencies()) struct TeardownFaultTests {
  @Test(arguments: Case.all) fileprivate func everythingIsClosedOnce(_ setup: Case) async throws {
    try await withWatchdog {
      let stage = Stage(setup: setup)
      var graph: DependencyGraph?
      do { graph = try await stage.play() } catch let error as TeardownError {
        #expect(error.failures.count == 1)
      }
      await eventually { stage.ledger.closed.filter { $0 != "late" }.count >= 3 }
      // Ends the instances that were created meanwhile.
      if let graph { try? await graph.end() }
      stage.home.graph.value.object?.endNow()
      graph = nil
      await eventually { stage.ledger.open == 0 }
      if setup.way != .managed {
        #expect(stage.ledger.closed.filter { $0 != "late" } == ["top", "middle", "base"])
        #expect(stage.ledger.faults == [])
      }
      #expect(stage.ledger.faults.filter { $0.hasSuffix("twice.") } == [])
    }
  }
}
