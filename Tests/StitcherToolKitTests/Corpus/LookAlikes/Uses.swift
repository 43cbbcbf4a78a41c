struct Clock {}

let app = DependencyContainer {
  Dependency { Clock() }
  Dependency { Clock() }
  Dependency(named: "clock") { Clock() }
}

struct Screen {
  @Injected(name: "nobody") var clock: Clock
}

func run() throws {
  let one: Int = try DependencyGraph.inject()
  let two: String = try DependencyGraph.inject(byName: "nobody")
  let three: Double = inject()
  print(one, two, three)
}
