import Stitch

struct Log: Sendable {
  init(_ store: Store?) {}
}

struct Store: Sendable {
  init(_ log: Log?) {}
}

extension DependencyMap {
  struct LogKey: DependencyKey {
    static let dependency = Log(DependencyMap.resolve(\.store))
  }

  struct StoreKey: DependencyKey {
    static let dependency = Store(DependencyMap.resolve(\.log))
  }

  var log: Log {
    get { resolve(key: LogKey.self) }
    set { register(key: LogKey.self, dependency: newValue) }
  }

  var store: Store {
    get { resolve(key: StoreKey.self) }
    set { register(key: StoreKey.self, dependency: newValue) }
  }
}

/// Neither default is needed by the other then.
struct Registrant: DependencyRegistrant {
  func registerDependencies() {
    register(\.log, dependency: Log(nil))
    print(DependencyMap.resolve(\.store))
  }
}
