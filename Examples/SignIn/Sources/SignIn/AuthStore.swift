public import Observation
public import Stitch

/// The signed-in user.
@MainActor
public protocol AuthStoring: AnyObject, Observable {
  /// The name of the signed-in user, or `nil`.
  var user: String? { get set }

  /// The number of failed attempts.
  var failures: Int { get set }
}

/// Stores the signed-in user in memory.
@Observable
final class AuthStore: AuthStoring {
  var user: String?
  var failures = 0
  init() {}
}

@MainActor
extension DependencyMap {
  private struct AuthStoreKey: @MainActor DependencyKey {
    @MainActor static var dependency: any AuthStoring { AuthStore() }
  }

  /// The store of the signed-in user.
  public var authStore: any AuthStoring {
    get { resolve(key: AuthStoreKey.self) }
    set { register(key: AuthStoreKey.self, dependency: newValue) }
  }
}
