internal import Foundation
internal import StitcherDescription
internal import StitcherDrawing

/// Functions that write a dependency graph in an output format.
enum Rendering {
  /// Returns a dependency graph in an output format.
  static func text(of graph: GraphDescription, as format: ToolOptions.Format) -> String {
    switch format {
    case .json: graph.json()
    case .html: graph.html()
    case .mermaid: graph.mermaid()
    case .dot: graph.dot()
    }
  }

  /// Returns a value as JSON.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
