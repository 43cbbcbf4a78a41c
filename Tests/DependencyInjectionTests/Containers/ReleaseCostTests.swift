import StitcherTestSupport
import Testing

import class DependencyInjection.Container

/// What it costs to let containers go.
@Suite(.timeLimit(.minutes(20))) struct ReleaseCostTests {
  final class Service: Sendable {}

  /// Measures what it costs to release the children of a container.
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
    // Four times as many, which the caches do not hold any more; one that looks at all others would
    // take sixteen times as long for that alone.
    #expect(many < few * 14, "\(many), \(few)")
  }
}
