import Stitch

protocol Log: Sendable {}

struct StoreLog: Log {
  init() { _ = DependencyMap.resolve(\.store) }
}

struct Store: Sendable {
  init() { print(DependencyMap.resolve(\.log)) }
}

extension DependencyMap {
  struct LogKey: DependencyKey {
    static let dependency: any Log = StoreLog()
  }

  struct StoreKey: DependencyKey {
    static var dependency: Store { Store() }
  }

  var log: any Log {
    get { resolve(key: LogKey.self) }
    set { register(key: LogKey.self, dependency: newValue) }
  }

  var store: Store {
    get { resolve(key: StoreKey.self) }
    set { register(key: StoreKey.self, dependency: newValue) }
  }
}
