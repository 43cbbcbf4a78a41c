import Stitcher

protocol Store: Sendable {}
struct Files: Store {}
struct Log: Sendable {
  init(_ store: any Store) {}
}

/// The log is kept where nobody may have declared the decorator: in a parent.
let app = DependencyContainer {
  Dependency { Files() }
    .conforms(to: (any Store).self)
  Dependency { Log(try DependencyGraph.inject()) }
    .scope(.singleton)
}

let logging = DependencyContainer {
  Decorator((any Store).self) { inner in
    let log: Log = try DependencyGraph.inject()
    print(log)
    return inner
  }
}

protocol Clock: Sendable {}
struct System: Clock {}
struct Zone: Sendable {
  init(_ clock: System) {}
}

/// Whoever asks by another key gets what is not decorated.
let clocks = DependencyContainer {
  Dependency { System() }
    .conforms(to: (any Clock).self)
  Dependency { Zone(try DependencyGraph.inject()) }
  Decorator((any Clock).self) { inner in
    let zone: Zone = try DependencyGraph.inject()
    print(zone)
    return inner
  }
}

protocol Queue: Sendable {}
struct Memory: Queue {}
struct Worker: Sendable {
  init(_ queue: any Queue) {}
}

/// Not whenever it runs: under a condition, tolerated, later, or as one of several.
func queues(isOn: Bool) -> DependencyContainer {
  DependencyContainer {
    Dependency { Memory() as any Queue }
    Dependency { Worker(try DependencyGraph.inject()) }
    Decorator { (inner: any Queue) in
      if isOn { print(try DependencyGraph.inject() as Worker) }
      let worker: Worker? = try? DependencyGraph.inject()
      let later: @Sendable () throws -> Worker = { try DependencyGraph.inject() }
      let all: [any Queue] = []
      print(worker as Any, later, all)
      return inner
    }
  }
}

protocol Mail: Sendable {}
struct Post: Mail {}
struct Sender: Sendable {
  init(_ mail: any Mail) {}
}

/// What is decorated under a condition may not be decorated.
func mails(isOn: Bool) -> DependencyContainer {
  DependencyContainer {
    Dependency { Post() as any Mail }
    Dependency { Sender(try DependencyGraph.inject()) }
      .scope(.singleton)
    if isOn {
      Decorator { (inner: any Mail) in
        let sender: Sender = try DependencyGraph.inject()
        print(sender)
        return inner
      }
    }
  }
}

final class Request: Sendable {}
final class Cache: Sendable {}
final class Page: Sendable {}

/// What is scoped may be needed around what is not kept, or is scoped itself.
let requests = DependencyContainer {
  Dependency { Request() }
    .scope(.scoped)
  Dependency { Cache() }
    .scope(.scoped)
  Decorator(autowired: { (inner: Cache, _: Request) in inner })
  Dependency { Page() }
    .scope(.instance)
  Decorator { (inner: Page) in
    let request: Request = try DependencyGraph.inject()
    print(request)
    return inner
  }
}

extension Decorator {
  /// Of a spelling of the program's own.
  init<Inner>(autowired decorate: @escaping @Sendable (Inner, Request) throws -> Inner) {
    self.init(Inner.self, autowired: decorate)
  }
}

final class Pool: Sendable {}

/// One is kept, and the other one is not: the decorator may only meet the other one.
func pools(isOn: Bool) -> DependencyContainer {
  DependencyContainer {
    if isOn {
      Dependency { Pool() }
        .scope(.singleton)
    } else {
      Dependency { Pool() }
        .scope(.instance)
    }
    Decorator { (inner: Pool) in
      let request: Request = try DependencyGraph.inject()
      print(request)
      return inner
    }
  }
}

/// It decorates nothing here, so what it needs does not matter.
let idle = DependencyContainer {
  Decorator { (inner: String) in
    let missing: Double = try DependencyGraph.inject()
    return inner + "\(missing)"
  }
  Decorator(String.self, autowired: { (inner: String, _: Float) in inner })
}

func run() async throws {
  let store: any Store = try DependencyGraph.inject()
  let clock: any Clock = try DependencyGraph.inject()
  let queue: any Queue = try DependencyGraph.inject()
  let mail: any Mail = try DependencyGraph.inject()
  let cache: Cache = try DependencyGraph.inject()
  let page: Page = try DependencyGraph.inject()
  let pool: Pool = try DependencyGraph.inject()
  print(store, clock, queue, mail, cache, page, pool)
}
