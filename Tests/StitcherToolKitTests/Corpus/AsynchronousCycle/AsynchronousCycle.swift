import Stitcher

final class Left: Sendable {
  init(_ right: Right) async throws {}
}

final class Right: Sendable {
  init() async throws { _ = try await DependencyGraph.injectAsync() as Left }
}

let app = DependencyContainer {
  Dependency { try await Left(DependencyGraph.injectAsync()) }
  Dependency { try await Right() }
    .scope(.singleton)
}

func run() async throws {
  let left: Left = try await DependencyGraph.injectAsync()
  print(left)
}
