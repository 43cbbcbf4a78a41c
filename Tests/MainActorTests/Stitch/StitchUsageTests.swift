import Observation
import Stitch
import StitcherTesting
import Testing

// Typical declarations of an application, in a module that is isolated to the main actor by
// default.

private protocol Logger: AnyObject { var messages: [String] { get set } }

private final class RemoteLogger: Logger { var messages: [String] = [] }

private protocol AuthStoring: AnyObject, Observable {
  var isLoggedIn: Bool { get set }
  var profile: Profile { get set }
}

private struct Profile: Equatable { var name = "" }

@Observable private final class AuthStore: AuthStoring {
  var isLoggedIn = false
  var profile = Profile()
}

extension DependencyMap {
  private struct LoggerKey: DependencyKey {
    static var dependency: any Logger = RemoteLogger()
  }

  fileprivate var logger: any Logger {
    get { resolve(key: LoggerKey.self) }
    set { register(key: LoggerKey.self, dependency: newValue) }
  }

  private struct AuthStoreKey: DependencyKey {
    static let dependency: any AuthStoring = AuthStore()
  }

  fileprivate var authStore: any AuthStoring {
    get { resolve(key: AuthStoreKey.self) }
    set { register(key: AuthStoreKey.self, dependency: newValue) }
  }
}

private final class Counting: Stitchable {
  static let scope = StitchableScope.unique
  static var dependency = createNewInstance()
  static func createNewInstance() -> Counting { Counting() }
  var count = 0
  init() {}
}

private final class Model {
  @Stitch(\.logger) var logger
  @Stitch(\.logger) private var typed: any Logger
  @Stitch(Counting.self) var counting
  @StitchPublished(\.authStore) var store
  private var cancellables: [StitchCancellable] = []
  var states: [Bool] = []
  var names: [String] = []

  func setup() {
    $store.isLoggedIn.sink { [weak self] in self?.states.append($0) }.store(in: &cancellables)
    $store.profile.sink { [weak self] in self?.names.append($0.name) }.store(in: &cancellables)
  }
}

private struct Launch: DependencyLifecycleScope, DependencyMocker {
  func start() {
    register(\.logger, dependency: RemoteLogger())
    resolve(\.logger).messages.append("Started")
  }
}

@Suite(.timeLimit(.minutes(20)), .dependencies()) struct StitchUsageTests {
  @Test func theMapBelongsToTheMainActor() {
    Launch().start()
    let model = Model()
    model.logger.messages.append("Used")
    #expect(DependencyMap.resolve(\.logger).messages == ["Started", "Used"])
    model.logger = RemoteLogger()
    #expect(model.logger.messages == [])
    Launch().mock(\.logger, mock: RemoteLogger())
    Launch.mock(\.logger, mock: RemoteLogger())
    model.counting.count += 1
    #expect(model.counting.count == 1)
    #expect(Model().counting.count == 0)
  }

  @Test func changesOfTheMainActorsStateArePublished() async {
    let model = Model()
    model.setup()
    model.store.isLoggedIn = true
    model.store.profile.name = "A"
    while model.states.isEmpty || model.names.isEmpty { await Task.yield() }
    #expect(model.states == [true])
    #expect(model.names == ["A"])
    model.store = AuthStore()
    while model.states.count < 2 || model.names.count < 2 { await Task.yield() }
    #expect(model.states == [true, false])
    #expect(model.names == ["A", ""])
    var iterator = model.$store.isLoggedIn.makeAsyncIterator()
    model.store.isLoggedIn = true
    #expect(await iterator.next() == true)
  }
}
