import Foundation
import Stitcher
import StitcherDescription
import StitcherToolKit
import Testing

/// The tool describes decorators as the running graph does, and problems that it reports as errors
/// fail at run time.
@Suite struct AgreementTests {
  /// The properties of a node that both descriptions have.
  private struct Node: Hashable {
    let id, label, product, scope, module: String?
    let kind: GraphDescription.Node.Kind
    let locator: GraphDescription.Node.Locator
    let keys: [String]
    let line: Int?
    let isEager, isComplete: Bool
  }

  /// The properties of an edge that both descriptions have.
  private struct Edge: Hashable {
    let from, to: String
    let demand: GraphDescription.Edge.Demand
    let isLazy: Bool
  }

  /// Returns the nodes of the tested file, without nodes that only inject.
  private func nodes(_ description: GraphDescription) -> [Node] {
    description.nodes.filter {
      $0.place?.file.hasSuffix("/Decorated.swift") == true && $0.kind != .root
    }.map {
      Node(
        id: $0.id, label: $0.label, product: $0.product, scope: $0.scope, module: $0.module,
        kind: $0.kind, locator: $0.locator, keys: $0.keys, line: $0.place?.line,
        isEager: $0.isEager, isComplete: $0.isComplete)
    }
  }

  /// The edges between those nodes.
  private func edges(_ description: GraphDescription) -> [Edge] {
    let known = Set(nodes(description).map(\.id))
    return description.edges.filter { known.contains($0.from) && known.contains($0.to) }
      .map { Edge(from: $0.from, to: $0.to, demand: $0.demand, isLazy: $0.isLazy) }
  }

  @Test func `the tool and the running graph describe the same decorators`() throws {
    let graph = DependencyGraph.process.isolated { Decorated.app }
    graph.recordCreations()
    try Decorated.run(in: graph)
    let running = graph.description()

    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Decorated.swift")
    let package = try ScratchPackage()
    try package.write(
      String(contentsOf: source, encoding: .utf8), to: "Sources/Decorated.swift")
    let read = try ToolchainCompiler().program(
      in: URL(filePath: package.root + "/Sources"), module: "StitcherToolKitTests"
    ).description()

    #expect(nodes(read) == nodes(running))
    #expect(edges(read) == edges(running))
    #expect(nodes(read).count { $0.kind == .decorator } == 5)
    #expect(running.edges.contains { $0.to == "Swift.Int#2" && $0.demand == .all })
  }

  // MARK: Problems in the corpus that are errors, or not, at run time

  /// A dependency that has a decorator.
  private class Clock {}

  /// A dependency that the decorator injects.
  private final class Zone {
    init(_ clock: Clock) {}
  }

  /// A decorator of the clock that injects the zone, which in turn needs the clock.
  private static var zoned: Decorator {
    Decorator { (inner: Clock) in
      let zone: Zone = try DependencyGraph.inject()
      return withExtendedLifetime(zone) { inner }
    }
  }

  @Test func `what is not kept needs what its decorator decorates, in whatever graph`() {
    let app = DependencyGraph.process.isolated {
      Dependency { Clock() }
      Dependency { Zone(try DependencyGraph.inject()) }
        .scope(.instance)
    }
    let child = app.child { Self.zoned }
    #expect(throws: InjectionError.self) { try child.inject() as Clock }
  }

  @Test func `what a parent keeps does not see a child's decorator`() throws {
    let app = DependencyGraph.process.isolated {
      Dependency { Clock() }
      Dependency { Zone(try DependencyGraph.inject()) }
        .scope(.singleton)
    }
    _ = try app.child { Self.zoned }.inject() as Clock
  }

  @Test func `a decorator that asks for what it decorates needs itself`() {
    let app = DependencyGraph.process.isolated {
      Dependency { Clock() }
        .scope(.singleton)
    }
    let child = app.child {
      Decorator { (_: Clock) in try DependencyGraph.inject() as Clock }
    }
    #expect(throws: InjectionError.self) { try child.inject() as Clock }
  }

  @Test func `what is kept is captive in a child, too, if its decorator needs what is scoped`() {
    let app = DependencyGraph.process.isolated {
      Dependency { Clock() }
        .scope(.singleton)
      Dependency { Zone(Clock()) }
        .scope(.scoped)
    }
    let error = #expect(throws: InjectionError.self) {
      try app.child { Self.zoned }.inject() as Clock
    }
    guard case .captiveDependency = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
