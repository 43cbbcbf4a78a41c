import Observation
import Stitcher

@Observable final class Session: Sendable {
  var account: String? { nil }
  let host = "example.org"
}

/// Nobody follows it.
final class Settings: Sendable {
  var host: String { "example.org" }
}

final class Draft: Sendable {
  init(_ account: String) {}
}

final class Plain: Sendable {}

func container(session: Session, mode: String?) -> DependencyContainer {
  DependencyContainer {
    if let account = session.account {
      // It says whose it is.
      Dependency { Draft(account) }
        .scope(.singleton)
        .id(account)
      // A value of its own each time.
      Dependency(named: "new") { Draft(account) }
        .scope(.instance)
      Dependency(named: "text") { account }
      // Nothing is captured.
      Dependency { Plain() }
        .scope(.singleton)
      DependencyGroup(id: account) {
        Dependency(named: "group") { Draft(account) }
      }
    }
    // A constant, and what is not observed.
    let host = session.host
    let other = Settings().host
    Dependency(named: "host") { Draft(host) }
      .scope(.singleton)
    Dependency(named: "other") { Draft(other) }
      .scope(.singleton)
    // It says whose it is, and is read anew where nothing is kept.
    let owner = session.account
    Dependency(named: "owner") { Draft(owner ?? "") }
      .scope(.singleton)
      .id(owner)
    Dependency(named: "fresh") { Draft(owner ?? "") }
      .scope(.instance)
    // What is passed stays as it is.
    if let mode {
      Dependency(named: "mode") { Draft(mode) }
        .scope(.singleton)
    }
    for number in 0..<2 {
      Dependency(for: number) { Draft("\(number)") }
    }
    DependencyGroup(for: session.account) { account in
      Dependency(named: "for") { Draft(account) }
        .scope(.singleton)
    }
  }
}

func run() throws {
  let draft: Draft = try DependencyGraph.inject()
  let drafts: [Draft] = try [
    DependencyGraph.inject(byName: "new"), DependencyGraph.inject(byName: "group"),
    DependencyGraph.inject(byName: "for"), DependencyGraph.inject(byName: "mode"),
    DependencyGraph.inject(byValue: 1), DependencyGraph.inject(byName: "host"),
    DependencyGraph.inject(byName: "other"), DependencyGraph.inject(byName: "owner"),
    DependencyGraph.inject(byName: "fresh"),
  ]
  let plain: Plain = try DependencyGraph.inject()
  print(draft, drafts, plain)
}
