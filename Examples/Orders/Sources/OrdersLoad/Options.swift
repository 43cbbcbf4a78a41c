public import StitcherDrawing

/// What the command is told.
public struct Options: Equatable, Sendable {
  /// How many requests are sent.
  public var requests = 2000

  /// How many of them at a time.
  public var concurrency = 64

  /// What the plans of the requests follow from.
  public var seed = 1

  /// Whether the report shows what was created before the first request.
  public var showsStart = false

  /// The language in which the command describes the service, and does nothing else; nil if it
  /// sends requests.
  public var graph: GraphDescription.Format?

  /// The path of the file to which it writes that; nil for the terminal.
  public var output: String?

  /// How the command is used.
  public static let usage =
    """
    usage: orders [--requests N] [--concurrency N] [--seed N] [--cold-start]
           orders graph [--format html|mermaid|dot|json|svg | --html] [--output FILE]
    """

  /// Creates the usual options.
  public init() {}

  /// Reads options; returns nil if they are wrong.
  public init?(arguments: [String]) {
    var rest = arguments[...]
    if rest.first == "graph" {
      rest.removeFirst()
      graph = .mermaid
      while let name = rest.popFirst() {
        if name == "--html" {
          graph = .html
          continue
        }
        guard let value = rest.popFirst() else { return nil }
        switch (name, GraphDescription.Format(rawValue: value)) {
        case ("--format", let format?): graph = format
        case ("--output", _): output = value
        default: return nil
        }
      }
      return
    }
    while let name = rest.popFirst() {
      if name == "--cold-start" {
        showsStart = true
        continue
      }
      guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else { return nil }
      switch name {
      case "--requests": requests = value
      case "--concurrency": concurrency = value
      case "--seed": seed = value
      default: return nil
      }
    }
  }
}
