public import Observation
public import Stitch

/// Who is signed in.
@MainActor
public protocol AuthStoring: AnyObject, Observable {
  /// The user's name; nil if nobody is signed in.
  var user: String? { get set }

  /// The number of failed attempts.
  var failures: Int { get set }
}

/// Keeps who is signed in in memory.
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

  /// Who is signed in.
  public var authStore: any AuthStoring {
    get { resolve(key: AuthStoreKey.self) }
    set { register(key: AuthStoreKey.self, dependency: newValue) }
  }
}
