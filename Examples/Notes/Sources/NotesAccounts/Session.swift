internal import NotesDomain
public import Observation
public import Stitcher

/// The signed-in account, as observable state that any thread may read and change.
///
/// A container that reads ``account`` in its closure is rebuilt at each sign-in and sign-out.
/// Registrations for the account are in a `DependencyGroup(for: session.account)`, so that no
/// account gets the instances of another one. Kept instances have the scope
/// `.managed(by: session.ended)`, so that the graph releases them before ``end()`` returns.
@Observable
public final class Session: Sendable {
  /// Fires at each sign-out, before ``account`` changes.
  @ObservationIgnored public let ended = ChangeSource()

  /// The storage of ``account``.
  @ObservationIgnored private let current = Guarded<Account?>(nil)

  /// Creates a session without an account.
  public init() {}

  /// The signed-in account, or `nil`.
  public var account: Account? {
    access(keyPath: \.account)
    return current.withLock { $0 }
  }

  /// Signs an account in, and returns the former account.
  @discardableResult
  public func begin(_ account: Account) -> Account? {
    replaceAccount(by: account)
  }

  /// Signs the current account out, and returns it.
  @discardableResult
  public func end() -> Account? {
    replaceAccount(by: nil)
  }

  /// Replaces the current account, notifies observers, and returns the former account.
  ///
  /// ``ended`` fires before any other change. Otherwise, another thread that rebuilds a container
  /// could still be releasing instances of the former account when ``end()`` returns.
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
