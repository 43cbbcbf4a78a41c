internal import NotesDomain
public import Observation
public import Stitcher

/// Who is signed in, as observable state that any thread may read and change.
///
/// A container that reads ``account`` while it is built is built again when somebody signs in or
/// out. What belongs to the one who is signed in is in a `DependencyGroup(for: session.account)`,
/// so that nobody gets what was made for somebody else, and what is kept has the scope
/// `.managed(by: session.ended)`, so that the graph lets go of it before ``end()`` returns.
@Observable
public final class Session: Sendable {
  /// Fires when somebody signs out, before ``account`` changes.
  @ObservationIgnored public let ended = ChangeSource()

  /// What ``account`` returns.
  @ObservationIgnored private let current = Guarded<Account?>(nil)

  /// Creates a session in which nobody is signed in.
  public init() {}

  /// Who is signed in, if anybody is.
  public var account: Account? {
    access(keyPath: \.account)
    return current.withLock { $0 }
  }

  /// Signs an account in, and whoever was signed in out; returns who that was.
  @discardableResult
  public func begin(_ account: Account) -> Account? {
    replaceAccount(by: account)
  }

  /// Signs out whoever is signed in; returns who that was.
  @discardableResult
  public func end() -> Account? {
    replaceAccount(by: nil)
  }

  /// Puts an account in the place of the current one, tells observers, and returns the former.
  ///
  /// ``ended`` fires before anything else changes. If it fired afterwards, a container that is
  /// built again on another thread might be releasing the former account's instances at that
  /// moment, and ``end()`` could return before the last one is gone.
  private func replaceAccount(by account: Account?) -> Account? {
    if current.withLock({ $0 }) != nil { ended.fire() }
    return withMutation(keyPath: \.account) {
      current.withLock { current in
        defer { current = account }
        return current
      }
    }
  }
}
