import DependencyInjection

struct Clock: Sendable {}
struct Store: Sendable { let clock: Clock }
struct Lost: Sendable {}

func run(container: AsyncContainer) async throws {
  await container.register { _ in Clock() }
  await container.register { resolver in Store(clock: await resolver.resolve()) }
  let store: Store = await container.resolve()
  let lost = try await container.tryResolve(type: Lost.self)
  print(store, lost)
}
