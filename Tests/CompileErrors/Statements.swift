import Stitcher

// The compiler's errors for statements that a builder does not support.

final class Service: Sendable {
  init() throws {}
}

let caught = DependencyContainer {
  do { try Service() } catch { print(error) }
}
// error: closure containing control flow statement cannot be used with result builder 'DependencyRegistrarBuilder'

let repeated = DependencyContainer {
  while Bool.random() { 1 }
}
// error: closure containing control flow statement cannot be used with result builder 'DependencyRegistrarBuilder'

let caughtInAGraph = DependencyGraph.process.child {
  do { try Service() } catch { print(error) }
}
// error: closure containing control flow statement cannot be used with result builder 'DependencyGraphBuilder'

let misspelled = DependencyContainer {
  Dependency { 1 }.scoped()
}
// error: value of type 'Dependency<Int, MaybeTypeLocatedDependency>' has no member 'scoped'
