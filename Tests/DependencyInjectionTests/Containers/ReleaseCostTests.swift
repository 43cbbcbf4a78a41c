import StitcherTestSupport
import Testing

import class DependencyInjection.Container

/// The cost of releasing containers.
@Suite(.timeLimit(.minutes(20))) struct ReleaseCostTests {
  final class Service: Sendable {}

  /// Returns the processor time of releasing the children of a container.
  private func cost(_ count: Int) -> Duration {
    let parent = Container()
    parent.register { _ in Service() }
    var children = (0..<count).map { _ in Container(parent: parent) }
    for child in children { _ = child.resolve(type: Service.self) }
    return processorTime { children = [] }
  }

  @Test func eachOfManyChildrenCostsAsMuchAsOfFew() throws {
    let few = try #require((0..<5).map { _ in cost(2_500) }.min())
    let many = try #require((0..<5).map { _ in cost(10_000) }.min())
    // A factor of four for four times as many; the rest for cache misses. If each release searched
    // all children, it would take sixteen times as long.
    #expect(many < few * 14, "\(many), \(few)")
  }
}
