import DependencyInjection

protocol Clock {}
struct SystemClock: Clock {}
struct Store { let clock: any Clock }
struct File { let name: String }
struct Search { let store: Store }
struct Index { let number: Int }

func register(in container: Container) {
  container.register(type: (any Clock).self) { _ in SystemClock() }
  container.register(in: .new) { resolver in Store(clock: resolver.resolve()) }
  container.register { (_, name: String) in File(name: name) }
  container.autoregister(initializer: Search.init)
  container.autoregister(in: .shared, initializer: Index.init)
}

struct Screen {
  @Injected var store: Store
  @LazyInjected var missing: SystemClock
}

func run(container: Container) throws {
  let clock: any Clock = container.resolve()
  let store = try container.tryResolve(type: Store.self)
  let file: File = container.resolve(argument: "name")
  let turned: File = container.resolve(argument: 1)
  let none = container.resolve(type: File.self)
  let search: Search = container.resolve()
  let index: Index = container.resolve()
  let text: String = container.resolve()
  print(clock, store, file, turned, none, search, index, text)
}
