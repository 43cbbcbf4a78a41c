import Observation
import Stitch
import StitcherTestSupport
import StitcherTesting
import Testing

private protocol Store: AnyObject, Sendable { var number: Int { get } }

private final class ApplicationStore: Store, Stitchable {
  static let made = Counter()
  static let scope = StitchableScope.application
  static var dependency: any Store = createNewInstance()
  static func createNewInstance() -> any Store { ApplicationStore() }
  let number: Int
  init() { number = Self.made.increment() }
}

private final class UniqueStore: Store, Stitchable {
  static let made = Counter()
  static let scope = StitchableScope.unique
  static var dependency: any Store = createNewInstance()
  static func createNewInstance() -> any Store { UniqueStore() }
  let number: Int
  init() { number = Self.made.increment() }
}

private final class Mock: Store {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private struct OwnRules: Stitchable {
  static let scope = StitchableScope.application
  static var dependency = 1
  static func resolve() -> Int { dependency * 10 }
  static func register(dependency: Int) { self.dependency = dependency + 1 }
  static func createNewInstance() -> Int { 0 }
}

@MainActor private struct Owner {
  @Stitch(ApplicationStore.self) var application
  @Stitch(UniqueStore.self) var unique: any Store
  @Stitch(OwnRules.self) var number
}

private struct Adopter: DependencyLifecycleScope, DependencyMocker {}

/// Types that declare their injected instance themselves.
@Suite(.dependencies()) @MainActor struct StitchableTests {
  @Test func theApplicationsInstanceIsOne() {
    let made = ApplicationStore.made.value
    let owner = Owner()
    let other = Owner()
    #expect(ApplicationStore.made.value == made, "nothing is resolved before the first read")
    #expect(owner.application === other.application)
    #expect(Adopter().resolve(ApplicationStore.self) === owner.application)
    #expect(DependencyMap.resolve(ApplicationStore.self) === owner.application)
    owner.application = Mock(-1)
    #expect(other.application.number == -1)
    Adopter().register(ApplicationStore.self, dependency: Mock(-2))
    #expect(owner.application.number == -2)
    Adopter().mock(ApplicationStore.self, mock: Mock(-3))
    #expect(owner.application.number == -3)
    Adopter.mock(ApplicationStore.self, mock: Mock(-4))
    #expect(owner.application.number == -4)
    let type: any Stitchable<any Store>.Type = ApplicationStore.self
    Adopter().register(type, dependency: Mock(-5))
    #expect(Adopter().resolve(type).number == -5)
  }

  /// The test changes the instance of the process, so it runs in a separate process.
  @Test func outsideOfIsolatedGraphsItIsTheTypes() async {
    await #expect(processExitsWith: .success) {
      await MainActor.run {
        let owner = Owner()
        #expect(owner.application === ApplicationStore.dependency)
        owner.application = Mock(-1)
        #expect(ApplicationStore.dependency.number == -1)
        Adopter().mock(ApplicationStore.self, mock: Mock(-2))
        #expect(ApplicationStore.dependency.number == -2)
      }
    }
  }

  @Test func eachPropertyHasAUniqueInstance() {
    let owner = Owner()
    let other = Owner()
    let instance = owner.unique
    #expect(owner.unique === instance, "it stays")
    #expect(other.unique !== instance)
    let copy = owner
    #expect(copy.unique === instance, "a copy is the same place of injection")
    #expect(Adopter().resolve(UniqueStore.self) !== Adopter().resolve(UniqueStore.self))
    other.unique = Mock(-1)
    #expect(other.unique.number == -1)
    #expect(owner.unique === instance, "an assignment changes one property")
    // A registered instance is used everywhere, even by properties that had an instance before.
    let mock = Mock(-2)
    Adopter().mock(UniqueStore.self, mock: mock)
    #expect(owner.unique === mock)
    #expect(other.unique === mock)
    #expect(Owner().unique === mock)
    #expect(Adopter().resolve(UniqueStore.self) === mock)
    owner.unique = Mock(-3)
    #expect(owner.unique.number == -3)
    #expect(other.unique === mock)
    UniqueStore.register(dependency: Mock(-4))
    #expect(owner.unique.number == -4)
  }

  @Test func aTypeMayHaveItsOwnRules() {
    let owner = Owner()
    #expect(owner.number == 10)
    owner.number = 4
    #expect(owner.number == 50)
    Adopter().register(OwnRules.self, dependency: 6)
    #expect(Adopter().resolve(OwnRules.self) == 70)
  }

  @Test func awayFromTheMainActorTheProgramStops() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let wrapper = await MainActor.run { Stitch(ApplicationStore.self) }
      await Task.detached { _ = wrapper.wrappedValue }.value
    }
    #expect(
      fatalErrors(in: result?.standardErrorContent)
        == ["ApplicationStore belongs to the main actor. Read and write it there."])
  }
}

@MainActor @Observable private final class Session: Stitchable {
  static let scope = StitchableScope.application
  static var dependency = createNewInstance()
  static func createNewInstance() -> Session { Session() }
  var user = ""
  init() {}
}

@MainActor @Observable private final class Draft: Stitchable {
  static let scope = StitchableScope.unique
  static var dependency = createNewInstance()
  static func createNewInstance() -> Draft { Draft() }
  var text = ""
  init() {}
}

/// Changes of types that declare their injected instance themselves.
@Suite(.timeLimit(.minutes(20)), .dependencies()) @MainActor struct PublishedStitchableTests {
  @MainActor private final class Owner {
    @StitchPublished(Session.self) var session
    @StitchPublished(Draft.self) var draft: Draft
  }

  @Test func theirChangesArePublished() async {
    let owner = Owner()
    let other = Owner()
    let users = Recorder<String>()
    let texts = Recorder<String>()
    let subscriptions = [
      owner.$session.user.sink { users.add($0) }, owner.$draft.text.sink { texts.add($0) },
    ]
    other.session.user = "A"
    #expect(await users.values(until: "A") == ["A"])
    owner.session = Session()
    #expect(await users.values(until: "") == [""])
    let session = Session()
    session.user = "B"
    Adopter().register(Session.self, dependency: session)
    #expect(await users.values(until: "B") == ["B"])
    other.draft.text = "of the other one"
    owner.draft.text = "C"
    #expect(await texts.values(until: "C") == ["C"])
    let draft = Draft()
    draft.text = "D"
    owner.draft = draft
    #expect(await texts.values(until: "D") == ["D"])
    #expect(other.draft.text == "of the other one")
    withExtendedLifetime(subscriptions) {}
  }
}
