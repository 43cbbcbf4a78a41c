public import Testing

#if canImport(StitcherToolKit)
  internal import StitcherDescription
  internal import StitcherToolKit
#endif

/// Checks the dependency graph of a test's package, and records each problem as an issue at its
/// place in the source, as `swift package stitcher check` prints it.
///
/// ```swift
/// import StitcherChecking
/// import Testing
///
/// @Test func theGraphIsComplete() throws { try checkDependencies() }
/// ```
///
/// An issue names the problem, the dependency path that leads to it, and the remedy. Warnings do
/// not fail the test.
///
/// The function starts no build. It reads how the modules were compiled for the tests, and runs the
/// compiler on the sources that have changed since the last check. Its cache is in a folder of its
/// own. Where the check is impossible, the test is canceled with the reason: on devices and
/// simulators, in Xcode, in release builds, with SwiftPM's build system `swiftbuild`, and with an
/// unknown compiler.
/// Before Swift 6.3 a test cannot be canceled: the test passes, and the reason is printed.
///
/// The call blocks its thread while the compiler runs.
///
/// - Parameters:
///   - product: The executable to check. By default all executables of the package are checked; in
///     a package without executables, its libraries together.
///   - includingTests: Whether the modules of tests are checked as programs, too.
///   - filePath: The path of the test's source, by which the package is found.
///   - sourceLocation: The place of issues for problems without a place in the source.
/// - Throws: An error if a module does not compile, or if the manifest or the resolved versions
///   have changed since the last build.
public func checkDependencies(
  of product: String? = nil, includingTests: Bool = false, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #if !DEBUG
    try skip("the check reads debug builds only", sourceLocation)
  #elseif canImport(StitcherToolKit)
    let package: TestedPackage
    let findings: [TestedPackage.Finding]
    do {
      package = try TestedPackage(file: filePath)
      findings = try package.findings(product: product, includesTests: includingTests)
    } catch let reason as TestedPackage.Unavailable {
      return try skip("\(reason)", sourceLocation)
    }
    for finding in findings { record(finding, in: package.root, sourceLocation) }
  #else
    try skip("the tool does not run on this system", sourceLocation)
  #endif
}

/// Cancels the current test, or prints why nothing was checked.
private func skip(_ reason: String, _ sourceLocation: SourceLocation) throws {
  let text = "The dependency graph was not checked: \(reason)"
  #if compiler(>=6.3)
    if Test.current != nil {
      try Test.cancel(Comment(rawValue: text), sourceLocation: sourceLocation)
    }
  #endif
  print(text)
}

#if canImport(StitcherToolKit)
  /// Records a problem as an issue at its place.
  private func record(
    _ finding: TestedPackage.Finding, in root: String, _ sourceLocation: SourceLocation
  ) {
    var location = sourceLocation
    if let place = finding.problem.place {
      let components = finding.file.split(separator: "/")
      location = SourceLocation(
        fileID: components.suffix(2).joined(separator: "/"), filePath: finding.file,
        line: max(1, place.line), column: max(1, place.column ?? 1))
    }
    let comment = Comment(rawValue: finding.text)
    #if compiler(>=6.3)
      let severity: Issue.Severity = finding.problem.severity == .error ? .error : .warning
      Issue.record(comment, severity: severity, sourceLocation: location)
    #else
      if finding.problem.severity == .error {
        Issue.record(comment, sourceLocation: location)
      } else {
        print("\(location): \(finding.text)")
      }
    #endif
  }
#endif
