import Stitch

protocol Log: Sendable {}

struct StoreLog: Log {
  // It is read when it is used.
  @Stitch(\.store) var store
}

struct Store: Sendable {
  init(isChecked: Bool = false) {
    if isChecked { _ = DependencyMap.resolve(\.log) }
  }

  func write() { _ = DependencyMap.resolve(\.log) }
}

extension DependencyMap {
  struct LogKey: DependencyKey {
    static let dependency: any Log = PlainLog(store: DependencyMap.resolve(\.store))
  }

  struct StoreKey: DependencyKey {
    static let dependency = Store()
  }

  struct PlainLog: Log {
    let store: Store
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
