internal import Foundation
internal import StitcherDescription
internal import StitcherDrawing
internal import StitcherSyntax

/// The command `graph`, which prints the whole dependency graph.
package enum GraphCommand {
  /// Returns the dependency graph of the selected program as a diagram.
  ///
  /// - Throws: ``ToolFailure`` if there are several programs, or the file cannot be written.
  package static func answer(_ reading: Reading, _ options: ToolOptions) throws -> ToolAnswer {
    guard reading.graphs.count == 1, let graph = reading.graphs.first else {
      let names = reading.graphs.map(\.title).joined(separator: ", ")
      throw ToolFailure("error: the package has several programs: choose with --product: \(names)")
    }
    let text =
      switch options.format {
      case .html: graph.html()
      case .mermaid: graph.mermaid()
      case .dot: graph.dot()
      case .json: graph.json()
      }
    guard let output = options.output else { return ToolAnswer(text) }
    do { try text.write(toFile: output, atomically: true, encoding: .utf8) } catch {
      throw ToolFailure("error: \(output) cannot be written: \(error.localizedDescription)")
    }
    return ToolAnswer("", summary: "\(output) is written")
  }
}
