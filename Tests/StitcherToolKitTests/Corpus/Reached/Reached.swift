import Stitcher

struct Clock: Sendable {}
struct Global: Sendable {}
struct Default: Sendable {}
struct Computed: Sendable {}
struct Nested: Sendable {}
struct Subscripted: Sendable {}

let shared: Global = try! DependencyGraph.inject()

struct Service: Sendable {
  static let clock: Clock = try! DependencyGraph.inject()
  let property: Clock = Service.clock
  var computed: Computed { try! DependencyGraph.inject() }

  init(_ value: Default = try! DependencyGraph.inject()) {
    _ = shared
    _ = computed
    func nested() -> Nested { try! DependencyGraph.inject() }
    _ = nested()
    _ = self[1]
    defer { print(try! DependencyGraph.inject() as Int) }
    let run: () -> String = { try! DependencyGraph.inject() }
    _ = { try! DependencyGraph.inject() as Double }()
    print(run())
  }

  subscript(_ index: Int) -> Subscripted { try! DependencyGraph.inject() }
}

let app = DependencyContainer {
  Dependency { Clock() }
  Dependency { Global() }
  Dependency { Default() }
  Dependency { Computed() }
  Dependency { Nested() }
  Dependency { Subscripted() }
  Dependency { 1 }
  Dependency { "text" }
  Dependency { 1.5 }
  Dependency { Service() }
    .scope(.singleton)
}

func run() throws {
  let service: Service = try DependencyGraph.inject()
  print(service)
}
