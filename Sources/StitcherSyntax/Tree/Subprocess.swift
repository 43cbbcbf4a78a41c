internal import Dispatch
internal import Foundation

/// The result of a finished process.
package struct Subprocess: Sendable {
  /// The exit code of the process, or the number of the signal that ended it.
  package let status: Int32

  /// Whether a signal ended the process.
  package let isSignaled: Bool

  /// The text on standard output.
  package let output: String

  /// The text on standard error.
  package let errors: String

  /// Whether the process exited with code 0.
  package var isSuccess: Bool { status == 0 && !isSignaled }

  /// Runs a program, and waits for its end.
  ///
  /// - Parameters:
  ///   - executable: The path of the program, or a name to look for on the path.
  ///   - arguments: Its arguments.
  ///   - folder: The folder that it runs in; nil for that of this process.
  ///   - isQuiet: Whether to return the output; otherwise the program writes to the standard error
  ///     of this process.
  ///   - variables: The variables of this process's environment that the program does not get.
  /// - Returns: The exit code and the output.
  /// - Throws: ``ToolFailure`` if it cannot be started.
  package static func run(
    _ executable: String, _ arguments: [String], in folder: String? = nil, isQuiet: Bool = true,
    without variables: Set<String> = []
  ) throws -> Subprocess {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try path(of: executable))
    process.arguments = arguments
    if !variables.isEmpty {
      let environment = ProcessInfo.processInfo.environment
      process.environment = environment.filter { !variables.contains($0.key) }
    }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = isQuiet ? output : FileHandle.standardError
    process.standardError = isQuiet ? errors : FileHandle.standardError
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do { try process.run() } catch {
      throw ToolFailure("\(executable) cannot be run: \(error.localizedDescription)")
    }
    var texts = ("", "")
    if isQuiet { texts = read(output.fileHandleForReading, errors.fileHandleForReading) }
    ended.wait()
    return Subprocess(
      status: process.terminationStatus,
      isSignaled: process.terminationReason == .uncaughtSignal, output: texts.0, errors: texts.1)
  }

  /// Runs Git in a folder, and waits for its end.
  ///
  /// Variables that a hook of another repository has set are removed from the environment.
  ///
  /// - Throws: ``ToolFailure`` if it cannot be started.
  package static func git(_ arguments: [String], in folder: String) throws -> Subprocess {
    try run(
      "git", arguments, in: folder,
      without: ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"])
  }

  /// Returns the path of a program.
  ///
  /// - Parameter executable: The path of the program, or a name to look for on the path.
  /// - Throws: ``ToolFailure`` if no folder of the path contains the program.
  package static func path(of executable: String) throws -> String {
    guard !SearchPath.isPath(executable) else { return executable }
    guard let path = SearchPath.current.find(executable) else {
      throw ToolFailure("\(executable) cannot be run: no folder of PATH contains it")
    }
    return path
  }

  /// Reads both outputs concurrently to their ends, so that the process never blocks on a full
  /// pipe.
  private static func read(_ output: FileHandle, _ errors: FileHandle) -> (String, String) {
    let second = Captured()
    let group = DispatchGroup()
    let descriptor = errors.fileDescriptor
    DispatchQueue.global().async(group: group) {
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      let data = handle.readDataToEndOfFile()
      second.text.withLock { $0 = String(decoding: data, as: UTF8.self) }
    }
    let first = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
    group.wait()
    return (first, second.text.withLock { $0 })
  }

  /// The text that another thread reads from a pipe.
  private final class Captured: Sendable {
    let text = Guarded("")
  }
}
