import Observation
import StitcherTestSupport

/// State that containers follow; any thread may change it.
@Observable final class Model: Sendable {
  @ObservationIgnored private let current = Box("first")

  var label: String {
    get {
      access(keyPath: \.label)
      return current.value
    }
    set { withMutation(keyPath: \.label) { current.value = newValue } }
  }
}
