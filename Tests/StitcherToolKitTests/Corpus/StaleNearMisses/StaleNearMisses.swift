import Observation
import Stitcher

@Observable final class Session: Sendable {
  var account: String? { nil }
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
    DependencyGraph.inject(byValue: 1),
  ]
  let plain: Plain = try DependencyGraph.inject()
  print(draft, drafts, plain)
}
