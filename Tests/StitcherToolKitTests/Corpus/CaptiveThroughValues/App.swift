import Stitcher

final class Request: Sendable {}
final class Account: Sendable {}

/// Values that are made anew for whatever needs them.
struct Checkout: Sendable {
  let request: Request
}

struct Basket: Sendable {
  let checkout: Checkout
}

struct Profile: Sendable {
  let account: Account
}

protocol Store: Sendable {}
struct Files: Store {}
struct Traced: Store {
  init(_ inner: any Store, request: Request) {}
}

final class Server: Sendable {
  init(_ checkout: Checkout) {}
}

final class Shop: Sendable {
  init(_ basket: Basket) {}
}

final class Feed: Sendable {
  let profile: Profile

  init(_ profile: Profile) { self.profile = profile }
}

final class Backup: Sendable {
  init(_ store: any Store) {}
}

final class Named: Sendable {
  init(_ checkout: Checkout) {}
}

let signedOut = ChangeSource()

let app = DependencyContainer {
  Dependency { Request() }
    .scope(.scoped)
  Dependency { Account() }
    .scope(.managed(by: signedOut))
  Dependency { Checkout(request: try DependencyGraph.inject()) }
  Dependency(autowired: Basket.init(checkout:))
  Dependency(autowired: Profile.init(account:))
  Dependency { Server(try DependencyGraph.inject()) }
  Dependency { Shop(try DependencyGraph.inject()) }
    .scope(.singleton)
  Dependency(autowired: Feed.init(_:))
  Dependency { Files() }
    .conforms(to: (any Store).self)
    .scope(.instance)
  Decorator((any Store).self, autowired: Traced.init(_:request:))
  Dependency { Backup(try DependencyGraph.inject()) }
  Dependency(named: "named") { Named(try DependencyGraph.inject()) }
    .scope(.managed(by: signedOut))
}

func run() throws {
  let server: Server = try DependencyGraph.inject()
  let shop: Shop = try DependencyGraph.inject()
  let feed: Feed = try DependencyGraph.inject()
  let backup: Backup = try DependencyGraph.inject()
  let named: Named = try DependencyGraph.inject(byName: "named")
  print(server, shop, feed, backup, named)
}
