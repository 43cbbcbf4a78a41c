import Observation
import Stitch
import StitcherTesting
import Testing

// The documentation's examples, as users of Swift 5 write them.

protocol Logger {
  func log(message: String)
}

class RemoteLogger: Logger {
  var messages: [String] = []
  func log(message: String) { messages.append(message) }
}

class SilentLogger: Logger {
  func log(message: String) {}
}

extension DependencyMap {
  private struct LoggerKey: DependencyKey {
    static var dependency: any Logger = RemoteLogger()
  }

  var logger: any Logger {
    get { resolve(key: LoggerKey.self) }
    set { register(key: LoggerKey.self, dependency: newValue) }
  }
}

class Model {
  @Stitch(\.logger) var logger
  @Stitch(\.logger) private var typed: any Logger

  func doSomething() {
    logger.log(message: "Logging a message")
    typed.log(message: "Again")
  }

  func replace() { logger = SilentLogger() }
}

protocol AuthStoring: AnyObject, Observable {
  var isLoggedIn: Bool { get set }
  var items: [Item] { get set }
}

/// A value that is not `Sendable`.
struct Item: Equatable {
  class Payload {}
  var number: Int
  var payload = Payload()
  static func == (lhs: Item, rhs: Item) -> Bool { lhs.number == rhs.number }
}

@Observable class AuthStore: AuthStoring {
  var isLoggedIn = false
  var items: [Item] = []
}

extension DependencyMap {
  private struct AuthStoreKey: DependencyKey {
    static var dependency: any AuthStoring = AuthStore()
  }

  var authStore: any AuthStoring {
    get { resolve(key: AuthStoreKey.self) }
    set { register(key: AuthStoreKey.self, dependency: newValue) }
  }
}

class SomeService {
  @StitchPublished(\.authStore) var store
  var cancellables: Set<StitchCancellable> = []
  var states: [Bool] = []
  var onState: () -> Void = {}

  func setup() {
    $store.isLoggedIn.sink { loggedIn in
      self.states.append(loggedIn)
      self.onState()
    }
    .store(in: &cancellables)
    $store.isLoggedIn.sink { _ in }.store(in: &cancellables)
  }
}

struct Launch: DependencyRegistrant, DependencyResolver {
  func start() {
    register(\.logger, dependency: RemoteLogger())
    let logger = resolve(\.logger)
    logger.log(message: "Started")
  }
}

class Counting: Stitchable {
  static var scope: StitchableScope = .application
  static var dependency: Counting = createNewInstance()
  static func createNewInstance() -> Counting { Counting() }
  var count = 0
  required init() {}
}

@MainActor class CountingOwner {
  @Stitch(Counting.self) var counting
  func count() { counting.count += 1 }
}

class UnannotatedOwner {
  @Stitch(Counting.self) var counting: Counting
}

@Suite(.timeLimit(.minutes(20)), .dependencies())
struct StitchUsageTests: DependencyMocker {
  @Test func theQuickStartWorks() {
    Launch().start()
    let model = Model()
    model.doSomething()
    let logger = DependencyMap.resolve(\.logger) as? RemoteLogger
    #expect(logger?.messages == ["Started", "Logging a message", "Again"])
    model.replace()
    #expect(DependencyMap.resolve(\.logger) is SilentLogger)
    mock(\.logger, mock: RemoteLogger())
    #expect(model.logger is RemoteLogger)
    Self.mock(\.logger, mock: SilentLogger())
    #expect(model.logger is SilentLogger)
  }

  @Test @MainActor func aServiceFollowsTheState() async {
    let service = SomeService()
    service.setup()
    let (events, continuation) = AsyncStream<Void>.makeStream()
    var iterator = events.makeAsyncIterator()
    service.onState = { continuation.yield() }
    service.store.isLoggedIn = true
    await iterator.next()
    service.store.isLoggedIn = false
    await iterator.next()
    #expect(service.states == [true, false])
    let last = service.$store.items.values.map { $0.last?.number }
    var numbers = last.makeAsyncIterator()
    service.store.items = [Item(number: 1)]
    #expect(await numbers.next() == 1)
    service.store = AuthStore()
    #expect(service.store.items.isEmpty)
  }

  @Test @MainActor func aTypeInjectsItself() {
    struct Registrant: DependencyLifecycleScope {}
    let owner = CountingOwner()
    owner.count()
    #expect(Registrant().resolve(Counting.self).count == 1)
    Registrant().register(Counting.self, dependency: Counting())
    #expect(Registrant().resolve(Counting.self).count == 0)
  }
}
