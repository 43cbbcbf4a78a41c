import Foundation
import Observation
import Stitch
import StitcherTestSupport
import StitcherTesting
import Testing

private final class Plain { var count = 0 }
@Observable private final class Observed { var count = 0 }

extension DependencyMap {
  private enum PlainKey: DependencyKey { static var dependency: Plain { Plain() } }
  fileprivate var plain: Plain {
    get { resolve(key: PlainKey.self) }
    set { register(key: PlainKey.self, dependency: newValue) }
  }

  private enum MixedKey: DependencyKey { static var dependency: AnyObject { Observed() } }
  fileprivate var mixed: AnyObject {
    get { resolve(key: MixedKey.self) }
    set { register(key: MixedKey.self, dependency: newValue) }
  }
}

extension Plain: Equatable {
  static func == (one: Plain, other: Plain) -> Bool { one === other }
}

/// The check that a dependency can be observed.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct PreconditionTests {
  private static let message =
    "Cannot observe an object that does not conform to 'AnyObservableObject'"

  /// Returns the results of the checks during a closure, which continues after a failure.
  private func checks(_ body: () -> Void) -> [Bool] {
    let checks = Log<Bool>()
    let closure: Preconditions.Closure = { condition, message, file, line in
      #expect(message == Self.message)
      #expect("\(file)".hasPrefix("Stitch/"))
      #expect(line > 0)
      checks.add(condition)
    }
    Preconditions.intercept(with: closure) { body() }
    return checks.entries
  }

  @Test func aDependencyThatIsNotObservableStopsTheProgram() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = StitchPublished(\.plain)
    }
    #expect(fatalErrors(in: result?.standardErrorContent) == [Self.message])
  }

  @Test func everyCheckIsReported() {
    #expect(checks { _ = StitchPublished(\.mixed) } == [true])
    let wrapper = StitchPublished(\.mixed)
    #expect(checks { _ = wrapper.wrappedValue } == [])
    #expect(checks { wrapper.wrappedValue = Observed() } == [true])
    #expect(checks { _ = wrapper.projectedValue } == [true])
    #expect(checks { wrapper.wrappedValue = Plain() } == [false])
    #expect(checks { _ = wrapper.projectedValue } == [false])
    #expect(checks { _ = StitchPublished(\.mixed) } == [false])
  }

  @Test func whereACheckIsInterceptedNothingIsPublished() async {
    let received = Counter()
    let results = checks {
      let wrapper = StitchPublished(\.plain)
      let publisher = wrapper.projectedValue.count
      let subscription = publisher.sink { _ in received.increment() }
      wrapper.wrappedValue.count = 1
      wrapper.wrappedValue = Plain()
      subscription.cancel()
    }
    #expect(results == [false, false, false])
    let ignore: Preconditions.Closure = { _, _, _, _ in }
    let wrapper = Preconditions.intercept(with: ignore) { StitchPublished(\.plain) }
    let publisher = Preconditions.intercept(with: ignore) { wrapper.projectedValue.count }
    let task = Task {
      for await _ in publisher { return false }
      return true
    }
    wrapper.wrappedValue.count = 7
    task.cancel()
    #expect(await task.value, "it waits until it is cancelled")
    #expect(received.value == 0)
  }
}
