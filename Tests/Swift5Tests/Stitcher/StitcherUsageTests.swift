import Stitcher
import StitcherTesting
import Testing

/// The documentation's examples, as users of Swift 5 write them.
@Suite(.dependencies()) struct StitcherUsageTests {
  class LocalStorageService {}
  class AuthenticationService {}
  class UserAccountService {}
  class MotionDetectionService {}
  class ImageUploadService {
    let location: ImageUploadLocation
    init(targeting location: ImageUploadLocation) { self.location = location }
  }
  enum ImageUploadLocation { case profileAvatar }
  class Repository {
    let cache: String
    init(cachedBy cache: String) { self.cache = cache }
  }
  enum Services: String {
    case service
    case repository
  }
  enum UploadLocation: Hashable {
    case avatar
    case banner
  }
  struct Entity<T>: Hashable {
    init(of type: T.Type) {}
  }

  class LoginSceneViewModel {
    @Injected
    private var authenticationService: AuthenticationService

    @Injected(ImageUploadLocation.profileAvatar)
    private var avatarUploadService: ImageUploadService

    func login() -> Bool { authenticationService === authenticationService }
    func upload() -> ImageUploadLocation { avatarUploadService.location }
  }

  @Test func theQuickStartWorks() throws {
    class App {
      @Dependencies
      var container = DependencyContainer {
        // Dependency with no parameters
        AuthenticationService()

        // Dependency with parameters
        Dependency { location in
          ImageUploadService(targeting: location)
        }
        .scope(.instance)
      }
    }
    let app = App()
    let model = LoginSceneViewModel()
    #expect(model.login())
    #expect(model.upload() == .profileAvatar)
    withExtendedLifetime(app) {}
  }

  struct RepositoryDependency: DependencyRepresenting {
    var locator: DependencyLocator {
      .name(Self.name)
    }

    var scope: DependencyScope {
      .singleton
    }

    var eagerness: DependencyEagerness {
      .eager
    }

    var dependencyProvider: DependencyFactory.Provider<Repository> {
      DependencyFactory.Provider { cache in
        Repository(cachedBy: cache)
      }
    }

    static let name = "repository-of-swift-5"
  }

  @Test func aCustomTypeRepresentsADependency() throws {
    let container = DependencyContainer {
      RepositoryDependency()
    }
    DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    let repository: Repository = try DependencyGraph.inject(
      byName: RepositoryDependency.name, "cache")
    #expect(repository.cache == "cache")
  }

  @Test func groupsConditionsAndModifiersCompile() throws {
    class PrincipalAware {}
    class AccountRepository: PrincipalAware {}
    let isPrincipalPresent = true
    let first = DependencyContainer {
      Dependency { LocalStorageService() }
      if isPrincipalPresent {
        Dependency { UserAccountService() }
      }
      DependencyGroup {
        MotionDetectionService()
      }
      .enabled(false)
    }
    let second = DependencyContainer {
      Dependency { AccountRepository() }
        .inherits(from: PrincipalAware.self)
      Dependency { cache in Repository(cachedBy: cache) }
        .named(Services.repository)
      Dependency { "avatar" }
        .associated(with: UploadLocation.avatar)
      Dependency { "users" }
        .associated(with: Entity(of: UserAccountService.self))
    }
    let container = DependencyContainer(merging: [first, second])
    DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    class Holder {
      @Injected var accountRepository: AccountRepository
      @Injected var optional: AccountRepository?
      @Injected var all: [PrincipalAware]
      @Injected var storage: LocalStorageService
      @Injected var motion: MotionDetectionService?
      @Injected(name: Services.repository, "context") var repository: Repository
      @Injected(value: UploadLocation.avatar) var avatar: String
      @Injected(value: Entity(of: UserAccountService.self)) var users: String
    }
    let holder = Holder()
    let accounts = holder.accountRepository
    #expect(holder.optional === accounts)
    #expect(holder.all.count == 1 && holder.all[0] === accounts)
    #expect(holder.storage === holder.storage)
    #expect(holder.motion == nil)
    #expect(holder.repository.cache == "context")
    #expect(holder.avatar == "avatar" && holder.users == "users")
    let manual: Repository = try DependencyGraph.inject(byName: "repository", "context")
    #expect(manual === holder.repository, "it is shared while somebody holds it")
  }

  /// A scope with an action that is not `@Sendable`, as in the documentation of the original
  /// library.
  private final class Principal: ManagedDependencyScopeProviding {
    let ended = ChangeSource()
    func onScopeInvalidated(
      perform action: @escaping () -> Void
    ) -> any ManagedDependencyScopeReceipt {
      ended.onScopeInvalidated { action() }
    }
  }

  @Test func aScopeOfOnesOwnCompiles() throws {
    class Account {}
    let principal = Principal()
    let container = DependencyContainer {
      Dependency { Account() }.scope(.managed(principal))
    }
    DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    let first: Account = try DependencyGraph.inject()
    #expect(try DependencyGraph.inject() as Account === first)
    principal.ended.fire()
    #expect(try DependencyGraph.inject() as Account !== first)
  }

  @Test func closuresNeedNotBeSendable() {
    class Owner {
      var events = 0
      let container = DependencyContainer { LocalStorageService() }
      func follow() -> any ManagedDependencyScopeReceipt {
        DependencyGraph.graphChangedPublisher.sink { [weak self] in self?.events += 1 }
      }
      func run() {
        DependencyGraph.activate(container) { self.events += 100 }
        DependencyGraph.deactivate(container)
      }
    }
    let owner = Owner()
    owner.run()
    #expect(owner.events == 100)
    let cancellable = owner.follow()
    cancellable.cancel()
  }

  class Log {
    var lines: [Int] = []
  }

  @Test func closuresAndFactoriesMayCaptureWhatIsNotSendable() throws {
    let log = Log()
    var isOn = false
    isOn = true
    let container = DependencyContainer {
      if isOn {
        Dependency { () -> Int in
          log.lines.append(1)
          return log.lines.count
        }
        .named("count-of-swift-5")
      }
    }
    let merged = DependencyContainer(merging: container)
    DependencyGraph.activate(merged)
    defer { DependencyGraph.deactivate(merged) }
    #expect(try DependencyGraph.inject(byName: "count-of-swift-5") as Int == 1)
    #expect(log.lines == [1])
  }

  @MainActor class Screen {}

  @MainActor @Test func aFactoryThatNamesAnActorRunsThereOnly() async throws {
    let container = DependencyContainer {
      Dependency { @MainActor in Screen() }.scope(.singleton)
    }
    await DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    let inject = DependencyGraph.current.bound { () -> String in
      do {
        let _: Screen = try DependencyGraph.inject()
        return "none"
      } catch InjectionError.isolatedDependency(let isolated) {
        return isolated.actor
      } catch { return "\(error)" }
    }
    let actor = await Task.detached { inject() }.value
    #expect(actor == "MainActor")
    let screen: Screen = try DependencyGraph.inject()
    #expect(try DependencyGraph.inject() as Screen === screen)
  }
}
