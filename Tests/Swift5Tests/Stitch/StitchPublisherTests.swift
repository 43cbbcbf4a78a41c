#if canImport(Combine) || OpenCombine
  #if canImport(Combine)
    import Combine
  #else
    import OpenCombine
  #endif
  import Stitch
  import StitcherTesting
  import Testing

  private protocol ObservedAuthStoring: ObservableObject, AnyObservableObject {
    var isLoggedIn: Bool { get set }
  }

  private class ObservedAuthStore: ObservedAuthStoring {
    @Published var isLoggedIn = false
  }

  extension DependencyMap {
    private struct ObservedAuthStoreKey: DependencyKey {
      static var dependency: any ObservedAuthStoring = ObservedAuthStore()
    }

    fileprivate var observedAuthStore: any ObservedAuthStoring {
      get { resolve(key: ObservedAuthStoreKey.self) }
      set { register(key: ObservedAuthStoreKey.self, dependency: newValue) }
    }
  }

  private class ObservingService {
    @StitchPublished(\.observedAuthStore) var store

    var cancellables = Set<AnyCancellable>()
    var states: [Bool] = []
    var onState: () -> Void = {}

    func setup() {
      $store.isLoggedIn.sink { loggedIn in
        if loggedIn {
          self.states.append(true)
        } else {
          self.states.append(false)
        }
        self.onState()
      }
      .store(in: &cancellables)
    }
  }

  /// The documentation's examples with publishers, as users of Swift 5 write them.
  @MainActor @Suite(.timeLimit(.minutes(20)), .dependencies()) struct StitchPublisherTests {
    @Test func aServiceFollowsAnObservableObject() async {
      let service = ObservingService()
      service.setup()
      let (events, continuation) = AsyncStream<Void>.makeStream()
      var iterator = events.makeAsyncIterator()
      service.onState = { continuation.yield() }
      service.store.isLoggedIn = true
      await iterator.next()
      service.store.isLoggedIn = false
      await iterator.next()
      #expect(service.states == [true, false])
      service.cancellables = []
    }

    @Test func whatTheLibraryMakesOfAPublisherIsTakenByItsTypes() {
      let service = ObservingService()
      let names = service.$store.isLoggedIn.map { $0 ? "in" : "out" }
      let erased: AnyPublisher<String, Never> = names.eraseToAnyPublisher()
      let one: AnyCancellable = service.$store.isLoggedIn.sink { _ in }
      let other: StitchCancellable = service.$store.isLoggedIn.sink { _ in }
      let third = service.$store.isLoggedIn.sink { _ in }
      other.store(in: &service.cancellables)
      third.store(in: &service.cancellables)
      erased.sink { _ in }.store(in: &service.cancellables)
      #expect(service.cancellables.count == 3)
      one.cancel()
    }
  }
#endif
