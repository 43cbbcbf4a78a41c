import Observation
import Stitcher

// Typical declarations of an application, in a module that is isolated to the main actor by
// default.

protocol Accounts: AnyObject {
  var name: String { get }
}

final class Navigation: Accounts {
  var name = "navigation"
  @Injected var cache: Cache
  init() {}
}

final class Page {
  let title: String
  init(title: String) { self.title = title }
}

nonisolated final class Cache: Sendable {
  init() {}
}

nonisolated protocol Searchable: Sendable {}

nonisolated struct Notes: Searchable {}

enum Place: String {
  case avatar
}

struct Key: Hashable {
  var id: Int
}

@Observable final class Session {
  var isSignedIn = false
  var number = 0
}

struct CacheDependency: DependencyRepresenting {
  var locator: DependencyLocator { .name("represented-cache") }
  var scope: DependencyScope { .singleton }
  var dependencyProvider: DependencyFactory.Provider<Cache> {
    DependencyFactory.Provider { Cache() }
  }
}

/// The documentation's example of a custom scope.
class PrincipalDatasource: ManagedDependencyScopeProviding {
  class Observation: ManagedDependencyScopeReceipt {
    typealias Handler = () -> Void

    private(set) var callback: Handler?

    var isCancelled: Bool {
      callback == nil
    }

    init(callback: @escaping Handler) {
      self.callback = callback
    }

    func cancel() {
      callback = nil
    }
  }

  private var observations: [Observation]

  var principal: String? {
    didSet {
      guard oldValue != principal else {
        return
      }

      principalChanged()
    }
  }

  init(principal: String?) {
    self.principal = principal
    self.observations = []
  }

  private func principalChanged() {
    observations.removeAll(where: { $0.isCancelled })
    for observation in observations { observation.callback?() }
  }

  func onScopeInvalidated(perform action: @escaping () -> Void) -> any ManagedDependencyScopeReceipt
  {
    let observation = Observation(callback: action)
    observations.append(observation)

    return observation
  }
}
