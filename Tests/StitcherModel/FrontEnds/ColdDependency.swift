import Foundation
import StitcherTestSupport

/// What the cold races ask for. Nobody else registers it.
final class ColdObject: Sendable {
  /// Counts its life.
  private let life: Tracked

  /// Creates an object, and lets others run meanwhile, so that they find it under way.
  init(_ lifetimes: Lifetimes) {
    Thread.yieldToOthers()
    life = Tracked(lifetimes)
    Thread.yieldToOthers()
  }
}

/// A dependency that was registered and is not created yet.
protocol ColdDependency: Sendable {
  /// Returns the instance; several threads or tasks call it.
  func ask() throws -> ColdObject

  /// Whether the instance is kept while nobody holds it.
  var isKept: Bool { get }

  /// Has the instance, if it is kept, be released, and takes the registration back; returns what
  /// is left over.
  func end() -> [String]
}

/// How long the instance of a cold dependency lives.
package enum ColdScope: String, CaseIterable, Sendable {
  /// Until the registration goes.
  case singleton
  /// As long as somebody holds it.
  case shared
  /// Until its lifetime ends.
  case managed
}

/// A front end, and a way in which it is asked.
package enum ColdWay: String, CaseIterable, Sendable {
  /// `DependencyGraph.inject`, by type.
  case inject
  /// `@Injected`, by name.
  case property
  /// A key of Stitch.
  case stitch
  /// An injector of SwiftDependencyInjector.
  case injector
  /// A container of DependencyInjection.
  case container
  /// An asynchronous container of DependencyInjection, asked by tasks.
  case asyncContainer

  /// The scopes that there are.
  package var scopes: [ColdScope] {
    switch self {
    case .inject, .property: ColdScope.allCases
    case .stitch, .injector, .container, .asyncContainer: [.singleton]
    }
  }

  /// Whether tasks ask, not threads: both, but where only tasks can, and where rounds take types.
  var kinds: [Bool] {
    switch self {
    case .asyncContainer: [true]
    case .stitch: [false]
    case .inject, .property, .injector, .container: [false, true]
    }
  }

  /// Whether each round takes a type of its own, which the process never forgets.
  package var takesTypes: Bool { self == .stitch }
}
