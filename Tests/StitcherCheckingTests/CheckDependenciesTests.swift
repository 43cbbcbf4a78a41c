import Foundation
import StitcherChecking
import Testing

/// Checks from inside a test.
@Suite struct CheckDependenciesTests {
  @Test func theGraphOfThisPackageIsComplete() throws {
    try checkDependencies(of: "stitcher-graph-sample")
  }

  @Test func aPackageThatIsNowhereSkipsTheTest() throws {
    try checkDependencies(filePath: "/nowhere/Tests.swift")
    #if compiler(>=6.3)
      Issue.record("The test goes on.")
    #endif
  }
}
