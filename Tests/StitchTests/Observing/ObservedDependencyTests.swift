#if canImport(Combine) || OpenCombine
  import Observation
  import Stitch
  import StitcherObservation
  import StitcherTestSupport
  import Testing

  private protocol Modelling: ObservableObject, AnyObservableObject {
    var name: String { get set }
  }

  private final class Model: Modelling {
    @Published var name = ""
    @Published var isLoaded = false
  }

  @Observable private final class Observed { var name = "" }

  private final class Plain { var name = "" }

  private final class Clock: ObservableObject, AnyObservableObject, Stitchable {
    static let scope = StitchableScope.unique
    static var dependency = createNewInstance()
    static func createNewInstance() -> Clock { Clock() }
    @Published var seconds = 0
    init() {}
  }

  /// A key for each test: there is one map in the process.
  private enum ModelKey<Tag>: DependencyKey { static var dependency: any Modelling { Model() } }
  private enum ObservedKey<Tag>: DependencyKey { static var dependency: Observed { Observed() } }
  private enum MixedKey<Tag>: DependencyKey { static var dependency: AnyObject { Model() } }

  extension DependencyMap {
    fileprivate subscript<Tag>(modelOf tag: TagOf<Tag>) -> any Modelling {
      get { resolve(key: ModelKey<Tag>.self) }
      set { register(key: ModelKey<Tag>.self, dependency: newValue) }
    }

    fileprivate subscript<Tag>(observedOf tag: TagOf<Tag>) -> Observed {
      get { resolve(key: ObservedKey<Tag>.self) }
      set { register(key: ObservedKey<Tag>.self, dependency: newValue) }
    }

    fileprivate subscript<Tag>(mixedOf tag: TagOf<Tag>) -> AnyObject {
      get { resolve(key: MixedKey<Tag>.self) }
      set { register(key: MixedKey<Tag>.self, dependency: newValue) }
    }
  }

  /// The identity of a key.
  private struct TagOf<Tag>: Hashable {}

  private struct Registrant: DependencyLifecycleScope {}

  /// What `@StitchObservable` stands on: an object that changes when a dependency does.
  @MainActor @Suite(.timeLimit(.minutes(1))) struct ObservedDependencyTests {
    private let scope = Registrant()

    /// Counts the changes of an object.
    private func count(_ object: ErasedObservableObject) -> (Counter, AnyCancellable) {
      let changes = Counter()
      return (changes, object.objectWillChange.sink { changes.increment() })
    }

    @Test func eachMutationIsToldOfOnceAndAtOnce() {
      enum Mine {}
      let observed = ObservedDependency(DependencyOrigin(\.[modelOf: TagOf<Mine>()]))
      let (changes, subscription) = count(observed)
      observed.dependency.name = "a"
      #expect(changes.value == 1)
      observed.dependency.name = "a"
      #expect(changes.value == 2)
      (observed.dependency as? Model)?.isLoaded = true
      #expect(changes.value == 3)
      subscription.cancel()
      observed.dependency.name = "b"
      #expect(changes.value == 3)
    }

    @Test func anAssignmentRegistersAndIsFollowed() {
      enum Mine {}
      let observed = ObservedDependency(DependencyOrigin(\.[modelOf: TagOf<Mine>()]))
      let old = observed.dependency
      let new = Model()
      observed.dependency = new
      #expect(scope.resolve(key: ModelKey<Mine>.self) === new)
      // Only now does somebody want to hear of changes.
      let (changes, subscription) = count(observed)
      new.name = "a"
      #expect(changes.value == 1)
      old.name = "a"
      #expect(changes.value == 1)
      subscription.cancel()
    }

    @Test func whatSomebodyElseRegistersIsFollowedAndToldOfOnce() {
      enum Mine {}
      enum Other {}
      let observed = ObservedDependency(DependencyOrigin(\.[modelOf: TagOf<Mine>()]))
      let old = observed.dependency
      let (changes, subscription) = count(observed)
      let new = Model()
      scope.register(key: ModelKey<Mine>.self, dependency: new)
      #expect(changes.value == 1)
      #expect(observed.dependency === new)
      old.name = "a"
      #expect(changes.value == 1)
      new.name = "a"
      #expect(changes.value == 2)
      scope.register(key: ModelKey<Mine>.self, dependency: new)
      #expect(changes.value == 2, "the same object")
      scope.register(key: ModelKey<Other>.self, dependency: Model())
      #expect(changes.value == 2, "another key")
      subscription.cancel()
    }

    @Test func whatAnotherThreadRegistersIsToldOfOnTheMainActor() async {
      enum Mine {}
      let observed = ObservedDependency(DependencyOrigin(\.[modelOf: TagOf<Mine>()]))
      let (told, continuation) = AsyncStream<Bool>.makeStream()
      let subscription = observed.objectWillChange.sink {
        continuation.yield(MainQueue.isCurrent)
      }
      Worker { Registrant().register(key: ModelKey<Mine>.self, dependency: Model()) }.join()
      for await isOnMainActor in told {
        #expect(isOnMainActor)
        break
      }
      let (changes, other) = count(observed)
      observed.dependency.name = "a"
      #expect(changes.value == 1)
      subscription.cancel()
      other.cancel()
    }

    @Test func ofAnObservableClassOnlyTheReplacementIsToldOf() {
      enum Mine {}
      let observed = ObservedDependency(DependencyOrigin(\.[observedOf: TagOf<Mine>()]))
      let (changes, subscription) = count(observed)
      observed.dependency.name = "a"
      #expect(changes.value == 0, "Observation tells of it")
      scope.register(key: ObservedKey<Mine>.self, dependency: Observed())
      #expect(changes.value == 1)
      #expect(observed.dependency.name == "")
      subscription.cancel()
    }

    @Test func aMockAmongViewsIsFollowedButNotToldOf() {
      enum Mine {}
      let observed = ObservedDependency(DependencyOrigin(\.[modelOf: TagOf<Mine>()]))
      let (changes, subscription) = count(observed)
      let mock = Model()
      ViewScope.$isMocking.withValue(true) {
        scope.register(key: ModelKey<Mine>.self, dependency: mock)
      }
      #expect(changes.value == 0)
      mock.name = "a"
      #expect(changes.value == 1)
      subscription.cancel()
    }

    @Test func whatCannotBeObservedIsNeverToldOf() {
      enum Mine {}
      let observed = ObservedDependency(DependencyOrigin(\.[mixedOf: TagOf<Mine>()]))
      let (changes, subscription) = count(observed)
      observed.dependency = Plain()
      #expect(changes.value == 0)
      observed.dependency = Model()
      #expect(changes.value == 1)
      subscription.cancel()
    }

    @Test func bindingsGoThroughWhatIsRegisteredThen() {
      enum Mine {}
      let origin = DependencyOrigin(\.[observedOf: TagOf<Mine>()])
      let first = scope.resolve(key: ObservedKey<Mine>.self)
      origin[\.name] = "a"
      #expect(first.name == "a")
      let second = Observed()
      scope.register(key: ObservedKey<Mine>.self, dependency: second)
      #expect(origin[\.name] == "")
      origin[\.name] = "b"
      #expect(first.name == "a")
      #expect(second.name == "b")
      #expect(scope.resolve(key: ObservedKey<Mine>.self) === second)
    }

    @Test func anObjectThatIsKeptCanFollowAnotherProperty() {
      enum Mine {}
      enum Other {}
      let kept = ObservedDependency(DependencyOrigin(\.[modelOf: TagOf<Mine>()]))
      let (changes, subscription) = count(kept)
      let old = kept.dependency
      kept.adopt(ObservedDependency(DependencyOrigin(\.[modelOf: TagOf<Mine>()])))
      #expect(kept.dependency === old)
      kept.adopt(ObservedDependency(DependencyOrigin(\.[modelOf: TagOf<Other>()])))
      #expect(changes.value == 0)
      old.name = "a"
      #expect(changes.value == 0)
      kept.dependency.name = "a"
      #expect(changes.value == 1)
      #expect(scope.resolve(key: ModelKey<Other>.self).name == "a")
      subscription.cancel()
    }

    @Test func aTypeOfUniqueScopeHasOneInstanceForEachProperty() {
      let one = ObservedDependency(DependencyOrigin(Clock.self))
      let two = ObservedDependency(DependencyOrigin(Clock.self))
      #expect(one.dependency === one.dependency)
      #expect(one.dependency !== two.dependency)
      let (changes, subscription) = count(one)
      one.dependency.seconds = 1
      two.dependency.seconds = 2
      #expect(changes.value == 1)
      one.adopt(two)
      #expect(one.dependency.seconds == 1, "it is of the same type")
      subscription.cancel()
    }

    @Test func nothingLivesLongerThanItsOwner() {
      enum Mine {}
      weak var old: (any Modelling)?
      weak var gone: ErasedObservableObject?
      let changes = Counter()
      do {
        let observed = ObservedDependency(DependencyOrigin(\.[modelOf: TagOf<Mine>()]))
        let (_, subscription) = count(observed)
        old = observed.dependency
        gone = observed
        scope.register(key: ModelKey<Mine>.self, dependency: Model())
        #expect(old == nil)
        withExtendedLifetime(subscription) {}
      }
      #expect(gone == nil)
      scope.resolve(key: ModelKey<Mine>.self).name = "a"
      #expect(changes.value == 0)
    }

    @Test func afterManyRegistrationsTheLastOneIsFollowed() {
      enum Mine {}
      let observed = ObservedDependency(DependencyOrigin(\.[modelOf: TagOf<Mine>()]))
      let (_, subscription) = count(observed)
      for _ in 0..<20 {
        runThreads(4) { _ in
          for _ in 0..<50 {
            Registrant().register(key: ModelKey<Mine>.self, dependency: Model())
          }
        }
        let (changes, other) = count(observed)
        observed.dependency.name = "a"
        #expect(changes.value == 1)
        other.cancel()
      }
      subscription.cancel()
    }

    @Test func theCheckHasItsText() {
      let log = Log<String>()
      let closure: Preconditions.Closure = { condition, message, file, _ in
        log.add("\(condition) \(message)")
        #expect("\(file)".hasPrefix("Stitch/"))
      }
      Preconditions.intercept(with: closure) {
        Preconditions.checkFollowable(Plain())
        Preconditions.checkFollowable(Observed())
        Preconditions.checkFollowable(Model() as any Modelling)
      }
      let text = "Cannot observe an object that does not confrom to 'AnyObservableObject'"
      #expect(log.entries == ["false \(text)", "true \(text)", "true \(text)"])
    }
  }
#endif
