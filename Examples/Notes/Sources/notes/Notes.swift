internal import Foundation
internal import NotesApp
internal import NotesCommandLine

/// The program: passes the command line to the application, and its exit code to the shell.
@main
enum Notes {
  /// Runs the program.
  static func main() async {
    // Without this line, a reader that closes the pipe early would kill the program.
    signal(SIGPIPE, SIG_IGN)
    let environment = ProcessInfo.processInfo.environment
    let console = StandardConsole(environment: environment)
    let application = Application(
      console: console, environment: environment,
      readInput: { String(decoding: FileHandle.standardInput.readDataToEndOfFile(), as: UTF8.self) }
    )
    let code = await application.run(Array(CommandLine.arguments.dropFirst()))
    let isLost = code == .success && console.hasFailed
    exit((isLost ? ExitCode.inputOutput : code).rawValue)
  }
}
