#if Macros
  import StitcherTesting
  import Observation
  import StitcherMacros
  import Testing

  /// Injection without property wrappers.
  @Suite(.dependencies()) struct InjectedInitializerTests {
    final class Post: Mail {
      let sender: String
      init(_ sender: String) { self.sender = sender }
    }

    final class Store: Sendable {}

    protocol Letters: Mail {}
    final class LetterPost: Letters { let sender = "letters" }

    @InjectedInitializer(ignoring: "title")
    final class Inbox: Sendable {
      let mail: any Letters
      let all: [any Letters]
      let absent: Absent?
      let title: String
      let limit = 10
    }

    @Observable
    @InjectedInitializer
    final class Model {
      @ObservationIgnored let store: Store
      let mail: any Letters
      var unread: Int
      var selected: String?
      var count = 0
    }

    @InjectedInitializer
    actor Worker {
      let store: Store
    }

    @MainActor @InjectedInitializer
    final class Screen {
      private let store: Store
      var isOpen = false
      func hasStore(_ other: Store) -> Bool { store === other }
    }

    @InjectedInitializer(strategy: .stitcherByName)
    struct Named<Item> {
      let macrosInboxName: String
      let macrosLimit: Int!
      var items: [Item]
    }

    enum Size: Hashable { case small, large }

    @InjectedInitializer(
      names: ["title": "macrosInboxName"], values: ["limit": InjectedInitializerTests.Size.small])
    struct Keyed: Sendable {
      let store: Store
      let title: String
      let limit: Int
    }

    @InjectedInitializer(
      names: ["title": "macrosInboxName"], values: ["limit": InjectedInitializerTests.Size.large])
    struct Absentee: Sendable {
      let title: String
      let limit: Int
    }

    class Base {
      var name = "base"
    }

    @InjectedInitializer(ignoring: "action")
    final class Derived: Base {
      let store: Store
      let action: @Sendable () -> Int
    }

    private var container: DependencyContainer {
      DependencyContainer {
        Dependency { Store() }.scope(.singleton)
        Dependency { LetterPost() }.scope(.singleton).conforms(to: (any Letters).self)
        Dependency(named: "macrosInboxName") { "name" }
        Dependency(named: "macrosLimit") { 5 }
        Dependency(for: Size.small) { 6 }
      }
    }

    @MainActor @Test func constantsAreInjected() throws {
      try withActive(container) {
        let inbox = Inbox(title: "Work")
        #expect(inbox.mail.sender == "letters")
        #expect(inbox.all.count == 1)
        #expect(inbox.absent == nil)
        #expect(inbox.title == "Work")

        let model = Model(unread: 3)
        let store: Store = try DependencyGraph.inject()
        #expect(model.store === store)
        #expect(model.unread == 3)
        #expect(model.selected == nil)
        #expect(Worker().store === store)
        #expect(Screen().hasStore(store))

        let named = Named<Int>(items: [1])
        #expect(named.macrosInboxName == "name")
        #expect(named.macrosLimit == 5)

        let keyed = Keyed()
        #expect(keyed.store === store)
        #expect(keyed.title == "name")
        #expect(keyed.limit == 6)

        let derived = Derived(action: { 4 })
        #expect(derived.store === store)
        #expect(derived.action() == 4)
      }
    }

    @Test func theFormThatThrowsInjectsByNamesAndValues() throws {
      try withActive(container) {
        let keyed = try Keyed(injecting: Keyed.self)
        #expect(keyed.store === (try DependencyGraph.inject() as Store))
        #expect(keyed.title == "name")
        #expect(keyed.limit == 6)
      }
      let missing = #expect(throws: InjectionError.self) {
        try withActive(container) { try Absentee(injecting: Absentee.self) }
      }
      #expect(missing == .missingDependency(.value(AnyHashable(Size.large))))
    }

    @Test func aCallerMayPassAnother() {
      let store = Store()
      let model = Model(store: store, mail: LetterPost(), unread: 1, selected: "a")
      #expect(model.store === store)
      #expect(model.selected == "a")
    }

    @Test func observableStateIsObserved() async {
      let model = Model(store: Store(), mail: LetterPost(), unread: 1)
      await confirmation { changed in
        withObservationTracking {
          _ = model.unread
        } onChange: {
          changed()
        }
        model.unread = 2
      }
    }

    static let line: UInt = #line + 3
    @InjectedInitializer
    struct Failing {
      let absent: Absent
    }

    @Test(.timeLimit(.minutes(20))) func aMissingDependencyStopsTheProgramWithTheProperty() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Failing()
      }
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.contains("No dependency could be found for Type[Absent]."), "\(output)")
      #expect(
        output.contains("Injected by the property at \(#fileID):\(Self.line)."), "\(output)")
    }
  }
#endif
