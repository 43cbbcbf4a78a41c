import Stitcher

/// Ends when the user signs out.
final class Account: Sendable {}

/// Ends when the theme changes.
final class Theme: Sendable {
  let account: Account

  init(_ account: Account) { self.account = account }
}

final class Sync: Sendable {
  let account: Account

  init(account: Account) { self.account = account }
}

final class Feed: Sendable {
  let account: Account
  let sync: Sync

  init() throws {
    account = try DependencyGraph.inject()
    sync = try DependencyGraph.inject()
  }
}

enum Changes {
  static let theme = ChangeSource()
}

let signedOut = ChangeSource()

let app = DependencyContainer {
  Dependency { Account() }
    .scope(.managed(by: signedOut))
  Dependency { Theme(try DependencyGraph.inject()) }
    .scope(.managed(by: Changes.theme))
  Dependency(autowired: Sync.init(account:))
    .scope(.singleton)
  Dependency { try Feed() }
}

func run() throws {
  let theme: Theme = try DependencyGraph.inject()
  let feed: Feed = try DependencyGraph.inject()
  print(theme, feed)
}
