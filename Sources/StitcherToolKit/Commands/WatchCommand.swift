internal import Foundation
internal import StitcherSyntax

/// The command `check --watch`, which checks again after each change of a source file until the
/// tool is ended.
///
/// The command starts no build, so that the user's own builds need not wait. It uses the compiler
/// arguments of the last build.
package final class WatchCommand {
  private let options: ToolOptions
  private let session: ToolSession

  /// The versions of the files at the last check, by path.
  private var files: [String: String] = [:]

  /// Creates the command.
  ///
  /// - Parameter options: The options of the check.
  package init(_ options: ToolOptions) {
    var options = options
    options.skipsBuild = true
    options.watches = true
    self.options = options
    session = ToolSession(options)
  }

  /// Checks again after each change, until the tool is ended.
  ///
  /// - Parameter write: Prints lines.
  package func run(_ write: (String) -> Void) {
    while true {
      step(write)
      Thread.sleep(forTimeInterval: 0.1)
    }
  }

  /// Checks the package if a file has changed since the last check.
  ///
  /// - Parameter write: Prints lines.
  /// - Returns: Whether there was a check.
  @discardableResult
  package func step(_ write: (String) -> Void) -> Bool {
    let found = snapshot()
    guard found != files else { return false }
    files = found
    write("stitcher: checking")
    do {
      let answer = try ToolCommand.answer(options, to: .check)
      if !answer.text.isEmpty { write(answer.text) }
      write("stitcher: \(answer.summary)")
    } catch {
      let text = "\(error)"
      write(text.contains("error: ") ? text : "error: \(text)")
    }
    write("stitcher: watching")
    return true
  }

  /// Returns the size and date of each source file, of the manifest, and of the last build.
  private func snapshot() -> [String: String] {
    var found: [String: String] = [:]
    for file in PackageManifest.files(of: session.root) { found[file] = FileDigests.stamp(file) }
    found["build"] = session.description.map { FileDigests.stamp($0) }
    let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
    let files = FileManager.default.enumerator(
      at: URL(fileURLWithPath: session.root), includingPropertiesForKeys: Array(keys),
      options: [.skipsHiddenFiles])
    while let file = files?.nextObject() as? URL {
      if file.path == session.buildPath { files?.skipDescendants() }
      guard file.pathExtension == "swift" else { continue }
      let values = try? file.resourceValues(forKeys: keys)
      let date = values?.contentModificationDate?.timeIntervalSince1970 ?? 0
      found[file.path] = "\(values?.fileSize ?? 0) \(date)"
    }
    return found
  }
}
