public import Testing

#if canImport(StitcherToolKit)
  internal import StitcherDescription
  internal import StitcherToolKit
#endif

/// Checks the dependency graph of the package to which a test belongs, as `swift package stitcher
/// check` does, and records each problem as an issue at its place in the source.
///
/// ```swift
/// import StitcherChecking
/// import Testing
///
/// @Test func theGraphIsComplete() throws { try checkDependencies() }
/// ```
///
/// An issue names the problem, the dependency path that leads to it, and the remedy. Warnings do not
/// fail the test.
///
/// The function starts no build: it reads how the modules were compiled for the tests, and runs the
/// compiler on what has changed since the last check, in a folder of its own. Where that is
/// impossible, the test is canceled, with the reason: on devices and simulators, in Xcode, with
/// SwiftPM's build system `swiftbuild`, and with an unknown compiler. (Before Swift 6.3, a test
/// cannot be canceled: it passes, and the reason is printed.)
///
/// The call blocks its thread while the compiler runs.
///
/// - Parameters:
///   - product: The executable to check. By default all executables of the package are checked, or,
///     if it has none, its libraries together.
///   - includingTests: Whether the modules of tests are checked as programs, too.
///   - filePath: A source of the package: that of the test.
///   - sourceLocation: The place of issues without one of their own.
/// - Throws: An error if a module does not compile, or the package has changed since the last build.
public func checkDependencies(
  of product: String? = nil, includingTests: Bool = false, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #if canImport(StitcherToolKit)
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
