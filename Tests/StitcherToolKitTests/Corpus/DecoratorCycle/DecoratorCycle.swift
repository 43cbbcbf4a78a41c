import Stitcher

protocol Store: Sendable {}
struct Files: Store {}
struct Logged: Store {
  let inner: any Store
  init(_ inner: any Store, log: Log) { self.inner = inner }
}
struct Log: Sendable {
  init(_ store: any Store) {}
}

/// What the decorator injects needs what is decorated, and both are in one container.
let logging = DependencyContainer {
  Dependency { Files() }
    .conforms(to: (any Store).self)
  Dependency { Log(try DependencyGraph.inject()) }
    .scope(.singleton)
  Decorator((any Store).self, autowired: Logged.init(_:log:))
}

protocol Clock: Sendable {}
struct System: Clock {}
struct Zone: Sendable {
  init(_ clock: any Clock) {}
}

let clocks = DependencyContainer {
  Dependency { System() as any Clock }
}

/// Where the decorator runs, its graph sees it, whoever asks there: the zone is not kept.
let zones = DependencyContainer {
  Dependency { Zone(try DependencyGraph.inject()) }
  Decorator((any Clock).self) { inner in
    let zone: Zone = try DependencyGraph.inject()
    print(zone)
    return inner
  }
}

protocol Queue: Sendable {}
struct Memory: Queue {}

let queues = DependencyContainer {
  Dependency { Memory() as any Queue }
}

/// It asks for what it decorates.
let again = DependencyContainer {
  Decorator { (inner: any Queue) in
    let queue: any Queue = try DependencyGraph.inject()
    return queue
  }
}

protocol Mail: Sendable {}
struct Post: Mail {}
protocol News: Sendable {}
struct Paper: News {}

/// Two decorators need what the other one decorates.
func both(isOn: Bool) -> DependencyContainer {
  DependencyContainer {
    if isOn {
      Dependency { Post() as any Mail }
      Dependency { Paper() as any News }
      Decorator((any Mail).self, autowired: { (inner: any Mail, _: any News) in inner })
      Decorator((any News).self) { inner in
        let mail: any Mail = try DependencyGraph.inject()
        print(mail)
        return inner
      }
    }
  }
}

struct Price: Sendable {}
struct Cart: Sendable {
  init(_ price: Price) {}
}

/// Whichever price the cart finds, it is decorated where the decorator runs.
func prices(isOn: Bool) -> DependencyContainer {
  DependencyContainer {
    if isOn {
      Dependency { Price() }
    } else {
      Dependency { Price() }
        .scope(.scoped)
    }
    Dependency { Cart(try DependencyGraph.inject()) }
    Decorator { (inner: Price) in
      let cart: Cart = try DependencyGraph.inject()
      print(cart)
      return inner
    }
  }
}

func run() async throws {
  let store: any Store = try DependencyGraph.inject()
  let clock: any Clock = try DependencyGraph.inject()
  let queue: any Queue = try DependencyGraph.inject()
  let mail: any Mail = try DependencyGraph.inject()
  let price: Price = try DependencyGraph.inject()
  print(store, clock, queue, mail, price)
}
