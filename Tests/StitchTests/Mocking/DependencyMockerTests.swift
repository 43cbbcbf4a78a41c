import Stitch
import StitcherTestSupport
import StitcherTesting
import Testing

private protocol Clock: Sendable { var now: Int { get } }
private struct WallClock: Clock { let now = 1 }
private struct StoppedClock: Clock { let now: Int }

extension DependencyMap {
  private enum ClockKey: DependencyKey { static let dependency: any Clock = WallClock() }
  fileprivate var clock: any Clock {
    get { resolve(key: ClockKey.self) }
    set { register(key: ClockKey.self, dependency: newValue) }
  }
}

/// Mocks, in a suite that adopts the protocol without code.
@Suite(.dependencies()) struct DependencyMockerTests: DependencyMocker {
  private struct Owner { @Stitch(\.clock) var clock }

  @Test func aMockIsARegistration() {
    let owner = Owner()
    #expect(owner.clock.now == 1)
    mock(\.clock, mock: StoppedClock(now: 2))
    #expect(owner.clock.now == 2)
    Self.mock(\.clock, mock: StoppedClock(now: 3))
    #expect(owner.clock.now == 3)
    #expect(DependencyMap.resolve(\.clock).now == 3)
    let mocker: any DependencyMocker = self
    mocker.mock(\.clock, mock: StoppedClock(now: 4))
    #expect(owner.clock.now == 4)
  }

  @Test func theRequirementCanBeMetByHand() {
    final class Recorder: DependencyMocker {
      var count = 0
      func mock<Dependency>(
        _ keyPath: WritableKeyPath<DependencyMap, Dependency>, mock: Dependency
      ) {
        count += 1
      }
    }
    func run(_ mocker: some DependencyMocker) { mocker.mock(\.clock, mock: WallClock()) }
    let recorder = Recorder()
    run(recorder)
    #expect(recorder.count == 1)
  }
}
