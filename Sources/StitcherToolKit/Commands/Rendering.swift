internal import Foundation
internal import StitcherDescription

/// How a description is written: the one place that calls what draws it.
enum Rendering {
  /// Returns a description in a format.
  ///
  /// - Throws: ``ToolFailure`` if the format is not there.
  static func text(of graph: GraphDescription, as format: ToolOptions.Format) throws -> String {
    switch format {
    case .json: return try json(graph)
    case .html, .mermaid, .dot:
      throw ToolFailure("error: '\(format.rawValue)' is not there yet: use --format json")
    }
  }

  /// Returns a value as JSON.
  static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
