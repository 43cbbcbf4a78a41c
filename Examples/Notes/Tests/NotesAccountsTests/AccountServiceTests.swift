import NotesAccounts
import NotesDomain
import NotesStorage
import Testing

/// Tests of signing in and out, without a graph.
@Suite("Accounts")
struct AccountServiceTests {
  /// The store of accounts.
  private let store: AccountStore

  /// The session.
  private let session = Session()

  /// The service.
  private let service: AccountService

  /// Creates a service on an empty database in memory.
  init() throws {
    let events = EventChannel()
    let database = try Database(at: .memory(label: "test"), schema: .accounts, events: events)
    store = AccountStore(database: database)
    service = AccountService(
      store: store, session: session, clock: SteppedClock(at: Timestamp(milliseconds: 5)),
      events: events)
  }

  @Test("An account is made only on request")
  func creation() throws {
    #expect(throws: AccountError.unknownAccount("ana")) { try service.signIn("ana") }
    #expect(session.account == nil)
    let account = try service.signIn("ana", creating: true)
    #expect(account.created.milliseconds == 5)
    #expect(session.account == account)
    #expect(try service.accounts() == [account])
    #expect(try service.signIn("ana", creating: true) == account)
  }

  @Test("A new run signs in again who was signed in, and nobody after a sign-out")
  func restore() throws {
    let account = try service.signIn("ana", creating: true)
    session.end()
    #expect(try service.restore() == account)
    #expect(session.account == account)
    try service.signOut()
    #expect(session.account == nil)
    #expect(try service.restore() == nil)
  }

  @Test("Signing out needs somebody who is signed in")
  func signOut() throws {
    #expect(throws: AccountError.notSignedIn) { try service.signOut() }
  }

  @Test(
    "A name that does not do for a folder is refused",
    arguments: ["", "Ana", "a/b", "..", "-a", "a b", "ä", String(repeating: "a", count: 33)])
  func invalidNames(name: String) throws {
    #expect(throws: AccountError.invalidName(name)) { try service.signIn(name, creating: true) }
    #expect(try service.accounts().isEmpty)
  }
}
