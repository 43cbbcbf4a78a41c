import Stitcher
import StitcherTesting
import Testing

/// Code that must compile and work in a module that is isolated to the main actor by default.
@Suite(.dependencies()) struct StitcherUsageTests {
  final class ViewModel {
    @Dependencies var container = DependencyContainer { @MainActor in
      Dependency { Cache() }
      Dependency { @MainActor in Navigation() }
        .conforms(to: (any Accounts).self)
        .scope(.singleton)
      Dependency { @MainActor (title: String) in Page(title: title) }
        .scope(.instance)
      Dependency(for: Key(id: 1)) { Cache() }
      Dependency(named: Place.avatar) { Cache() }
      Dependency { Notes() }.conforms(to: (any Searchable).self)
      CacheDependency()
    }

    @Injected var cache: Cache
    @Injected var navigation: Navigation
    @Injected var accounts: any Accounts
    @Injected("Title") var page: Page
    @Injected(name: Place.avatar) var avatar: Cache
    @Injected(name: "represented-cache") var represented: Cache
    @Injected(value: Key(id: 1)) var keyed: Cache
    @Injected var missing: Session?
    @Injected var searchable: [any Searchable]

    func replaceContainer() async {
      await _container.setContainer(.empty)
    }

    func reload() throws {
      try _cache.reload()
      try _cache.loadIfNeeded()
      _cache.autoreload()
    }
  }

  @Test func aMainActorClassInjectsServicesOfBothKinds() async throws {
    let model = ViewModel()
    #expect(model.navigation === model.accounts)
    #expect(model.navigation.name == "navigation")
    #expect(model.navigation.cache === model.cache, "it is shared while somebody holds it")
    #expect(model.page.title == "Title")
    #expect(model.cache === model.cache)
    #expect(model.avatar !== model.keyed)
    #expect(model.represented === model.represented)
    #expect(model.missing == nil)
    #expect(model.searchable.count == 1)
    try model.reload()
    await model.replaceContainer()
    #expect(throws: InjectionError.self) { try DependencyGraph.inject() as Page }
  }

  @Test func anEagerMainActorInstanceIsCreatedThere() {
    final class Other {
      static var count = 0
      init() { Other.count += 1 }
      func activate() {
        DependencyGraph.activate(
          DependencyContainer {
            Dependency { @MainActor in Other() }.scope(.singleton).eagerness(.eager)
          })
      }
    }
    Other().activate()
    #expect(Other.count == 2)
  }

  @Test func aHookOfTheMainActorIsCalled() throws {
    final class Hooked: PostInstantiationAware {
      var isRecorded = false
      func didInstantiate() { isRecorded = true }
    }
    let hooked: Hooked = try active(
      DependencyContainer { Dependency { @MainActor in Hooked() } }
    ) { try DependencyGraph.inject() }
    #expect(hooked.isRecorded)
  }

  @Test func completionClosuresBelongToTheMainActor() {
    final class Owner {
      var isDone = false
      let container = DependencyContainer { Cache() }
      @Dependencies var managed = .empty
      func run() {
        DependencyGraph.activate(container) { self.isDone = true }
        DependencyGraph.deactivate(container)
      }
      func replace() {
        _managed.setContainer(.empty) { self.isDone = false }
      }
    }
    let owner = Owner()
    owner.run()
    #expect(owner.isDone)
    owner.replace()
    #expect(!owner.isDone)
  }

  @Test func theDocumentsCustomScopeEndsALifetime() throws {
    struct Account: Equatable {
      let cache = Cache()
      static func == (one: Account, other: Account) -> Bool { one.cache === other.cache }
    }
    let source = PrincipalDatasource(principal: "a")
    let container = DependencyContainer {
      Dependency { @MainActor in Account() }.scope(.managed(source))
    }
    try active(container) {
      let first: Account = try DependencyGraph.inject()
      let second: Account = try DependencyGraph.inject()
      #expect(second == first)
      source.principal = "b"
      let third: Account = try DependencyGraph.inject()
      #expect(third != first)
    }
  }

  /// Runs a closure while a container is active.
  private func active<Result>(
    _ container: DependencyContainer, _ body: () throws -> Result
  ) throws -> Result {
    DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    return try body()
  }
}
