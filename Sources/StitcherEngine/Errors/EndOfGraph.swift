/// That a graph has ended, from which nothing can be had any more.
package struct EndOfGraph: Sendable, CustomStringConvertible {
  /// The name of the graph, if it has one.
  package let name: String?

  /// Whether it is the isolated graph that the asked one belongs to, as a front end's counterpart.
  package let isHost: Bool

  /// Notes which graph has ended.
  package init(name: String?, isHost: Bool = false) {
    self.name = name
    self.isHost = isHost
  }

  /// What happened, in a sentence.
  package var summary: String { Self.summary(name) }

  /// Returns the sentence for the graph of a name.
  package static func summary(_ name: String?) -> String {
    "The graph \(name.map { "'\($0)' " } ?? "")has ended."
  }

  /// What happened, in a sentence, and what to do.
  package var description: String {
    "\(summary) Ask for what is needed before the end, or in a graph that lives longer."
  }
}

extension Graph {
  /// What has ended, the nearest first: a host, the graph itself, or one of its parents; nil if
  /// nothing has.
  package var whatHasEnded: EndOfGraph? {
    var graph: Graph? = self
    while let current = graph {
      if let host = current.host {
        guard let object = host.object else { return EndOfGraph(name: host.name, isHost: true) }
        if let end = object.whatHasEnded { return EndOfGraph(name: end.name, isHost: true) }
      }
      if current.withState({ $0.hasEnded }) { return EndOfGraph(name: current.name) }
      graph = current.parent
    }
    return nil
  }
}
