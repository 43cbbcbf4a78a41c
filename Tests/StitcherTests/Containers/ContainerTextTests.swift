import Stitcher
import StitcherTesting
import Testing

/// What a container prints.
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
}
