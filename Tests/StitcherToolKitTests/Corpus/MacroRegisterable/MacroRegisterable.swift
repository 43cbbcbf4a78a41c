import StitcherMacros

protocol Search: Sendable {}
protocol Store: Sendable {}
protocol Quiet: Sendable {}

enum Key: String { case limit = "app.limit" }

@Registerable final class Plain: Sendable {}

@StitcherMacros.Registerable()
struct Qualified: Sendable {
  init(title: String) {}
}

@Registerable(by: .name("named"))
struct Named: Sendable {}

@Registerable(by: .value(7), scope: .instance)
struct Valued: Sendable {}

@Registerable(by: .type((any Store).self), eagerness: .eager)
final class Located: Store {}

@Registerable(as: (any Search).self, (any Quiet).self, scope: .shared)
final class Abstract: Search, Quiet {}

@Registerable(as: .conformances)
struct Conforming: Search, Equatable {
  @PreferredInitializer
  init() {}

  init(number: Int) {}
}

let app = DependencyContainer {
  Plain.dependencyRegistration
  Qualified.dependencyRegistration
  Named.dependencyRegistration
  Valued.dependencyRegistration
  Located.dependencyRegistration
  Abstract.dependencyRegistration
  Conforming.dependencyRegistration
}

func run() throws {
  let plain: Plain = try DependencyGraph.inject()
  let qualified: Qualified = try DependencyGraph.inject(parameters: "title")
  let untitled: Qualified = try DependencyGraph.inject()
  let named: Named = try DependencyGraph.inject(byName: "named")
  let valued: Valued = try DependencyGraph.inject(byValue: 7)
  let located: Located = try DependencyGraph.inject()
  let store: any Store = try DependencyGraph.inject()
  let quiet: any Quiet = try DependencyGraph.inject()
  let searches: [any Search] = try DependencyGraph.inject()
  let byType: Named = try DependencyGraph.inject()
  print(plain, qualified, untitled, named, valued, located, store, quiet, searches, byType)
}
