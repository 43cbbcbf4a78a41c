internal import Foundation
internal import StitcherSyntax

/// Finds the folder with the products of a build, such as `.build/debug`.
///
/// The folder depends on the build system and on the version of SwiftPM: `.build/debug` for the
/// native build system, `.build/out/Products/Debug-linux` for Swift Build.
package enum BuildFolder {
  /// Returns the folder of a build's products, from SwiftPM or from the cached answer of the same
  /// SwiftPM version.
  ///
  /// - Parameters:
  ///   - root: The folder of the package.
  ///   - buildPath: The folder of builds.
  ///   - configuration: `debug` or `release`.
  ///   - buildSystem: The build system, or `nil` for that of SwiftPM's choice.
  ///   - cache: The folder of the tool's cache.
  ///   - swift: The path of `swift`, or its name, to be looked up in `PATH`.
  /// - Returns: The folder, or `nil` if SwiftPM does not answer.
  package static func find(
    root: String, buildPath: String, configuration: String, buildSystem: String?, cache: String,
    swift: String = "swift"
  ) -> String? {
    var arguments = [
      "build", "--show-bin-path", "--ignore-lock", "--package-path", root, "--scratch-path",
      buildPath, "--configuration", configuration,
    ]
    if let buildSystem { arguments += ["--build-system", buildSystem] }
    let key = ContentHash(arguments + [stamp(of: swift)])
    let kept = cache + "/products-\(key)"
    if let known = try? String(contentsOfFile: kept, encoding: .utf8) { return known }
    guard let run = try? Subprocess.run(swift, arguments), run.isSuccess,
      let folder = run.output.split(separator: "\n").last(where: { $0.hasPrefix("/") })
    else { return nil }
    try? FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
    try? String(folder).write(toFile: kept, atomically: true, encoding: .utf8)
    return String(folder)
  }

  /// Returns a text that identifies a version of SwiftPM: the path, size and date of the program.
  static func stamp(of swift: String) -> String {
    if SearchPath.isPath(swift) { return FileDigests.stamp(swift) }
    let found = SearchPath.current.find(swift)
    return found.map { FileDigests.stamp($0) } ?? swift
  }
}
