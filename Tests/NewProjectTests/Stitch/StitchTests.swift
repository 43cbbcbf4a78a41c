import Observation
import Stitch
import StitcherTesting
import Testing

// The map of key paths in a new project.

private protocol Logger: AnyObject { var messages: [String] { get set } }

private final class MemoryLogger: Logger { var messages: [String] = [] }

@Observable private final class Session {
  var isActive = false
}

extension DependencyMap {
  private struct LoggerKey: DependencyKey {
    static let dependency: any Logger = MemoryLogger()
  }

  fileprivate var newLogger: any Logger {
    get { resolve(key: LoggerKey.self) }
    set { register(key: LoggerKey.self, dependency: newValue) }
  }

  private struct SessionKey: DependencyKey {
    static var dependency: Session = Session()
  }

  fileprivate var newSession: Session {
    get { resolve(key: SessionKey.self) }
    set { register(key: SessionKey.self, dependency: newValue) }
  }
}

#if Macros
  @Stitchify(scoped: .unique)
  private final class Counter {
    var count = 0
    init() {}
  }
#endif

private final class Model: DependencyMocker {
  @Stitch(\.newLogger) var logger
  @StitchPublished(\.newSession) var session
  #if Macros
    @Stitch(Counter.self) var counter
  #endif
  var states: [Bool] = []
  private var cancellables: [StitchCancellable] = []

  func follow() {
    $session.isActive.sink { [weak self] in self?.states.append($0) }.store(in: &cancellables)
  }
}

@Suite(.timeLimit(.minutes(20)), .dependencies()) struct StitchTests {
  @Test func propertiesReadTheMap() {
    let model = Model()
    model.logger.messages.append("Started")
    #expect(DependencyMap.resolve(\.newLogger).messages == ["Started"])
    model.mock(\.newLogger, mock: MemoryLogger())
    #expect(model.logger.messages == [])
    #if Macros
      model.counter.count += 1
      #expect(model.counter.count == 1)
      #expect(Model().counter.count == 0)
    #endif
  }

  @Test func changesArePublished() async {
    let model = Model()
    model.follow()
    model.session.isActive = true
    while model.states.isEmpty { await Task.yield() }
    #expect(model.states == [true])
  }
}
