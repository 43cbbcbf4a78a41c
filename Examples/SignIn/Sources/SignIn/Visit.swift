internal import Stitch

/// Somebody signs in and out.
@MainActor
public struct Visit {
  @Stitch(\.authStore) private var store
  @StitchPublished(\.authStore) private var published

  /// Creates a visit.
  public init() {}

  /// Signs in with a password; the right one is the name, backwards. Returns whether it was right.
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

  /// Makes a change, and returns once the next user has been published.
  public func settle(after change: () -> Void) async {
    var users = $published.user.makeAsyncIterator()
    change()
    _ = await users.next()
  }
}
