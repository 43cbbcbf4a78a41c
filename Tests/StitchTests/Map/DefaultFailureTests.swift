import Foundation
import Stitch
import StitcherTestSupport
import StitcherTesting
import Testing

/// A type that resolves and registers.
private struct Scope: DependencyLifecycleScope {}

/// Keys with default values that need each other.
private enum SessionKey: DependencyKey {
  static var dependency: Int { Scope().resolve(key: AccountKey.self) + 1 }
}
private enum AccountKey: DependencyKey {
  static var dependency: Int { Scope().resolve(key: StoreKey.self) + 1 }
}
private enum StoreKey: DependencyKey {
  static var dependency: Int { Scope().resolve(key: AccountKey.self) + 1 }
}

/// Keys with default values that need each other and wait until two threads create them.
private enum LeftKey: DependencyKey {
  static let gates = (left: Gate(), right: Gate())
  static let dependency: Int = {
    gates.right.open()
    gates.left.wait()
    return Scope().resolve(key: RightKey.self)
  }()
}
private enum RightKey: DependencyKey {
  static let dependency: Int = {
    LeftKey.gates.left.open()
    LeftKey.gates.right.wait()
    return Scope().resolve(key: LeftKey.self)
  }()
}

/// Default values that stop the program.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct DefaultFailureTests {
  private static let remedies = """
    Break the cycle in one of these ways:
      - Register a dependency for one of the keys before the first read.
      - Read the other dependency when it is used, as '@Stitch' does, not while the default is created.
    """

  @Test func defaultsThatNeedEachOtherStopTheProgram() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Scope().resolve(key: SessionKey.self)
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      message.contains(
        "The default values of dependency keys form a cycle: AccountKey → StoreKey → AccountKey.\n"
          + Self.remedies))
  }

  @Test func defaultsThatNeedEachOtherOnTwoThreadsStopTheProgram() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      runThreads(2) { number in
        number == 0 ? Scope().resolve(key: LeftKey.self) : Scope().resolve(key: RightKey.self)
      }
    }
    let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      message.contains("LeftKey → RightKey → LeftKey.\n" + Self.remedies)
        || message.contains("RightKey → LeftKey → RightKey.\n" + Self.remedies))
  }

  @Test func aCycleThatARegistrationBreaksIsNone() {
    enum One: DependencyKey { static var dependency: Int { Scope().resolve(key: Two.self) + 1 } }
    enum Two: DependencyKey { static var dependency: Int { Scope().resolve(key: One.self) + 1 } }
    Scope().register(key: Two.self, dependency: 5)
    #expect(Scope().resolve(key: One.self) == 6)
  }
}
