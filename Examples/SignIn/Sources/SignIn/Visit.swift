internal import Stitch

/// A visitor that signs in and out.
@MainActor
public struct Visit {
  @Stitch(\.authStore) private var store
  @StitchPublished(\.authStore) private var published

  /// Creates a visit.
  public init() {}

  /// Signs in with a password, and returns whether it is correct: the name, backwards.
  @discardableResult
  public func signIn(_ user: String, password: String) -> Bool {
    guard password == String(user.reversed()) else {
      store.failures += 1
      return false
    }
    store.user = user
    return true
  }

  /// Signs out.
  public func signOut() { store.user = nil }

  /// Makes a change, and waits until the next user is published.
  public func settle(after change: () -> Void) async {
    var users = $published.user.makeAsyncIterator()
    change()
    _ = await users.next()
  }
}
