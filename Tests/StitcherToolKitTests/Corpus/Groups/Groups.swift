import Stitcher

struct Clock: Sendable {}
final class Store: Sendable {
  init(_ account: String = "") {}
}
final class Draft: Sendable {
  init(_ account: String) {}
}
struct Extra: Sendable {}

func container(account: String?, isOn: Bool) -> DependencyContainer {
  DependencyContainer {
    DependencyGroup {
      DependencyGroup {
        Dependency { Clock() }
      }
      Dependency { Store() }
    }
    DependencyGroup {
      Dependency { Extra() }
    }
    .enabled(isOn)
    DependencyGroup(for: account) { account in
      Dependency { Draft(account) }
        .scope(.singleton)
      DependencyGroup(id: "nested") {
        Dependency { 1 }
      }
    }
    more
  }
}

@DependencyRegistrarBuilder var more: DependenciesRegistrar {
  Dependency { "text" }
  if Bool.random() {
    Dependency { 1.5 }
  }
}

/// What groups of the user's own have.
struct Module: DependencyGroupRepresenting {
  @DependencyRegistrarBuilder func dependencies() -> DependenciesRegistrar {
    Dependency { UInt8(1) }
    Dependency { UInt8(1) }.scope(.instance)
  }
}

func run() throws {
  let clock: Clock = try DependencyGraph.inject()
  let store: Store = try DependencyGraph.inject()
  let extra: Extra = try DependencyGraph.inject()
  let draft: Draft = try DependencyGraph.inject()
  let number: Int = try DependencyGraph.inject()
  let text: String = try DependencyGraph.inject()
  let fraction: Double = try DependencyGraph.inject()
  let byte: UInt8 = try DependencyGraph.inject()
  let missing: Float = try DependencyGraph.inject()
  print(clock, store, extra, draft, number, text, fraction, byte, missing, Module())
}
