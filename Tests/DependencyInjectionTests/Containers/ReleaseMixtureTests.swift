import DependencyInjection
import StitcherTestSupport
import Testing

private final class Login: Sendable {}

private final class Inbox: Sendable {
  let login: Login
  init(_ login: Login) { self.login = login }
}

/// After a release of shared instances, no instance is kept that holds an earlier one.
@Suite(.timeLimit(.minutes(20))) struct ReleaseMixtureTests {
  private let rounds = bounded(5_000, sanitized: 500)

  @Test func threadsThatResolveMeanwhileKeepNoMixture() throws {
    let container = Container()
    container.register(type: Login.self, in: .shared) { _ in Login() }
    container.register(type: Inbox.self, in: .shared) { Inbox(try $0.tryResolve(type: Login.self)) }
    let isOver = Box(false)
    let workers = (0..<3).map { _ in
      Worker { while !isOver.value { _ = try? container.tryResolve(type: Inbox.self) } }
    }
    defer {
      isOver.value = true
      for worker in workers { worker.join() }
    }
    for _ in 0..<rounds {
      let old = try container.tryResolve(type: Login.self)
      container.releaseSharedInstances()
      let login = try container.tryResolve(type: Login.self)
      try #require(login !== old)
      try #require(try container.tryResolve(type: Inbox.self).login === login)
    }
  }

  @Test func tasksThatResolveMeanwhileKeepNoMixture() async throws {
    let container = AsyncContainer()
    await container.register(type: Login.self, in: .shared) { _ in Login() }
    await container.register(type: Inbox.self, in: .shared) { resolver in
      Inbox(try await resolver.tryResolve(type: Login.self))
    }
    let isOver = Box(false)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          while !isOver.value {
            _ = try await container.tryResolve(type: Inbox.self)
            await Task.yield()
          }
        }
      }
      defer { isOver.value = true }
      for _ in 0..<rounds {
        let old = try await container.tryResolve(type: Login.self)
        await container.releaseSharedInstances()
        let login = try await container.tryResolve(type: Login.self)
        try #require(login !== old)
        try #require(try await container.tryResolve(type: Inbox.self).login === login)
      }
    }
  }
}
