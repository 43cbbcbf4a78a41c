// check-apple: from 17 -swift-version 6 -default-isolation MainActor
// Views of an application in which the main actor is the default.

import Combine
import Observation
import Stitch
import Stitcher
import SwiftUI

protocol Modeling: ObservableObject, AnyObservableObject {
  var name: String { get set }
}

final class Model: Modeling {
  @Published var name = ""
}

@Observable final class Settings {
  var isDark = false
  @ObservationIgnored @Injected var log: Log
}

final class Log {}

extension DependencyMap {
  private struct ModelKey: DependencyKey {
    static let dependency: any Modeling = Model()
  }

  var model: any Modeling {
    get { resolve(key: ModelKey.self) }
    set { register(key: ModelKey.self, dependency: newValue) }
  }
}

struct NameView: View {
  @StitchObservable(\.model) private var model
  @InjectedState private var settings: Settings
  @Stitcher.Injected private var log: Log

  var body: some View {
    VStack {
      TextField("Name", text: $model.name)
      Toggle("Dark", isOn: $settings.isDark)
      Button("Start again") { model = Model() }
    }
    .dependencies {
      Dependency { @MainActor in Settings() }
      Dependency { Log() }
    }
  }
}

final class Service {
  @StitchPublished(\.model) var model
  private var cancellables: Set<AnyCancellable> = []

  func setup() {
    $model.name.sink { name in print(name) }.store(in: &cancellables)
    DependencyGraph.graphChangedPublisher.sink { print("changed") }.store(in: &cancellables)
  }
}

let container = DependencyContainer { Log() }
  .invalidated(tracking: Model())
