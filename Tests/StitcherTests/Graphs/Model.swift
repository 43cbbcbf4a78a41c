import Observation
import StitcherTestSupport

/// State that containers follow: it may change on any thread, since they read it on one of theirs.
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
