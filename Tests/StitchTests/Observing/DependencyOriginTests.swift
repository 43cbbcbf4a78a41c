import Observation
import Stitch
import StitcherTestSupport
import StitcherTesting
import Testing

@Observable private final class Model { var name = "default" }

private final class Plain { var name = "" }

private struct Scope: DependencyLifecycleScope {}

private enum ModelKey: DependencyKey { static var dependency: Model { Model() } }

extension DependencyMap {
  fileprivate var followed: Model {
    get { resolve(key: ModelKey.self) }
    set { register(key: ModelKey.self, dependency: newValue) }
  }
}

@MainActor @Observable private final class Draft: Stitchable {
  static let scope = StitchableScope.unique
  static var dependency = createNewInstance()
  static func createNewInstance() -> Draft { Draft() }
  var text = "empty"
  init() {}
}

/// The dependency that a view follows, without a view.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct DependencyOriginTests {
  @Test func aPropertyOfTheMapIsThatOfWhatIsRegisteredNow() {
    let origin = DependencyOrigin(\.followed)
    #expect(origin[\.name] == "default")
    origin[\.name] = "changed"
    #expect(origin[\.name] == "changed")
    let next = Model()
    Scope().register(\.followed, dependency: next)
    #expect(origin[\.name] == "default")
    origin[\.name] = "next"
    #expect(next.name == "next")
  }

  @Test @MainActor func eachOriginOfAUniqueTypeHasItsOwnInstance() {
    let one = DependencyOrigin(Draft.self)
    let other = DependencyOrigin(Draft.self)
    one[\.text] = "one"
    #expect(one[\.text] == "one")
    #expect(other[\.text] == "empty")
    #expect(Draft.dependency.text == "empty")
  }

  @Test func whatAViewFollowsIsChecked() {
    let checks = Log<Bool>()
    let closure: Preconditions.Closure = { condition, message, _, _ in
      #expect(message == "Cannot observe an object that does not confrom to 'AnyObservableObject'")
      checks.add(condition)
    }
    Preconditions.intercept(with: closure) {
      #expect(Preconditions.checkFollowable(Model()))
      #expect(!Preconditions.checkFollowable(Plain()))
    }
    #expect(checks.entries == [true, false])
  }

  @Test func aViewThatCannotFollowStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Preconditions.checkFollowable(Plain())
    }
    #expect(
      fatalErrors(in: result?.standardErrorContent)
        == ["Cannot observe an object that does not confrom to 'AnyObservableObject'"])
  }
}
