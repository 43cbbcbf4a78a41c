import NotesAccounts
import NotesDomain
import Observation
import Stitcher
import Synchronization
import Testing

/// Tests of the session's observable state.
@Suite("Sessions")
struct SessionTests {
  @Test("A session begins, is replaced, and ends")
  func life() throws {
    let session = Session()
    #expect(session.account == nil)
    #expect(session.begin(try .named("ana")) == nil)
    #expect(session.begin(try .named("ben"))?.name == "ana")
    #expect(session.account?.name == "ben")
    #expect(session.end()?.name == "ben")
    #expect(session.end() == nil)
  }

  @Test("Observers are told of a change")
  func observation() throws {
    let session = Session()
    let changes = Counter()
    withObservationTracking {
      _ = session.account
    } onChange: {
      changes.increment()
    }
    session.begin(try .named("ana"))
    #expect(changes.count == 1)
  }

  @Test("The end is told before the account that was signed in goes")
  func ended() throws {
    let session = Session()
    let endings = Counter()
    let receipt = session.ended.onScopeInvalidated { [session] in
      if session.account != nil { endings.increment() }
    }
    session.begin(try .named("ana"))
    #expect(endings.count == 0)
    session.begin(try .named("ben"))
    #expect(endings.count == 1)
    session.end()
    #expect(endings.count == 2)
    session.end()
    #expect(endings.count == 2)
    receipt.cancel()
  }

  @Test("Of many threads that end a session one succeeds")
  func threads() async throws {
    let session = Session()
    session.begin(try .named("ana"))
    let endings = await withTaskGroup { group in
      for _ in 0..<16 { group.addTask { session.end() != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(endings == 1)
  }
}

/// A counter for several threads.
final class Counter: Sendable {
  /// The current number.
  private let value = Mutex(0)

  /// The current number.
  var count: Int { value.withLock { $0 } }

  /// Increments the number.
  func increment() { value.withLock { $0 += 1 } }
}

extension Account {
  /// Returns an account that was created at the start of 1970.
  static func named(_ name: String) throws -> Account {
    try Account(name: name, created: Timestamp(milliseconds: 0))
  }
}
