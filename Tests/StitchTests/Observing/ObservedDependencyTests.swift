#if canImport(Combine) || OpenCombine
  import Observation
  import Stitch
  import Stitcher
  import StitcherEngine
  import StitcherTesting
  import StitcherTestSupport
  import Testing

  private protocol Modeling: ObservableObject, AnyObservableObject {
    var name: String { get set }
  }

  private final class Model: Modeling {
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

  private enum ModelKey: DependencyKey { static var dependency: any Modeling { Model() } }
  private enum OtherKey: DependencyKey { static var dependency: any Modeling { Model() } }
  private enum ObservedKey: DependencyKey { static var dependency: Observed { Observed() } }
  private enum MixedKey: DependencyKey { static var dependency: AnyObject { Model() } }

  extension DependencyMap {
    fileprivate var model: any Modeling {
      get { resolve(key: ModelKey.self) }
      set { register(key: ModelKey.self, dependency: newValue) }
    }

    fileprivate var other: any Modeling {
      get { resolve(key: OtherKey.self) }
      set { register(key: OtherKey.self, dependency: newValue) }
    }

    fileprivate var observed: Observed {
      get { resolve(key: ObservedKey.self) }
      set { register(key: ObservedKey.self, dependency: newValue) }
    }

    /// A new object at each read, up to a hundred.
    fileprivate var fresh: any Modeling {
      get {
        freshReads.increment()
        return freshReads.value < 100 ? Model() : resolve(key: ModelKey.self)
      }
      set { register(key: ModelKey.self, dependency: newValue) }
    }

    fileprivate var mixed: AnyObject {
      get { resolve(key: MixedKey.self) }
      set { register(key: MixedKey.self, dependency: newValue) }
    }
  }

  /// The number of objects that reads have created.
  private let freshReads = Counter()

  private struct Registrant: DependencyLifecycleScope {}

  /// The implementation of `@StitchObservable`: an object that changes when a dependency does.
  @MainActor @Suite(.timeLimit(.minutes(20)), .dependencies()) struct ObservedDependencyTests {
    private let scope = Registrant()

    /// Registers new objects, which no other test has changed.
    init() {
      scope.register(key: ModelKey.self, dependency: Model())
      scope.register(key: OtherKey.self, dependency: Model())
      scope.register(key: ObservedKey.self, dependency: Observed())
      scope.register(key: MixedKey.self, dependency: Model())
    }

    /// Counts the changes of an object.
    private func count(_ object: ErasedObservableObject) -> (Counter, AnyCancellable) {
      let changes = Counter()
      return (changes, object.objectWillChange.sink { changes.increment() })
    }

    @Test func eachMutationIsReportedOnceAndAtOnce() {
      let observed = ObservedDependency(DependencyOrigin(\.model))
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
      let observed = ObservedDependency(DependencyOrigin(\.model))
      let old = observed.dependency
      let new = Model()
      observed.dependency = new
      #expect(scope.resolve(key: ModelKey.self) === new)
      // The first subscription follows the assignment.
      let (changes, subscription) = count(observed)
      new.name = "a"
      #expect(changes.value == 1)
      old.name = "a"
      #expect(changes.value == 1)
      subscription.cancel()
    }

    @Test func registrationsOfOthersAreObservedAndReportedOnce() {
      let observed = ObservedDependency(DependencyOrigin(\.model))
      let old = observed.dependency
      let (changes, subscription) = count(observed)
      let new = Model()
      scope.register(key: ModelKey.self, dependency: new)
      #expect(changes.value == 1)
      #expect(observed.dependency === new)
      old.name = "a"
      #expect(changes.value == 1)
      new.name = "a"
      #expect(changes.value == 2)
      scope.register(key: ModelKey.self, dependency: new)
      #expect(changes.value == 2, "the same object")
      scope.register(key: OtherKey.self, dependency: Model())
      #expect(changes.value == 2, "another key")
      subscription.cancel()
    }

    @Test func registrationsOfAnotherThreadAreReportedOnTheMainActor() async {
      let observed = ObservedDependency(DependencyOrigin(\.model))
      let (told, continuation) = AsyncStream<Bool>.makeStream()
      let subscription = observed.objectWillChange.sink {
        continuation.yield(MainQueue.isCurrent)
      }
      Worker(
        DependencyGraph.current.bound {
          Registrant().register(key: ModelKey.self, dependency: Model())
        }
      ).join()
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

    @Test func ofAnObservableClassOnlyTheReplacementIsReported() {
      let observed = ObservedDependency(DependencyOrigin(\.observed))
      let (changes, subscription) = count(observed)
      observed.dependency.name = "a"
      #expect(changes.value == 0, "Observation tells of it")
      scope.register(key: ObservedKey.self, dependency: Observed())
      #expect(changes.value == 1)
      #expect(observed.dependency.name == "")
      subscription.cancel()
    }

    @Test func aMockAmongViewsIsObservedButNotReported() {
      let observed = ObservedDependency(DependencyOrigin(\.model))
      let (changes, subscription) = count(observed)
      let mock = Model()
      ViewScope.$isMocking.withValue(true) {
        scope.register(key: ModelKey.self, dependency: mock)
      }
      #expect(changes.value == 0)
      mock.name = "a"
      #expect(changes.value == 1)
      subscription.cancel()
    }

    @Test func unobservableStateIsNeverReported() {
      let observed = ObservedDependency(DependencyOrigin(\.mixed))
      let (changes, subscription) = count(observed)
      observed.dependency = Plain()
      #expect(changes.value == 0)
      observed.dependency = Model()
      #expect(changes.value == 1)
      subscription.cancel()
    }

    @Test func bindingsGoThroughWhatIsRegisteredThen() {
      let origin = DependencyOrigin(\.observed)
      let first = scope.resolve(key: ObservedKey.self)
      origin[\.name] = "a"
      #expect(first.name == "a")
      let second = Observed()
      scope.register(key: ObservedKey.self, dependency: second)
      #expect(origin[\.name] == "")
      origin[\.name] = "b"
      #expect(first.name == "a")
      #expect(second.name == "b")
      #expect(scope.resolve(key: ObservedKey.self) === second)
    }

    @Test func anObjectThatIsKeptCanFollowAnotherProperty() {
      let kept = ObservedDependency(DependencyOrigin(\.model))
      let (changes, subscription) = count(kept)
      let old = kept.dependency
      kept.adopt(ObservedDependency(DependencyOrigin(\.model)))
      #expect(kept.dependency === old)
      kept.adopt(ObservedDependency(DependencyOrigin(\.other)))
      #expect(changes.value == 0)
      old.name = "a"
      #expect(changes.value == 0)
      kept.dependency.name = "a"
      #expect(changes.value == 1)
      #expect(scope.resolve(key: OtherKey.self).name == "a")
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

    @Test func nothingLivesLongerThanItsOwner() async {
      weak var old: (any Modeling)?
      weak var gone: ErasedObservableObject?
      do {
        let observed = ObservedDependency(DependencyOrigin(\.model))
        let (_, subscription) = count(observed)
        old = observed.dependency
        gone = observed
        scope.register(key: ModelKey.self, dependency: Model())
        withExtendedLifetime(subscription) {}
      }
      // Another thread that registers a dependency may be using the old objects.
      while old != nil || gone != nil { await Task.yield() }
    }

    @Test func anAssignmentOnAnotherThreadIsFollowedAtOnce() async {
      let observed = ObservedDependency(DependencyOrigin(\.model))
      let (told, continuation) = AsyncStream<Void>.makeStream()
      let subscription = observed.objectWillChange.sink { continuation.yield() }
      let changes = Worker {
        let changes = Counter()
        observed.dependency = Model()
        let subscription = observed.objectWillChange.sink { changes.increment() }
        observed.dependency.name = "a"
        subscription.cancel()
        return changes.value
      }.join()
      #expect(changes == 1)
      var events = told.makeAsyncIterator()
      // One event of the mutation, one of the replacement.
      for _ in 1...2 { await events.next() }
      subscription.cancel()
    }

    @Test func afterManyRegistrationsTheLastOneIsFollowed() async {
      let observed = ObservedDependency(DependencyOrigin(\.model))
      let (changes, subscription) = count(observed)
      for _ in 0..<20 {
        let registration = DependencyGraph.current.bound { (_: Int) in
          for _ in 0..<50 { Registrant().register(key: ModelKey.self, dependency: Model()) }
        }
        runThreads(4, registration)
        let before = changes.value
        while changes.value == before { await Task.yield() }
        let after = changes.value
        observed.dependency.name = "a"
        #expect(changes.value == after + 1)
      }
      subscription.cancel()
    }

    @Test func aPropertyThatMakesAnObjectAtEachReadIsNotReadForEver() {
      let observed = ObservedDependency(DependencyOrigin(\.fresh))
      let (changes, subscription) = count(observed)
      #expect(freshReads.value == 1)
      scope.register(key: ModelKey.self, dependency: Model())
      #expect(freshReads.value == 2)
      #expect(changes.value == 1)
      subscription.cancel()
    }

    @Test func registrationsDuringASubscriptionAreObserved() {
      for _ in 0..<200 {
        let observed = ObservedDependency(DependencyOrigin(\.model))
        let start = Gate()
        let worker = Worker {
          start.open()
          _ = observed.objectWillChange
        }
        start.wait()
        scope.register(key: ModelKey.self, dependency: Model())
        worker.join()
        let (changes, subscription) = count(observed)
        observed.dependency.name = "a"
        #expect(changes.value == 1)
        subscription.cancel()
      }
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
        Preconditions.checkFollowable(Model() as any Modeling)
      }
      let text = "Cannot observe an object that does not confrom to 'AnyObservableObject'"
      #expect(log.entries == ["false \(text)", "true \(text)", "true \(text)"])
    }
  }
#endif
