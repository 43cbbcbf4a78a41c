import Stitcher

struct Settings: Sendable {}
final class Database: Sendable {
  init(_ settings: Settings) async throws {}
}

@MainActor final class Screen {
  init(_ database: Database) {}
}

actor Worker {
  init(_ database: Database) {}
}

@globalActor actor Background {
  static let shared = Background()
}

@Background final class Job {
  init(_ missing: Int) {}
}

let app = DependencyContainer {
  Dependency { Settings() }
  Dependency { try await Database(DependencyGraph.inject()) }
    .scope(.singleton)
  Dependency { @MainActor in Screen(try DependencyGraph.inject()) }
  Dependency { Worker(try await DependencyGraph.injectAsync()) }
  Dependency { @Background in Job(try DependencyGraph.inject()) }
}

func run() async throws {
  let screen: Screen = try await DependencyGraph.injectAsync()
  let worker: Worker = try await DependencyGraph.injectAsync(byType: Worker.self)
  let job: Job = try await DependencyGraph.injectAsync()
  print(screen, worker, job)
}
