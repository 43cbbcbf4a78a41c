// check-apple: from 17 -swift-version 6
// Stitch in views, in Swift 6 mode.

import Observation
import Stitch
import SwiftUI

@MainActor protocol Modeling: AnyObject, Observable {
  var name: String { get set }
}

@MainActor @Observable final class Model: Modeling {
  var name = ""
}

@MainActor extension DependencyMap {
  private struct ModelKey: @MainActor DependencyKey {
    @MainActor static let dependency: any Modeling = Model()
  }

  var model: any Modeling {
    get { resolve(key: ModelKey.self) }
    set { register(key: ModelKey.self, dependency: newValue) }
  }
}

struct NameView: View {
  @StitchObservable(\.model) private var model

  var body: some View {
    VStack {
      TextField("Name", text: $model.name)
      Button("Start again") { model = Model() }
    }
  }
}

final class Clock: ObservableObject, AnyObservableObject, Stitchable {
  static let scope = StitchableScope.unique
  static var dependency = createNewInstance()
  static func createNewInstance() -> Clock { Clock() }
  @Published var seconds = 0
  init() {}
}

struct ClockView: View {
  @StitchObservable(Clock.self) var clock

  var body: some View {
    Text("\(clock.seconds)")
    NameView()
  }
}

struct ClockViewPreviews: PreviewProvider, DependencyMocker {
  static var previews: some View {
    mockInViewScope(Clock.self, mock: Clock())
    mockInViewScope(\.model, mock: Model())
    ClockView()
  }
}

/// An owner that belongs to no actor.
final class Report: DependencyMocker {
  @StitchObservable(\.title) var title

  func rename() -> EmptyView {
    title.text = "Report"
    $title.text.wrappedValue = "Another report"
    return mockInViewScope(\.title, mock: Title())
  }
}

@Observable final class Title {
  var text = ""
}

extension DependencyMap {
  private struct TitleKey: DependencyKey {
    static var dependency: Title { Title() }
  }

  var title: Title {
    get { resolve(key: TitleKey.self) }
    set { register(key: TitleKey.self, dependency: newValue) }
  }
}
