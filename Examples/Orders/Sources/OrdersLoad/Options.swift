public import StitcherDrawing

/// The options of the command.
public struct Options: Equatable, Sendable {
  /// The number of requests.
  public var requests = 2000

  /// The number of concurrent requests.
  public var concurrency = 64

  /// The seed for the plans of the requests.
  public var seed = 1

  /// Whether the report shows the creations before the first request.
  public var showsStart = false

  /// The format in which the command describes the service; `nil` if the command sends requests.
  public var graph: GraphDescription.Format?

  /// The path of the output file for the description; `nil` for the terminal.
  public var output: String?

  /// The usage text of the command.
  public static let usage =
    """
    usage: orders [--requests N] [--concurrency N] [--seed N] [--cold-start]
           orders graph [--format html|mermaid|dot|json|svg | --html] [--output FILE]
    """

  /// Creates the default options.
  public init() {}

  /// Parses options; returns `nil` if they are invalid.
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
