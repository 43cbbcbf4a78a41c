internal import NotesAccounts
internal import NotesDomain
internal import NotesSearch
internal import Stitcher

/// A rule for the registrations of a graph.
package struct GraphRule: Sendable {
  /// A description of the rule.
  package let summary: String

  /// Whether a list of registrations satisfies the rule.
  private let holds: @Sendable (DependencyGraph.DependencyRegistrarProjection) -> Bool

  /// Checks the graph.
  ///
  /// - Throws: ``BrokenGraphRule`` if the rule does not hold.
  package func check() throws {
    try DependencyGraph.validate { registrations in
      if !holds(registrations) { throw BrokenGraphRule(description: summary) }
    }
  }

  /// All rules.
  package static let all: [GraphRule] = [
    GraphRule(summary: "one clock is found by name") { registrations in
      registrations.matches { $0.isLocatedBy(name: DomainName.clock.rawValue) }.count == 1
    },
    GraphRule(summary: "one recorder of events is made at once") { registrations in
      let recorders = registrations.matches { $0.isLocatedBy(type: EventRecorder.self) }
      return recorders.count == 1 && recorders.allSatisfy { $0.eagerness == .eager }
    },
    GraphRule(summary: "the database of an account lives as long as its session") { registrations in
      registrations.matches { $0.isLocatedBy(name: AccountName.database.rawValue) }
        .allSatisfy { $0.scope.isManaged }
    },
    GraphRule(summary: "whoever is signed in can search") { registrations in
      let isSignedIn = !registrations.matches { $0.isLocatedBy(type: Account.self) }.isEmpty
      let searches = registrations.matches { $0.isLocatedBy(type: (any Searchable).self) }
      return isSignedIn == !searches.isEmpty
    },
  ]
}

/// An error about a violated rule.
package struct BrokenGraphRule: Error, Hashable, CustomStringConvertible {
  /// The description of the rule.
  package let description: String
}

extension DependencyScope {
  /// Whether the instance has a managed scope.
  fileprivate var isManaged: Bool {
    if case .managed = self { true } else { false }
  }
}
