#if canImport(Combine) || OpenCombine
  #if canImport(Combine)
    import Combine
  #else
    import OpenCombine
  #endif
  import Stitcher
  import Testing

  /// The documentation's examples with publishers, as users of Swift 5 write them. Each test runs
  /// in a separate process.
  @Suite struct StitcherPublisherTests {
    class LogoutService {}
    class UserAccountManager {}

    class ObservableModel: ObservableObject {
      static let shared = ObservableModel()
      @Published var isLoggedIn = false
    }

    /// Waits for the next event of the graph at which a condition holds.
    static func afterChange(_ change: () -> Void, until condition: () -> Bool) async {
      var events = DependencyGraph.graphChangedPublisher.values.makeAsyncIterator()
      change()
      while !condition() { guard await events.next() != nil else { return } }
    }

    @Test func manualInvalidationOfAContainerWorks() async {
      await #expect(processExitsWith: .success) {
        let authenticationStateChangedPublisher = PassthroughSubject<Void, Never>()

        // Invalidate the dependency container when the shared instance of AppModel changes:
        let byObject = DependencyContainer {

          if ObservableModel.shared.isLoggedIn {
            Dependency {
              LogoutService()
            }
          }

        }
        .invalidated(tracking: ObservableModel.shared)

        // Invalidate the dependency container when the authenticationStateChangedPublisher
        // receives an event:
        let byPublisher = DependencyContainer {

          if ObservableModel.shared.isLoggedIn {
            Dependency {
              LogoutService()
            }
          }

        }
        .invalidated(tracking: authenticationStateChangedPublisher)

        func isThere() -> Bool { (try? DependencyGraph.inject() as LogoutService) != nil }
        await DependencyGraph.activate(byObject)
        await StitcherPublisherTests.afterChange {
          ObservableModel.shared.isLoggedIn = true
        } until: {
          isThere()
        }
        DependencyGraph.deactivate(byObject)
        await DependencyGraph.activate(byPublisher)
        #expect(!isThere())
        await StitcherPublisherTests.afterChange {
          authenticationStateChangedPublisher.send()
        } until: {
          isThere()
        }
      }
    }

    @Test func aPublisherIsAManagedScope() async {
      await #expect(processExitsWith: .success) {
        let principalChangedPublisher = PassthroughSubject<Void, Never>()
        class App {
          @Dependencies
          var container: DependencyContainer
          init(_ principalChangedPublisher: PassthroughSubject<Void, Never>) {
            container = DependencyContainer {
              Dependency {
                UserAccountManager()
              }
              .scope(.managed(by: principalChangedPublisher))
            }
          }
        }
        let app = App(principalChangedPublisher)
        let manager: UserAccountManager = try DependencyGraph.inject()
        #expect(try DependencyGraph.inject() as UserAccountManager === manager)
        principalChangedPublisher.send()
        #expect(try DependencyGraph.inject() as UserAccountManager !== manager)
        withExtendedLifetime(app) {}
      }
    }

    @Test func aViewModelFollowsTheGraph() async {
      await #expect(processExitsWith: .success) {
        class ViewModel {
          var changes = 0
          var cancellables = Set<AnyCancellable>()
          init() {
            DependencyGraph.graphChangedPublisher
              .sink { [weak self] in self?.changes += 1 }
              .store(in: &cancellables)
          }
        }
        let model = ViewModel()
        DependencyGraph.activate(DependencyContainer { LogoutService() })
        #expect(model.changes == 1)
      }
    }
  }
#endif
