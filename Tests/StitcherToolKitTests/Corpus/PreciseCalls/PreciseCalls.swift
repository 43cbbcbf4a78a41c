import Stitcher

// Code that looks as if it ran whenever a factory does, and does not. Each would be a cycle.
final class Lazily {
  lazy var other: Other? = try? DependencyGraph.inject()
  lazy var needed: Other = try! DependencyGraph.inject()
}

final class Later {
  var retry: () throws -> Void = {}
}

final class Setting {
  var other: Other? {
    get { try! DependencyGraph.inject() as Other }
    set { print(newValue as Any) }
  }
}

struct Valued {
  var other: Other = try! DependencyGraph.inject()
}

final class Chained: Sendable {
  func attach(_ other: Other) {}
}

final class Other {
  init(_ lazily: Lazily, _ later: Later, _ setting: Setting, _ valued: Valued, _ chained: Chained) {
  }
  init() {}
}

func app(_ delegate: Chained?) -> DependencyContainer {
  DependencyContainer {
    Dependency { Lazily() }
    Dependency {
      let later = Later()
      func retry() throws { print(try DependencyGraph.inject() as Other) }
      later.retry = retry
      return later
    }
    Dependency {
      let setting = Setting()
      setting.other = nil
      return setting
    }
    Dependency { Valued(other: Other()) }
    Dependency {
      try delegate?.attach(DependencyGraph.inject())
      return Chained()
    }
    Dependency(autowired: Other.init(_:_:_:_:_:))
  }
}

func run() throws {
  let other: Other = try DependencyGraph.inject()
  print(other)
}
