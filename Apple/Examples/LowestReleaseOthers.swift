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
}

@Stitchify(by: (any Logging).self)
final class Logger: Logging {
  init() {}
}

protocol Logging: AnyObject {}

@MainActor final class Model: ObservableObject {
  @Stitch(\.database) private var database
  @Stitch(Logger.self) private var logger
  @StitchPublished(\.database) private var published
  private var cancellable: AnyCancellable?

  init() { cancellable = $published.sink { database in print(database, self.logger) } }
}

func useMap() async throws {
  DependencyMap.register(\.database, dependency: Database())
  try await DependencyMap.end()
}

// SwiftDependencyInjector

protocol Repository: InjectableDependency {
  func fetch() -> [Int]
}

struct LocalRepository: Repository {
  init() {}
  func fetch() -> [Int] { [1, 2] }
}

struct RemoteRepository: Repository {
  init() {}
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
    for await repository in $observed.values { return repository.fetch() }
    return repository.fetch()
  }
}
