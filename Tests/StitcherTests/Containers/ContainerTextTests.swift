import Stitcher
import StitcherTesting
import Testing

/// The textual description of a container.
@Suite(.dependencies()) struct ContainerTextTests {
  struct Plain {}
  struct Store: CustomStringConvertible { let description = "store" }

  @Test func itListsWhatItHoldsInOrder() {
    let line: UInt = #line + 2
    let container = DependencyContainer {
      Plain()
      Dependency { (_: Int, _: String) in Store() }
        .conforms(to: (any CustomStringConvertible).self)
      Dependency(named: "store") { Store() }
      Dependency(for: 7) { Store() }
    }
    #expect(
      "\(container)" == """
        Stitcher.DependencyContainer:
          - Plain, parameters (), registered at \(#fileID):\(line)
          - Store, CustomStringConvertible, parameters (Int, String), registered at \(#fileID):\(line + 1)
          - Store named "store", parameters (), registered at \(#fileID):\(line + 3)
          - Store for 7, parameters (), registered at \(#fileID):\(line + 4)
        """)
    #expect("\(DependencyContainer.empty)" == "Stitcher.DependencyContainer, empty")
  }

  @Test func itListsDecorators() {
    let line: UInt = #line + 3
    let container = DependencyContainer {
      Plain()
      Decorator(Plain.self) { $0 }
      Decorator(named: "store") { (inner: Store) in inner }
      Decorator(value: 7) { (inner: Store) in inner }
    }
    #expect(
      "\(container)" == """
        Stitcher.DependencyContainer:
          - Plain, parameters (), registered at \(#fileID):\(line - 1)
          - decorator of Plain, written at \(#fileID):\(line)
          - decorator of Store named "store", written at \(#fileID):\(line + 1)
          - decorator of Store for 7, written at \(#fileID):\(line + 2)
        """)
  }

  @Test func validationShowsDecoratorsInTheOrderOfTheirUse() throws {
    let parent = DependencyGraph.current.isolated {
      Dependency(named: "plain") { Plain() }
      Dependency { Store() }
      Decorator(Store.self) { $0 }
    }
    let line: UInt = #line - 2
    let child = parent.child {
      Decorator(named: "plain") { (inner: Plain) in inner }
      Decorator(Store.self) { $0 }
    }
    child.validate { registrations in
      #expect(
        registrations.decorators == [
          "decorator of Store, written at \(#fileID):\(line)",
          "decorator of Plain named \"plain\", written at \(#fileID):\(line + 4)",
          "decorator of Store, written at \(#fileID):\(line + 5)",
        ])
    }
    #expect(DependencyGraph.current.isolated().decoratorCount == 0)
  }
}

extension DependencyGraph {
  fileprivate var decoratorCount: Int {
    var count = 0
    validate { count = $0.decorators.count }
    return count
  }
}
