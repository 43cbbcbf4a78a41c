internal import Foundation
internal import StitcherSyntax

/// Builds and reads the package in an earlier Git revision.
struct RevisionReader {
  /// The session for the current version of the package.
  let session: ToolSession

  /// The name of the Git revision.
  let revision: String

  /// Checks out the revision in a worktree, builds it, and returns its dependency graphs.
  ///
  /// The worktree is removed afterwards. The build stays in the cache, so that the next comparison
  /// builds only changed files.
  ///
  /// - Throws: ``ToolFailure`` if there is no such revision, or the revision does not build.
  func read() throws -> Reading {
    let top = try git(["rev-parse", "--show-toplevel"], in: session.root)
    let commit = try git(["rev-parse", "--verify", "--quiet", revision + "^{commit}"], in: top)
    let root = URL(fileURLWithPath: session.root).resolvingSymlinksInPath().path
    let folder = URL(fileURLWithPath: top).resolvingSymlinksInPath().path
    let inside = root == folder ? "" : String(root.dropFirst(folder.count))
    let work = session.cachePath + "/revision"
    let tree = work + "/tree"
    try? FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    remove(tree, from: top)
    _ = try git(["worktree", "add", "--quiet", "--detach", "--force", tree, commit], in: top)
    defer { remove(tree, from: top) }
    var options = session.options
    options.packagePath = tree + inside
    options.buildPath = work + "/build"
    options.cachePath = work + "/cache"
    options.targets = nil
    let old = ToolSession(options)
    do {
      try old.build()
      return try old.read()
    } catch let failure as ToolFailure {
      throw ToolFailure(
        "\(failure.description)\nnote: this is revision \(revision)", code: failure.code)
    }
  }

  /// Removes a worktree, if there is one.
  private func remove(_ tree: String, from repository: String) {
    _ = try? Subprocess.git(["worktree", "remove", "--force", tree], in: repository)
    try? FileManager.default.removeItem(atPath: tree)
    _ = try? Subprocess.git(["worktree", "prune"], in: repository)
  }

  /// Runs Git, and returns its output.
  private func git(_ arguments: [String], in folder: String) throws -> String {
    let run = try Subprocess.git(arguments, in: folder)
    guard run.isSuccess else {
      let reason = run.errors.split(separator: "\n").first.map(String.init)
      throw ToolFailure("error: '\(revision)': \(reason ?? "there is no such revision")")
    }
    return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
