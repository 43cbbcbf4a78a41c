import Stitcher

enum Name: String { case utc }
enum Region: Hashable { case north }

protocol Store: Sendable {}
struct Files: Store {}
struct Clock: Sendable {}

final class Search: Sendable {
  init(store: any Store, clock: Clock) {}
}

struct Screen: Sendable {
  init(search: Search?, all: [Clock], region: Int, label: String) {}
}

struct Database: Sendable {
  init(search: Search) async throws {}
}

@MainActor final class View {
  init(database: Database, float: Float) {}
}

func key() -> ParameterKey<String> { .name("label") }

let app = DependencyContainer {
  Dependency { Files() }
    .conforms(to: (any Store).self)
  Dependency(named: Name.utc) { Clock() }
  Dependency(for: Region.north) { 1 }
  Dependency(autowired: Search.init(store:clock:), by: .type, .name(Name.utc))
  Dependency(
    autowired: Screen.init(search:all:region:label:), by: .type, .type, .value(Region.north),
    key())
  Dependency(autowiredAsync: Database.init(search:))
  Dependency(autowiredOnMainActor: View.init(database:float:))
}

func run() async throws {
  let screen: Screen = try DependencyGraph.inject()
  let database: Database = try await DependencyGraph.injectAsync()
  let view: View = try await DependencyGraph.injectAsync()
  print(screen, database, view)
}
