import Stitcher
import StitcherTestSupport

/// A dependency in a container that is active in the process's graph.
struct ColdStitcher: ColdDependency {
  private let container: DependencyContainer

  /// The lifetime of the instance, if its scope is managed.
  private let lifetime = Lifetime()

  private let scope: ColdScope

  /// Whether a property resolves the dependency, by its name.
  private let isProperty: Bool

  init(_ scope: ColdScope, isProperty: Bool, _ lifetimes: Lifetimes) {
    self.scope = scope
    self.isProperty = isProperty
    let lifetime = lifetime
    let own: DependencyScope =
      switch scope {
      case .singleton: .singleton
      case .shared: .shared
      case .managed: .managed(lifetime)
      }
    container = DependencyContainer {
      if isProperty {
        Dependency { ColdObject(lifetimes) }.named("cold").scope(own)
      } else {
        Dependency { ColdObject(lifetimes) }.scope(own)
      }
    }
    DependencyGraph.activate(container) {}
  }

  /// A type with an injected property.
  private struct Owner {
    /// The dependency, by name.
    @Injected(name: "cold") var object: ColdObject
  }

  func ask() throws -> ColdObject {
    isProperty ? Owner().object : try DependencyGraph.inject(byType: ColdObject.self)
  }

  var isKept: Bool { scope != .shared }

  /// Ends the lifetime, or deactivates the container.
  func end() -> [String] {
    var left: [String] = []
    if scope == .managed {
      if lifetime.subscriberCount != 1 {
        left.append("\(lifetime.subscriberCount) subscriptions, not 1")
      }
      lifetime.end()
      if lifetime.subscriberCount != 0 { left.append("a subscription is left") }
    }
    DependencyGraph.deactivate(container)
    return left
  }
}
