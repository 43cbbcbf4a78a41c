import Observation
import SignIn
import Stitch
import StitcherTesting
import Synchronization
import Testing

/// A logger that records lines.
private final class RecordingLogger: Logger {
  private let storage = Mutex<[String]>([])
  var lines: [String] { storage.withLock { $0 } }
  func log(_ line: String) { storage.withLock { $0.append(line) } }
}

/// A store that a test controls.
@Observable
private final class MockStore: AuthStoring {
  var user: String?
  var failures = 0
  init(user: String? = nil) { self.user = user }
}

/// Each test has its own map, so the tests run in parallel.
@Suite(.dependencies(), .timeLimit(.minutes(5))) @MainActor struct SignInTests: DependencyMocker {
  private let logger = RecordingLogger()

  init() {
    mock(\.logger, mock: logger)
    mock(\.authStore, mock: MockStore())
  }

  /// Waits for a number of lines, and returns them.
  private func lines(_ count: Int) async -> [String] {
    while logger.lines.count < count { await Task.yield() }
    return logger.lines
  }

  @Test func aVisitIsGreeted() async {
    let greeter = Greeter()
    greeter.start()
    let visit = Visit()
    #expect(!visit.signIn("Ada", password: "Ada"))
    #expect(await lines(1) == ["Attempt 1 has failed."])
    #expect(visit.signIn("Ada", password: "adA"))
    #expect(await lines(2).last == "Welcome, Ada!")
    visit.signOut()
    #expect(await lines(3).last == "Goodbye.")
  }

  @Test func anotherStoreIsFollowed() async {
    let greeter = Greeter()
    greeter.start()
    mock(\.authStore, mock: MockStore(user: "Grace"))
    #expect(await lines(1) == ["Welcome, Grace!"])
    DependencyMap.resolve(\.authStore).user = "Alan"
    #expect(await lines(2).last == "Welcome, Alan!")
  }

  @Test func aGreeterThatWasStoppedIsSilent() async {
    let greeter = Greeter()
    greeter.start()
    greeter.stop()
    let other = Greeter()
    other.start()
    await Visit().settle { Visit().signIn("Ada", password: "adA") }
    #expect(await lines(1) == ["Welcome, Ada!"])
  }
}
