import Stitcher
import StitcherTestingSupport
import Testing
import XCTest

/// A test case of XCTest in which each test runs in an isolated graph.
class IsolatedTestCase: XCTestCase {
  override func invokeTest() {
    DependencyGraph.process.isolated(named: name) {
      appContainer(uniqueText("xctest"))
    }
    .run { super.invokeTest() }
  }
}

final class XCTestTests: IsolatedTestCase {
  func testSynchronously() throws {
    XCTAssertEqual(DependencyGraph.current.name, name)
    XCTAssert(try DependencyGraph.inject(byType: Search.self).note.text.hasPrefix("xctest "))
  }

  func testAsynchronously() async throws {
    XCTAssertEqual(DependencyGraph.current.name, name)
    try await expectOwnNote(startingWith: "xctest ")
  }
}
