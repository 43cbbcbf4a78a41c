import Foundation
import Stitcher
import StitcherTesting
import Testing

@Suite(.dependencies()) struct ConfigurationTests {
  @Test func settingsHaveDefaultsAndKeepWhatIsSet() async {
    await #expect(processExitsWith: .success) {
      #expect(StitcherConfiguration.isIndexingEnabled)
      #expect(StitcherConfiguration.approximateDependencyCount == 30_000)
      #expect(StitcherConfiguration.autoCleanupEnabled)
      #expect(StitcherConfiguration.runtimeCycleDetectionAvailability == .always)
      StitcherConfiguration.isIndexingEnabled = false
      StitcherConfiguration.autoCleanupEnabled = false
      StitcherConfiguration.approximateDependencyCount = 1
      #expect(!StitcherConfiguration.isIndexingEnabled)
      #expect(!StitcherConfiguration.autoCleanupEnabled)
      #expect(StitcherConfiguration.approximateDependencyCount == 100, "the lower bound")
      let container = DependencyContainer {
        Dependency(named: "configured") { 1 }
      }
      DependencyGraph.activate(container) {}
      let found: Int = try DependencyGraph.inject(byName: "configured")
      #expect(found == 1, "results do not change")
    }
  }

  @Test func productionNeverAsksWhetherItRunsUnderTest() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let sources = package.appending(path: "Sources")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where ["swift", "c", "h"].contains(file.pathExtension) {
      // Tools have command-line arguments, and only tests link the traits for tests.
      let isProduction = ![
        "/stitcher-autoregistration/", "/stitcher-tool/", "/StitcherToolKit/", "/StitcherTesting/",
        "/StitcherChecking/",
      ]
      .contains { file.path.contains($0) }
      if !isProduction { continue }
      count += 1
      let text = try String(contentsOf: file, encoding: .utf8)
      for word in [
        "XCTest", "import Testing", "swift-testing", "isRunningTest", "NSClassFromString",
        "dlsym", "processName", "CommandLine.arguments",
      ] {
        #expect(!text.contains(word), "\(file.lastPathComponent) has '\(word)'")
      }
    }
    #expect(count > 40)
  }
}
