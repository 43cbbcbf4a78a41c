import Stitcher

protocol Clock: Sendable {}
struct SystemClock: Clock {}
struct Store: Sendable {}
struct Search: Sendable {
  let store: Store
  let limit: Int
}
enum Region: Hashable { case north, south }

// What it makes is a `Clock`, but nothing says so.
let app = DependencyContainer {
  Dependency { SystemClock() }
  Dependency(named: "directory") { "/data" }
  Dependency(for: Region.north) { 1 }
  Dependency(autowired: Search.init(store:limit:), by: .type, .name("limit"))
}

struct Screen {
  @Injected var clock: any Clock
  @Injected(name: "title") var title: String
  @Injected(value: Region.south) var region: Int
}

func start() throws {
  let clock: any Clock = try DependencyGraph.inject()
  let found = try DependencyGraph.inject(byType: [Int: String].self)
  let name: String = try DependencyGraph.inject(byName: "directroy")
  let number: Int = try DependencyGraph.current.inject(byValue: Region.south)
  let search: Search = try DependencyGraph.inject()
  let forced: Store = try DependencyGraph.inject()!
  print(clock, found as Any, name, number, search, forced)
}
