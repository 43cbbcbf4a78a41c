// check-apple: -swift-version 6
// The other programming models on the lowest releases: iOS 13, macOS 10.15, tvOS 13 and watchOS 6.

import Combine
import DependencyInjection
import Stitch
import SwiftDependencyInjectorMacros

final class Database: Sendable {
  init() {}
  func close() async throws {}
}

// DependencyInjection

final class Archive: Sendable {
  init(database: Database) {}
}

func useContainers() async throws {
  let container = Container()
  container.register { _ in Database() }
    .teardown(withinSeconds: 5) { database in try await database.close() }
  container.autoregister(initializer: Archive.init)
  container.register(type: String.self) { (_, count: Int) in "\(count)" }
  let archive: Archive = container.resolve()
  let watching = container.observe { event in print(event.durationInSeconds as Any) }
  print(archive, container.creationReport(slowerThanSeconds: 0.02).thresholdInSeconds)
  watching.cancel()
  try await container.end()

  let async = AsyncContainer()
  await async.register(in: .shared) { _ in Database() }
  print(await async.resolve() as Database)
}

// Stitch

extension DependencyMap {
  private struct DatabaseKey: ClosableDependencyKey {
    static var dependency: Database { Database() }
    static var teardown: DependencyTeardown<Database> {
      DependencyTeardown(withinSeconds: 5) { database in try await database.close() }
    }
  }

  var database: Database {
    get { resolve(key: DatabaseKey.self) }
    set { register(key: DatabaseKey.self, dependency: newValue) }
  }

  private struct SessionKey: DependencyKey {
    static let dependency = Session()
  }

  var session: Session {
    get { resolve(key: SessionKey.self) }
    set { register(key: SessionKey.self, dependency: newValue) }
  }
}

final class Session: ObservableObject, AnyObservableObject, @unchecked Sendable {
  // Safe: it is used on the main actor only.
  @Published var isSignedIn = false
}

@Stitchify(by: (any Logging).self)
final class Logger: Logging {
  init() {}
}

protocol Logging: AnyObject {}

@MainActor final class Model: ObservableObject {
  @Stitch(\.database) private var database
  @Stitch(Logger.self) private var logger
  @StitchPublished(\.session) private var session
  private var cancellable: AnyCancellable?

  init() { cancellable = $session.isSignedIn.sink { isSignedIn in print(isSignedIn) } }
}

struct Launch: DependencyRegistrant {
  func prepare() { register(\.database, dependency: Database()) }
}

func useMap() async throws {
  Launch().prepare()
  try await DependencyMap.end()
}

// SwiftDependencyInjector

protocol Repository: InjectableDependency {
  func fetch() -> [Int]
}

struct LocalRepository: Repository {
  func fetch() -> [Int] { [1, 2] }
}

struct RemoteRepository: Repository {
  func fetch() -> [Int] { [3, 4] }
}

func useInjector() async {
  Injector.global.register(
    (any Repository).self, defaultDependency: "local",
    implementations: ["local": { LocalRepository() }, "remote": { RemoteRepository() }])
  Injector.global.register(
    Database.self, implementation: { Database() }, withinSeconds: 5,
    teardown: { database in try await database.close() })
  Injector.global.add((any Repository).self, key: "other", implementation: { LocalRepository() })
  await Injector.global.destroyAsync()
}

final class Service {
  @Inject private var repository: any Repository
  @ObservedInject private var observed: any Repository

  func fetch() async -> [Int] {
    let subscription = $observed.sink { repository in print(repository.fetch()) }
    subscription.cancel()
    return repository.fetch()
  }
}
