import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private protocol Signing: AnyObject, Sendable {
  var user: Int { get }
}

private final class Login: Signing {
  let user: Int
  init(_ user: Int) { self.user = user }
}

/// A decorator's result around a login.
private final class Wrapping: Signing {
  let user: Int
  init(_ inner: any Signing) { user = inner.user }
}

private final class Inbox: Sendable {
  let login: any Signing
  let onDeinit: @Sendable () -> Void

  init(_ login: any Signing, onDeinit: @escaping @Sendable () -> Void = {}) {
    self.login = login
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }
}

/// A provider that calls its subscribers one by one, without an engine.
private final class Principal: ManagedDependencyScopeProviding, Sendable {
  private let actions = Box<(last: Int, all: [Int: @Sendable () -> Void])>((0, [:]))

  struct Receipt: ManagedDependencyScopeReceipt {
    let principal: Principal
    let number: Int
    func cancel() { principal.actions.change { _ = $0.all.removeValue(forKey: number) } }
  }

  func onScopeInvalidated(
    perform action: @Sendable @escaping () -> Void
  ) -> any ManagedDependencyScopeReceipt {
    let number = actions.change { actions in
      actions.last += 1
      actions.all[actions.last] = action
      return actions.last
    }
    return Receipt(principal: self, number: number)
  }

  func fire() {
    let all = actions.change { $0.all.sorted { $0.key < $1.key }.map(\.value) }
    for action in all { action() }
  }
}

/// An inbox and a login end with one lifetime; a kept inbox must hold the kept login.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct ManagedMixtureTests {
  /// The kind of a lifetime's source.
  enum Source: CaseIterable, Sendable {
    case changeSource, provider, state

    /// Returns a scope, and an action that ends its lifetime.
    fileprivate func make() -> (scope: DependencyScope, fire: @Sendable () -> Void) {
      switch self {
      case .changeSource:
        let source = ChangeSource()
        return (.managed(by: source), { source.fire() })
      case .provider:
        let principal = Principal()
        return (.managed(principal), { principal.fire() })
      case .state:
        let session = Session()
        return (.managed(by: { session.number }), { session.number += 1 })
      }
    }
  }

  /// A way to declare inbox and login.
  enum Form: CaseIterable, Sendable {
    case plain, decorated, layered, inAChild, asynchronous

    /// Creates a graph in which the inbox's factory injects the login.
    fileprivate func graph(_ scope: DependencyScope, _ user: @escaping @Sendable () -> Int)
      -> DependencyGraph
    {
      @Sendable func inbox() throws -> Inbox { Inbox(try DependencyGraph.inject() as any Signing) }
      let parent = DependencyGraph.current.isolated {
        Dependency { Login(user()) }.conforms(to: (any Signing).self).scope(scope)
        if self == .decorated { Decorator((any Signing).self) { Wrapping($0) } }
        if self == .asynchronous {
          Dependency { () async throws in
            Inbox(try await DependencyGraph.injectAsync() as any Signing)
          }.scope(scope)
        } else if self != .inAChild {
          Dependency { try inbox() }.scope(scope)
        }
      }
      switch self {
      case .plain, .decorated, .asynchronous: return parent
      case .layered:
        return parent.isolated { Decorator((any Signing).self) { Wrapping($0) } }
      case .inAChild: return parent.child { Dependency { try inbox() }.scope(scope) }
      }
    }
  }

  /// Threads and tasks inject while a source is fired. After each firing, the kept inbox and login
  /// are new and belong together.
  @Test(arguments: [Source.changeSource, .provider], Form.allCases)
  func whatIsKeptAfterAFiringBelongsTogether(_ source: Source, _ form: Form) async throws {
    let (scope, fire) = source.make()
    let user = Counter()
    let graph = form.graph(scope) { user.value }
    let isOver = Box(false)
    let mixtures = try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          while !isOver.value {
            _ = try await graph.injectAsync() as Inbox
            await Task.yield()
          }
        }
      }
      defer { isOver.value = true }
      var mixtures = 0
      for round in 1...bounded(fewerInDebug(10_000), sanitized: 500) {
        user.count()
        fire()
        let inbox: Inbox = try await graph.injectAsync()
        let login: any Signing = try await graph.injectAsync()
        if inbox.login !== login || login.user != round { mixtures += 1 }
        if round % 16 == 0 { await Task.yield() }
      }
      return mixtures
    }
    #expect(mixtures == 0)
    try await graph.end()
  }

  /// The `deinit` of an inbox that the firing releases injects again. If observed state is
  /// changing, the new inbox is kept no longer than the change takes.
  @Test(arguments: Source.allCases)
  func whatADeinitInjectsDuringAFiringBelongsTogether(_ source: Source) throws {
    let (scope, fire) = source.make()
    let inject = Box<(@Sendable () -> Inbox?)?>(nil)
    let injected = Box<Inbox?>(nil)
    defer { injected.value = nil }
    let graph = DependencyGraph.current.isolated {
      Dependency {
        Inbox(try DependencyGraph.inject() as Login) {
          if let inject = inject.take() { injected.value = inject() }
        }
      }.scope(scope)
      Dependency { Login(0) }.scope(scope)
    }
    let old = try (graph.inject() as Inbox).login
    inject.value = { try? graph.inject() }
    fire()
    let login: Login = try graph.inject()
    #expect(login !== old)
    #expect(try #require(injected.value).login !== old)
    if source != .state { #expect(injected.value?.login === login) }
    #expect(try (graph.inject() as Inbox).login === login)
  }

  /// An asynchronous inbox has injected the login before the firing, and its creation ends after
  /// it.
  @Test func whatIsBeingMadeInATaskIsNotKept() async throws {
    let (scope, fire) = Source.changeSource.make()
    let hasLogin = AsyncGate()
    let mayEnd = AsyncGate()
    let graph = DependencyGraph.current.isolated {
      Dependency { () async throws in
        let login: Login = try await DependencyGraph.injectAsync()
        hasLogin.open()
        await mayEnd.wait()
        return Inbox(login)
      }.scope(scope)
      Dependency { Login(0) }.scope(scope)
    }
    let first = Task { try await graph.injectAsync() as Inbox }
    await hasLogin.wait()
    fire()
    let login: Login = try graph.inject()
    mayEnd.open()
    #expect(try await first.value.login !== login)
    #expect(try await (graph.injectAsync() as Inbox).login === login)
    try await graph.end()
  }
}
