internal import NotesCommandLine
internal import NotesDomain
internal import NotesSearch
internal import NotesStorage
internal import Stitcher

/// The registrations of the graph at one moment, as a table.
package struct GraphReport {
  /// The description of one registration.
  package struct Entry: Hashable {
    /// The first key of the registration.
    package let key: String

    /// The protocols of the registration.
    package let protocols: [String]

    /// The scope of the registration.
    package let lifetime: String

    /// Whether the registration is eager.
    package let isEager: Bool
  }

  /// All registrations, in order of activation and declaration.
  package let entries: [Entry]

  /// Reads the registrations of the graph.
  package init() {
    var entries: [Entry] = []
    DependencyGraph.validate { registrations in
      entries = registrations.registrations.map(Entry.init)
    }
    self.entries = entries
  }

  /// The lines of the table, with a header.
  func lines(style: Style) -> [String] {
    var table = Table([
      .init(emphasis: style.accent), .init(), .init(), .init(emphasis: style.dim),
    ])
    table.add("FOUND BY", "AND AS", "LIVES", "MADE")
    for entry in entries {
      table.add(
        entry.key, entry.protocols.joined(separator: ", "), entry.lifetime,
        entry.isEager ? "at once" : "when asked for")
    }
    return table.lines
  }
}

extension GraphReport.Entry {
  /// Describes a registration.
  init(_ registration: DependencyGraph.DependencyRegistrationProjection) {
    key = registration.locator.description
    protocols = [
      ("any NoteStore", registration.isLocatedBy(type: (any NoteStore).self)),
      ("any Replica", registration.isLocatedBy(type: (any Replica).self)),
      ("any Searchable", registration.isLocatedBy(type: (any Searchable).self)),
    ].compactMap { name, isKnown in isKnown ? name : nil }
    lifetime =
      switch registration.scope {
      case .instance: "new each time"
      case .shared: "while in use"
      case .singleton: "as its container"
      case .managed: "as the session"
      case .scoped: "as the graph that was asked"
      }
    isEager = registration.eagerness == .eager
  }
}
