public import NotesDomain

/// Signs accounts in and out.
public final class AccountService: Sendable {
  /// The store of accounts.
  private let store: AccountStore

  /// The session of the signed-in account.
  private let session: Session

  /// The clock for the creation times of accounts.
  private let clock: any WallClock

  /// The channel for sign-in and sign-out events.
  private let events: EventChannel

  /// Creates the service.
  public init(
    store: AccountStore, session: Session, clock: any WallClock, events: EventChannel
  ) {
    self.store = store
    self.session = session
    self.clock = clock
    self.events = events
  }

  /// Signs an account in. If another account is signed in, it is signed out first.
  ///
  /// - Parameters:
  ///   - name: The name of the account.
  ///   - isCreating: Whether a missing account is created.
  /// - Throws: ``AccountError`` if there is no such account; `StorageError` if storage fails.
  @discardableResult
  public func signIn(_ name: String, creating isCreating: Bool = false) throws -> Account {
    let account: Account
    if let known = try store.account(named: name) {
      account = known
    } else {
      account = try Account(name: name, created: clock.now())
      guard isCreating else { throw AccountError.unknownAccount(name) }
      try store.add(account)
    }
    try store.rememberSignedIn(account)
    if let previous = session.begin(account) { events.send(.signedOut(previous.name)) }
    events.send(.signedIn(account.name))
    return account
  }

  /// Signs the account out. When the call returns, all services of the account are released.
  ///
  /// - Throws: ``AccountError/notSignedIn``, or `StorageError` if storage fails.
  @discardableResult
  public func signOut() throws -> Account {
    guard session.account != nil else { throw AccountError.notSignedIn }
    try store.rememberSignedIn(nil)
    guard let account = session.end() else { throw AccountError.notSignedIn }
    events.send(.signedOut(account.name))
    return account
  }

  /// Signs the account of the last run in again, and returns it.
  @discardableResult
  public func restore() throws -> Account? {
    guard let account = try store.signedIn() else { return nil }
    session.begin(account)
    return account
  }

  /// Returns all accounts, sorted by name.
  public func accounts() throws -> [Account] { try store.accounts() }
}
