import StitcherTesting
import SwiftDependencyInjector
import Testing

// All forms of calls in Swift 5 mode, as in programs for the versions 1.x and 2.x.

private protocol Repository {
  func fetch() -> [Int]
}

private class LocalRepository: Repository, InjectableDependency {
  required init() {}
  func fetch() -> [Int] { [1, 2, 3, 4] }
}

private class RemoteRepository: Repository, InjectableDependency {
  required init() {}
  func fetch() -> [Int] { [5, 6, 7, 8] }
}

private class RepositoryMock: Repository, InjectableDependency {
  required init() {}
  func fetch() -> [Int] { [9] }
}

/// A protocol that requires the conformance itself, and an implementation that shares one instance.
private protocol Settings: InjectableDependency {}

private final class SharedSettings: Settings {
  static let shared = SharedSettings()
  static func instance() -> SharedSettings { shared }
}

private enum RepositoryType: String {
  case local
  case remote
}

private class ApplicationSetup {
  static func start() {
    Injector.global.register(
      Repository.self, defaultDependency: RepositoryType.remote.rawValue,
      implementations: [
        RepositoryType.remote.rawValue: RemoteRepository.instance,
        RepositoryType.local.rawValue: LocalRepository.instance,
      ])
  }
}

private class DummyNetworkManager {
  func validateConnection(_ isNetworkAvailable: Bool) {
    let repositoryImplementation: RepositoryType = isNetworkAvailable ? .remote : .local
    Injector.updateDependencyKey(
      of: Repository.self, newKey: repositoryImplementation.rawValue)
  }
}

private class DummyService {
  @Injectable private var plain: Repository?
  @Injectable(injection: .regular, instantiation: .lazy) private var lazily: Repository?
  @Injectable(injection: .singleton) private var one: Repository?
  @Injectable(instantiation: .regular) private var early: Repository?
  @Injectable(injection: .singleton, instantiation: .regular) private var both: Repository?
  @Injectable(constrainedTo: RepositoryType.local.rawValue) private var local: Repository?
  @Injectable(context: .custom(name: "Swift 5 shapes")) private var elsewhere: Repository?
  @ObservedInjectable private var observed: Repository?
  @ObservedInjectable(context: .custom(name: "Swift 5 shapes")) private var away: Repository?
  @Inject private var forced: Repository
  @Inject(injection: .singleton, constrainedTo: "local") private var forcedOne: Repository
  @ObservedInject private var forcedObserved: Repository

  var all: [Int?] {
    [
      plain, lazily, one, early, both, local, elsewhere, observed, away, forced, forcedOne,
      forcedObserved,
    ].map { $0?.fetch().first }
  }
}

@Suite(.dependencies()) struct CallShapesTests {
  @Test func everyShapeOfACallCompilesAndWorks() {
    let injector = Injector.build(context: .custom(name: "Swift 5 shapes"))
    injector.register(Repository.self, implementation: RepositoryMock.instance)
    ApplicationSetup.start()
    let service = DummyService()
    #expect(service.all == [5, 5, 5, 5, 5, 1, 9, 5, 9, 5, 1, 5])
    DummyNetworkManager().validateConnection(false)
    #expect(service.all == [5, 5, 5, 5, 5, 1, 9, 1, 9, 5, 1, 1])

    injector.add(Repository.self, key: "k", implementation: LocalRepository.instance)
    injector.add(Repository.self, implementations: ["l": LocalRepository.instance, "n": { nil }])
    injector.addOrRegister(Repository.self, key: "m") { RemoteRepository() }
    injector.addOrRegister(Repository.self, implementations: ["o": RemoteRepository.instance])
    injector.register(Settings.self, key: "s") { SharedSettings.instance() }
    #expect(injector.getSafe() as Settings? as? SharedSettings === SharedSettings.shared)
    let repository: Repository = injector.get(injectionType: .singleton, constrainedTo: "m")
    #expect(repository.fetch() == [5, 6, 7, 8])
    #expect((injector.getSafe(constrainedTo: "n") as Repository?) == nil)
    #expect(injector.getCurrentKey(of: Repository.self) == "")
    injector.resetSingleton(of: Repository.self)
    injector.resetSingleton(of: Repository.self, key: "m")
    injector.clear()
  }
}
