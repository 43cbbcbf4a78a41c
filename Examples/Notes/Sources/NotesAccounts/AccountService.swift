public import NotesDomain

/// Signs people in and out.
public final class AccountService: Sendable {
  /// Where accounts are kept.
  private let store: AccountStore

  /// Who is signed in.
  private let session: Session

  /// Tells when an account is created.
  private let clock: any WallClock

  /// Where signing in and out is told.
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

  /// Signs in; whoever is signed in is signed out first.
  ///
  /// - Parameters:
  ///   - name: The name of the account.
  ///   - isCreating: Whether an account is made if there is none of that name.
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

  /// Signs out; every service of the account is gone when this returns.
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

  /// Signs in again who was signed in when the last run ended; returns who that is.
  @discardableResult
  public func restore() throws -> Account? {
    guard let account = try store.signedIn() else { return nil }
    session.begin(account)
    return account
  }

  /// Returns all accounts, by name.
  public func accounts() throws -> [Account] { try store.accounts() }
}
