import StitcherMacros

protocol Carrier: Sendable {}

@Registerable final class PostOffice: Sendable {}

@Registerable(as: (any Carrier).self)
struct Courier: Carrier {}

@Registerable(by: .name("depot"))
struct Depot: Sendable {}

enum Country {
  @Registerable struct Stamp: Sendable {}
}

extension Country {
  @Registerable struct Coin: Sendable {}
}

/// The program uses the registrations of all types below.
@Registerable final class Listed: Sendable {}

@Registerable class Base: @unchecked Sendable {}  // Safe: no state.
final class Derived: Base, @unchecked Sendable {}  // Safe: no state.

enum Outer {
  @Registerable struct Inner: Sendable {}
}

@Registerable private struct Hidden: Sendable {}

@Registerable(by: .name("box"))
struct Box<Content: Sendable>: Sendable {}

/// The class has the words of the property's name in its own.
@Registerable struct DependencyRegistrationLog: Sendable {}

@Registerable struct Argued: Sendable {}
@Registerable struct ByKeyPath: Sendable {}
@Registerable struct OfItself: Sendable {}

extension OfItself {
  static var group: DependencyGroup { DependencyGroup { Self.dependencyRegistration } }
}

func group(
  _ registration: GeneratedDependencyRegistration<Argued> = Argued.dependencyRegistration
) -> DependencyGroup { DependencyGroup { registration } }

func groupByKeyPath() -> DependencyGroup {
  let path = \ByKeyPath.Type.dependencyRegistration
  return DependencyGroup { ByKeyPath.self[keyPath: path] }
}

let app = DependencyContainer {
  Listed.dependencyRegistration.id(1)
  Derived.dependencyRegistration
  Outer.Inner.dependencyRegistration
  Hidden.dependencyRegistration
  Box<Int>.dependencyRegistration
  DependencyRegistrationLog.dependencyRegistration
  OfItself.group
  group()
  groupByKeyPath()
}

func run() throws {
  let office: PostOffice = try DependencyGraph.inject()
  let carrier: any Carrier = try DependencyGraph.inject()
  let depot: Depot = try DependencyGraph.inject(byName: "depot")
  let stamp: Country.Stamp = try DependencyGraph.inject()
  let coin: Country.Coin = try DependencyGraph.inject()
  print(office, carrier, depot, stamp, coin)
}

func runListed() throws {
  let listed: Listed = try DependencyGraph.inject()
  let base: Base = try DependencyGraph.inject()
  let inner: Outer.Inner = try DependencyGraph.inject()
  let hidden: Hidden = try DependencyGraph.inject()
  let box: Box<Int> = try DependencyGraph.inject(byName: "box")
  let log: DependencyRegistrationLog = try DependencyGraph.inject()
  let argued: Argued = try DependencyGraph.inject()
  let byKeyPath: ByKeyPath = try DependencyGraph.inject()
  let ofItself: OfItself = try DependencyGraph.inject()
  print(listed, base, inner, hidden, box, log, argued, byKeyPath, ofItself)
}
