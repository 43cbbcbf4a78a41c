import Observation
import Stitcher

@Observable final class Session: Sendable {
  var account: String? { nil }
  var mode: Mode { .plain }
  var titles: [String] { [] }
}

enum Mode: Sendable {
  case plain
  case rich(Int)
}

final class Draft: Sendable {
  init(_ account: String) {}
}

final class Page: Sendable {
  init(_ number: Int) {}
}

final class Cart: Sendable {
  init(_ account: String?) {}
}

func container(session: Session) -> DependencyContainer {
  DependencyContainer {
    let owner = session.account
    Dependency { Cart(owner) }
      .scope(.singleton)
    if let account = session.account {
      Dependency { Draft(account) }
        .scope(.singleton)
    }
    switch session.mode {
    case .plain: Dependency { 0 }
    case .rich(let number):
      Dependency { Page(number) }
    }
    for title in session.titles {
      Dependency(named: "title") { Draft(title) }
    }
  }
}

func run() throws {
  let draft: Draft = try DependencyGraph.inject()
  let page: Page = try DependencyGraph.inject()
  let number: Int = try DependencyGraph.inject()
  let title: Draft = try DependencyGraph.inject(byName: "title")
  let cart: Cart = try DependencyGraph.inject()
  print(cart, title, draft, page, number)
}
