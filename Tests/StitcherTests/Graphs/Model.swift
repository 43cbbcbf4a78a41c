import Observation

/// State that containers of the tests follow.
@Observable final class Model: @unchecked Sendable {
  // Safe: each test has its own, and uses it on one thread.
  var label = "first"
}
