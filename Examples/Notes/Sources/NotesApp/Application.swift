internal import Foundation
internal import NotesAccounts
public import NotesCommandLine
internal import NotesDomain
internal import NotesStorage
internal import Stitcher

/// The application: parses a command line, performs its command, and reports the result.
public struct Application: Sendable {
  /// The destination of the output.
  let console: any Console

  /// The environment variables.
  let environment: [String: String]

  /// Returns the text of the standard input.
  let readInput: @Sendable () -> String

  /// Creates the application.
  public init(
    console: any Console, environment: [String: String],
    readInput: @escaping @Sendable () -> String = { "" }
  ) {
    self.console = console
    self.environment = environment
    self.readInput = readInput
  }

  /// Performs a command line. Errors are printed to the console.
  ///
  /// - Parameter arguments: The arguments, without the name of the program.
  /// - Returns: The exit code for the shell.
  public func run(_ arguments: [String]) async -> ExitCode {
    do {
      let invocation = try Invocation(arguments)
      switch invocation.command {
      case .help(let command):
        console.write(HelpText(command: command).text)
      case .tour(let isKeeping):
        try await Tour(console: console, isKeeping: isKeeping).run()
      default:
        let directory = dataDirectory(given: invocation.dataPath)
        try await perform(invocation.command, in: Composition(in: directory))
      }
      return .success
    } catch {
      let failure = Failure(error)
      console.writeError("\(console.style.bad("notes:")) \(failure.message)")
      return failure.exitCode
    }
  }

  /// Performs a command while a composition is active.
  ///
  /// - Throws: An error for the caller to report.
  package func perform(_ command: Command, in composition: Composition) async throws {
    if case .graph(_?, _) = command { DependencyGraph.current.recordCreations() }
    await composition.activate()
    defer { composition.deactivate() }
    let accounts: AccountService = try DependencyGraph.inject()
    try accounts.restore()
    try await action(for: command, composition: composition)?.run()
  }

  /// Returns the folder of databases: an explicit one, the environment's, or the user's default.
  private func dataDirectory(given path: String?) -> DataDirectory {
    if let path = path ?? environment["NOTES_DATA"], !path.isEmpty { return .folder(path: path) }
    let manager = FileManager.default
    let home = manager.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    let folder = (home ?? manager.homeDirectoryForCurrentUser).appending(path: "notes")
    return .folder(path: folder.path(percentEncoded: false))
  }
}
