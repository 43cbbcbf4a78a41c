// check-apple: from 14 -swift-version 5
// What programs for Stitch 1.0 look like, in the language mode that they are written in.

import Combine
import Stitch
import SwiftUI

/// Protocol abstraction for our dependency
protocol Logger {
  func log(message: String)
  func log(_ message: String)
}

class RemoteLogger: Logger {
  func log(message: String) {}
  func log(_ message: String) {}
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

class LoggingModel {
  @Stitch(\.logger) var logger

  func doSomething() {
    logger.log("Logging a message")
  }
}

class Service {}
class Database {}

protocol Modeling: ObservableObject, AnyObservableObject {
  var name: String { get set }
  var isLoaded: Bool { get set }
}

class Model: Modeling {
  var service: Service
  var database: Database

  init(service: Service, database: Database) {
    self.service = service
    self.database = database
  }

  @Published var name: String = ""
  @Published var isLoaded: Bool = false

  func fetchName() {}
}

extension DependencyMap {
  private struct ModelKey: DependencyKey {
    static var dependency: any Modeling = Model(service: Service(), database: Database())
  }

  var model: any Modeling {
    get { resolve(key: ModelKey.self) }
    set { register(key: ModelKey.self, dependency: newValue) }
  }
}

struct HomeView: View {
  @StitchObservable(\.model) var model

  var body: some View {
    Text("Welcome, \(model.name)")
  }
}

struct EditView: View {
  @StitchObservable(\.model) private var model: any Modeling

  var body: some View {
    TextField("Name", text: $model.name)
    Button("Reset") {
      $model.name.wrappedValue = "x"
      model = Model(service: Service(), database: Database())
    }
  }
}

struct HomeView_Previews: PreviewProvider, DependencyMocker {
  class MockModel: Modeling {
    @Published var name = "Mock name"
    @Published var isLoaded = false
  }

  static var previews: some View {
    mockInViewScope(\.model, mock: MockModel())
    HomeView()
  }
}

/// Outside views, and off the main actor, as a test case is.
class ModelTestCase: DependencyMocker, DependencyLifecycleScope {
  @StitchObservable(\.model) var model

  func testModel() {
    mock(\.logger, mock: RemoteLogger())
    let view: EmptyView = mockInViewScope(
      \.model, mock: Model(service: Service(), database: Database()))
    _ = view
    $model.name.wrappedValue = "x"
    model = Model(service: Service(), database: Database())
    let object = ErasedObservableObject(
      changePublisher: model.objectWillChange.eraseToAnyPublisher())
    _ = object.objectWillChange.sink {}
    _ = ErasedObservableObject()
    _ = (model as any AnyObservableObject).objectWillChange
  }
}

@MainActor class MainActorModel: ObservableObject, AnyObservableObject {
  @Published var name = ""
}

protocol AuthStoring: ObservableObject, AnyObservableObject {
  var isLoggedIn: Bool { get set }
}

class AuthStore: AuthStoring {
  @Published var isLoggedIn = false
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
  var cancellables: Set<AnyCancellable> = []

  func setup() {
    $store.isLoggedIn.sink { loggedIn in
      if loggedIn {
        // do something logged in
      } else {
        // do something logged out
      }
    }
    .store(in: &cancellables)
    $store.isLoggedIn.map { !$0 }.sink { _ in }.store(in: &cancellables)
  }
}
