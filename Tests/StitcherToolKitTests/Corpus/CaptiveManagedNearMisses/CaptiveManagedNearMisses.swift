import Stitcher

final class Account: Sendable {}

/// Goes with the account.
final class Basket: Sendable {
  let account: Account

  init(_ account: Account) { self.account = account }
}

/// Uses it once, and does not hold it.
final class Greeting: Sendable {
  let text: String

  init(_ account: Account) { text = "Hello \(ObjectIdentifier(account))" }
}

/// New each time.
final class Checkout: Sendable {
  let account: Account

  init(_ account: Account) { self.account = account }
}

/// Asks when it is used.
final class Server: Sendable {
  let account = Injected<Account>()
}

/// May be told to let go.
final class Holder {
  weak var account: Account?
  var other: Account

  init(_ account: Account) { (self.account, other) = (account, account) }
}

/// Both may be the same object.
let signedOut = ChangeSource()
let alias = signedOut

final class Aliased: Sendable {
  let account: Account

  init(_ account: Account) { self.account = account }
}

final class Unknown: Sendable {
  let account: Account

  init(_ account: Account) { self.account = account }
}

func app(_ source: ChangeSource) -> DependencyContainer {
  DependencyContainer {
    Dependency { Account() }
      .scope(.managed(by: signedOut))
    Dependency { Basket(try DependencyGraph.inject()) }
      .scope(.managed(by: signedOut))
    Dependency { Greeting(try DependencyGraph.inject()) }
      .scope(.singleton)
    Dependency { Checkout(try DependencyGraph.inject()) }
      .scope(.instance)
    Dependency { Server() }
      .scope(.singleton)
    Dependency { Holder(try DependencyGraph.inject()) }
    Dependency { Aliased(try DependencyGraph.inject()) }
      .scope(.managed(by: alias))
    Dependency { Unknown(try DependencyGraph.inject()) }
      .scope(.managed(by: source))
  }
}

func run() throws {
  let basket: Basket = try DependencyGraph.inject()
  let greeting: Greeting = try DependencyGraph.inject()
  let checkout: Checkout = try DependencyGraph.inject()
  let server: Server = try DependencyGraph.inject()
  let holder: Holder = try DependencyGraph.inject()
  let aliased: Aliased = try DependencyGraph.inject()
  let unknown: Unknown = try DependencyGraph.inject()
  print(basket, greeting, checkout, server, holder, aliased, unknown)
}
