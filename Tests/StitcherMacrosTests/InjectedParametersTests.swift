#if Macros
  import StitcherTesting
  import StitcherMacros
  import Testing

  /// Functions and initializers with overloads that inject parameters.
  @Suite(.dependencies()) struct InjectedParametersTests {
    final class Session: Sendable {}

    final class Feed {
      let session: Session
      let page: Int

      @InjectedParameters(ignoring: "page")
      init(session: Session, page: Int) {
        self.session = session
        self.page = page
      }

      @InjectedParameters(ignoring: "count", "title")
      func load(
        _ session: Session, adding count: inout Int, title: @autoclosure () -> String
      ) async throws -> String {
        count += 1
        return title() + (session === self.session ? "same" : "other")
      }

      @StitcherMacros.InjectedParameters
      @discardableResult
      static func isMissing(absent: Absent?, other: Absent!) -> Bool {
        absent == nil && other == nil
      }

      #if !NEVER
        @InjectedParameters
        func conditional(session: Session) -> Session { session }
      #endif

      @InjectedParameters(ignoring: "value", "change")
      func changed<Value: Sendable>(
        session: Session, _ value: Value, by change: (Value) throws -> Value
      ) rethrows -> Value { try change(value) }
    }

    @Test func theGraphInjectsWhatIsNotIgnored() async throws {
      try await withActive(DependencyContainer { Dependency { Session() }.scope(.singleton) }) {
        let session: Session = try DependencyGraph.inject()
        let feed = Feed(page: 3)
        #expect(feed.session === session)
        #expect(feed.page == 3)
        var count = 1
        #expect(try await feed.load(adding: &count, title: "it is ") == "it is same")
        #expect(count == 2)
        #expect(feed.conditional() === session)
        #expect(feed.changed(4) { $0 + 1 } == 5)
      }
    }

    @Registerable
    final class Later: Sendable {
      let session: Session

      @InjectedParameters
      init(session: @autoclosure () -> Session) { self.session = session() }
    }

    @Test func whatAnAutoclosureIsGivenIsInjectedByAFormThatThrows() throws {
      let container = DependencyContainer { Later.dependencyRegistration }
      try withActive(container) {
        let error = #expect(throws: InjectionError.self) { try DependencyGraph.inject() as Later }
        #expect(error == .missingDependency(.type("Session")))
        let sessions = DependencyContainer { Dependency { Session() }.scope(.singleton) }
        try withActive(sessions) {
          let later: Later = try DependencyGraph.inject()
          #expect(later.session === (try DependencyGraph.inject() as Session))
        }
      }
    }

    @Test func anOptionalIsNilWhereNothingIsRegistered() {
      #expect(Feed.isMissing())
    }

    final class FirstMailer: Mail { let sender = "first" }
    final class SecondMailer: Mail { let sender = "second" }

    struct Box {
      let text: String

      @InjectedParameters
      init(all: [any Mail & Named], one: any Named & Mail) {
        text = all.map(\.sender).joined() + one.sender
      }

      @InjectedParameters
      mutating func replace(with box: (any Named)?) { self = Box(text: box?.name ?? "none") }

      init(text: String) { self.text = text }
    }

    protocol Named: Mail { var name: String { get } }
    final class NamedMailer: Named {
      let sender = "named"
      let name = "n"
    }

    @Test func existentialsAndCollectionsAreInjected() throws {
      let container = DependencyContainer {
        Dependency { NamedMailer() }.scope(.singleton)
          .conforms(to: (any Mail & Named).self).conforms(to: (any Named).self)
      }
      try withActive(container) {
        var box = Box()
        #expect(box.text == "namednamed")
        box.replace()
        #expect(box.text == "n")
      }
    }

    enum Choice {
      case session(Session)

      @InjectedParameters
      init(only session: Session) { self = .session(session) }
    }

    actor Worker {
      let session: Session

      @InjectedParameters
      init(for session: Session) { self.session = session }

      @InjectedParameters
      nonisolated func isFine(`default` session: Session) -> Bool { true }
    }

    @Test func theKindOfTheTypeNeedNotBeSaid() throws {
      try withActive(DependencyContainer { Dependency { Session() }.scope(.singleton) }) {
        let session: Session = try DependencyGraph.inject()
        guard case .session(let found) = Choice() else { return }
        #expect(found === session)
        let worker = Worker()
        #expect(worker.session === session)
        #expect(worker.isFine())
        #expect(Extended(1).session === session)
      }
    }

    struct Extended { let session: Session }

    struct Failure: Error {}

    class Base {
      let name: String
      required init(name: String) { self.name = name }

      @InjectedParameters(strategy: .stitcherByName)
      convenience init?(macrosTitle: String) throws(Failure) {
        if macrosTitle.isEmpty { throw Failure() }
        self.init(name: macrosTitle)
      }

      func open(macrosTitle: String) -> String { macrosTitle }
    }

    final class Derived: Base {
      @InjectedParameters(strategy: .stitcherByName)
      override func open(macrosTitle: String) -> String { "derived " + macrosTitle }
    }

    @Test func namesInject() throws {
      let container = DependencyContainer { Dependency(named: "macrosTitle") { "title" } }
      try withActive(container) {
        let base = try Base()
        #expect(base?.name == "title")
        #expect(Derived(name: "").open() == "derived title")
      }
    }

    @MainActor final class Model {
      let session: Session

      @InjectedParameters
      nonisolated init(nonisolated session: Session) { self.session = session }

      @InjectedParameters
      func load(session: Session) -> Bool { session === self.session }
    }

    @MainActor @Test func isolationIsKept() throws {
      try withActive(DependencyContainer { Dependency { Session() }.scope(.singleton) }) {
        #expect(Model().load())
      }
    }
  }

  extension InjectedParametersTests.Extended {
    @InjectedParameters(parent: .structParent, ignoring: "number")
    init(session: InjectedParametersTests.Session, _ number: Int) { self.init(session: session) }
  }
#endif
