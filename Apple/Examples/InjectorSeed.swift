// check-apple: from 14 -swift-version 5
// What programs for SwiftDependencyInjector look like in a model of a view, in the language mode
// that they are written in.

import Combine
import SwiftDependencyInjector
import SwiftUI

protocol Repository: InjectableDependency {
  func fetch() -> [Int]
}

class LocalRepository: Repository {
  required init() {}

  func fetch() -> [Int] { [1, 2, 3, 4] }
}

class RemoteRepository: Repository {
  required init() {}

  func fetch() -> [Int] { [5, 6, 7, 8] }
}

enum RepositoryType: String {
  case local
  case remote
}

class ApplicationSetup {
  static func start() {
    Injector.global.register(
      Repository.self, defaultDependency: RepositoryType.remote.rawValue,
      implementations: [
        RepositoryType.remote.rawValue: RemoteRepository.instance,
        RepositoryType.local.rawValue: LocalRepository.instance,
      ])
  }
}

class DummyService {
  @Injectable private var repository: Repository?

  func getData() -> [Int] {
    repository?.fetch() ?? []
  }
}

class NumbersModel: ObservableObject {
  @ObservedInjectable private var repository: Repository?
  @ObservedInject private var certain: Repository
  @Published var numbers: [Int] = []
  private var cancellables: Set<AnyCancellable> = []

  init() {
    $repository.sink { [weak self] in self?.numbers = $0.fetch() }.store(in: &cancellables)
    $certain.map { $0.fetch() }.sink { _ in }.store(in: &cancellables)
  }
}

struct NumbersView: View {
  @StateObject private var model = NumbersModel()

  var body: some View {
    ForEach(model.numbers, id: \.self) { Text("\($0)") }
  }
}
