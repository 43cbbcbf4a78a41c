import Stitch

/// An object with a property that writes the map.
private final class Model {
  @Stitch(\.service) var service
  init() {}
}

extension Benchmark {
  /// Writes to the map of key paths.
  static let keyPaths: [Benchmark] = [
    Benchmark("stitch.register") { iterations in
      let user = MapUser()
      let service = LiveService()
      for _ in 0..<iterations { user.register(\.service, dependency: service) }
    },
    Benchmark("stitch.assign") { iterations in
      let model = Model()
      let service = LiveService()
      for _ in 0..<iterations { model.service = service }
    },
  ]
}
