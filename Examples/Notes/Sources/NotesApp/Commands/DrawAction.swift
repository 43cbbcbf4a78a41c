internal import Foundation
internal import NotesAccounts
internal import NotesCommandLine
internal import NotesSearch
internal import NotesStorage
internal import NotesSync
internal import Stitcher
internal import StitcherDrawing

/// Writes the graph of the application in a graph language.
///
/// The application records its creations from the start. This action also creates the services of
/// the commands, so that the recording contains their dependencies.
struct DrawAction: Action {
  /// The format of the output.
  let format: Command.GraphFormat

  /// The path of the output file; `nil` for the console.
  let path: String?

  /// The console for output without a file.
  let console: any Console

  /// Writes the description of the graph.
  func run() async throws {
    let graph = DependencyGraph.current
    try createServices(in: graph)
    let text = Self.text(of: graph.description(titled: "Notes"), as: format)
    graph.stopRecordingCreations()
    guard let path else { return console.write(text.trimmingCharacters(in: .newlines)) }
    do { try text.write(toFile: path, atomically: true, encoding: .utf8) } catch {
      throw InputError.unwritableFile(path: path)
    }
  }

  /// Creates the services of commands if an account is signed in. Services that the graph does not
  /// keep are released when the call returns.
  private func createServices(in graph: DependencyGraph) throws {
    let session: Session = try graph.inject()
    guard session.account != nil else { return }
    let location = DatabaseLocation.memory(label: "drawing")
    _ = try graph.inject() as SearchService
    _ = try graph.inject() as [any Searchable]
    _ = try graph.inject(parameters: location) as Synchronizer
  }

  /// Returns a description as text.
  private static func text(
    of description: GraphDescription, as format: Command.GraphFormat
  ) -> String {
    switch format {
    case .html: description.html()
    case .mermaid: description.mermaid()
    case .dot: description.dot()
    case .json: description.json()
    case .svg: description.svg()
    }
  }
}
