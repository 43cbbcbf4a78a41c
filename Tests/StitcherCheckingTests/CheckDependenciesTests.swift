import StitcherChecking
import Testing

/// Checks from inside a test. The tests of the example Notes check a whole package.
@Suite struct CheckDependenciesTests {
  @Test func aPackageThatIsNowhereSkipsTheTest() throws {
    try checkDependencies(filePath: "/nowhere/Tests.swift")
    #if compiler(>=6.3)
      Issue.record("The test goes on.")
    #endif
  }
}
