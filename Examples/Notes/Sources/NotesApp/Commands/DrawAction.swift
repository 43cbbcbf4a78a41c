internal import Foundation
internal import NotesAccounts
internal import NotesCommandLine
internal import NotesSearch
internal import NotesStorage
internal import NotesSync
internal import Stitcher
internal import StitcherDrawing

/// Writes what the application is made of in a language for graphs.
///
/// The application has recorded its creations since it was composed; this has the services of the
/// commands created too, so that what they need is seen.
struct DrawAction: Action {
  /// The language.
  let format: Command.GraphFormat

  /// The path of the file to write; nil for the console.
  let path: String?

  /// Where the text goes, if not to a file.
  let console: any Console

  /// Describes the graph, and writes that.
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

  /// Creates what the commands inject, if somebody is signed in; it goes when this returns, unless
  /// the graph keeps it.
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
