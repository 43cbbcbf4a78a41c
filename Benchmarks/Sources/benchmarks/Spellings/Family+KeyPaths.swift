import Stitch

/// An object with properties that read the map, as an app's models are.
private final class Model {
  @Stitch(\.service) var service
  @Stitch(\.limits) var limits: Limits
  init() {}
}

/// An object with properties of observable objects.
private final class ObservingModel {
  @Stitch(\.settings) var settings
  @StitchPublished(\.settings) var published
  init() {}
}

extension Family {
  /// The map of key paths.
  static let keyPaths = [
    Family(
      "the map's dependency by protocol",
      [
        Spelling("stitch.property") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<any Service>.take(model.service) }
        },
        Spelling("stitch.property.new-owner") {
          for _ in 0..<$0 { Sink<any Service>.take(Model().service) }
        },
        Spelling("stitch.key") { iterations in
          let user = MapUser()
          for _ in 0..<iterations {
            Sink<any Service>.take(user.resolve(key: DependencyMap.ServiceKey.self))
          }
        },
        Spelling("stitch.key-path") {
          for _ in 0..<$0 { Sink<any Service>.take(DependencyMap.resolve(\.service)) }
        },
        Spelling("stitch.key-path.user") { iterations in
          let user = MapUser()
          for _ in 0..<iterations { Sink<any Service>.take(user.resolve(\.service)) }
        },
      ]),
    // The read of the array's element retains and releases the key path. The first sibling does
    // this, too, so all of them do the same work.
    Family(
      "the map's dependency by protocol, and the read of a key path from an array",
      [
        Spelling("stitch.key-path.beside-stored") { iterations in
          let keyPaths = [\DependencyMap.service]
          for index in 0..<iterations {
            let keyPath = keyPaths[index & 0]
            Sink<any Service>.take(DependencyMap.resolve(\.service))
            withExtendedLifetime(keyPath) {}
          }
        },
        Spelling("stitch.key-path.stored") { iterations in
          let keyPaths = [\DependencyMap.service]
          for index in 0..<iterations {
            Sink<any Service>.take(DependencyMap.resolve(keyPaths[index & 0]))
          }
        },
        Spelling("stitch.key-path.user.stored") { iterations in
          let user = MapUser()
          let keyPaths = [\DependencyMap.service]
          for index in 0..<iterations {
            Sink<any Service>.take(user.resolve(keyPaths[index & 0]))
          }
        },
      ]),
    Family(
      "the map's dependency without a reference",
      [
        Spelling("stitch.property.value") { iterations in
          let model = Model()
          for _ in 0..<iterations { Sink<Limits>.take(model.limits) }
        },
        Spelling("stitch.key-path.value") {
          for _ in 0..<$0 { Sink<Limits>.take(DependencyMap.resolve(\.limits)) }
        },
      ]),
    Family(
      "the map's dependency that can be observed",
      [
        Spelling("stitch.property.class") { iterations in
          let model = ObservingModel()
          for _ in 0..<iterations { Sink<Settings>.take(model.settings) }
        },
        Spelling("stitch.published") { iterations in
          let model = ObservingModel()
          for _ in 0..<iterations { Sink<Settings>.take(model.published) }
        },
      ]),
  ]
}
