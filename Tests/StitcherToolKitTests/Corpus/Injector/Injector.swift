import SwiftDependencyInjector

protocol Clock: Sendable {}
struct SystemClock: Clock {}
protocol Store: Sendable {}
struct Files: Store {}
protocol Lost: Sendable {}

func register(_ injector: Injector) {
  injector.register((any Clock).self, implementation: { SystemClock() })
  injector.add((any Store).self, key: "files") { Files() }
}

func run(_ injector: Injector) {
  let store: any Store = injector.get()
  print(store)
}

struct Screen {
  @Inject(context: .global) var clock: any Clock
  @Inject(context: .global) var lost: any Lost
}
