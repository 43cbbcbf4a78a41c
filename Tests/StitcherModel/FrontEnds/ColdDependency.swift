import Foundation
import StitcherTestSupport

/// The type of the instances in cold races, which only these races register.
final class ColdObject: Sendable {
  private let life: Tracked

  /// Creates an object, and yields, so that other threads find the creation in progress.
  init(_ lifetimes: Lifetimes) {
    Thread.yieldToOthers()
    life = Tracked(lifetimes)
    Thread.yieldToOthers()
  }
}

/// A dependency that is registered but not created yet.
protocol ColdDependency: Sendable {
  /// Returns the instance; several threads or tasks call it concurrently.
  func ask() throws -> ColdObject

  /// Whether the instance stays alive without references from the program.
  var isKept: Bool { get }

  /// Releases a kept instance and removes the registration; returns descriptions of leaks.
  func end() -> [String]
}

/// The scope of a cold dependency.
package enum ColdScope: String, CaseIterable, Sendable {
  /// Until the registration is removed.
  case singleton
  /// As long as the program holds a reference.
  case shared
  /// Until its lifetime ends.
  case managed
}

/// A front end, and a way of resolving with it.
package enum ColdWay: String, CaseIterable, Sendable {
  /// `DependencyGraph.inject`, by type.
  case inject
  /// `@Injected`, by name.
  case property
  /// A key of Stitch.
  case stitch
  /// An injector of SwiftDependencyInjector.
  case injector
  /// A `Container` of DependencyInjection.
  case container
  /// An asynchronous container of DependencyInjection, called by tasks.
  case asyncContainer

  /// The scopes that this way supports.
  package var scopes: [ColdScope] {
    switch self {
    case .inject, .property: ColdScope.allCases
    case .stitch, .injector, .container, .asyncContainer: [.singleton]
    }
  }

  /// Whether tasks or threads resolve: both, or only tasks for an asynchronous container, or only
  /// threads if each round needs a type.
  var kinds: [Bool] {
    switch self {
    case .asyncContainer: [true]
    case .stitch: [false]
    case .inject, .property, .injector, .container: [false, true]
    }
  }

  /// Whether each round needs a new type, which the process keeps for ever.
  package var takesTypes: Bool { self == .stitch }
}
