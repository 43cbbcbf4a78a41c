import Stitcher

struct User: Hashable, Sendable {}
final class Inbox: Sendable {}
final class Outbox: Sendable {}
final class Drafts: Sendable {}

func app(_ user: User?) -> DependencyContainer {
  DependencyContainer {
    DependencyGroup(for: user) { user in
      // Whose it is, and what tells it apart from others of the same user.
      Dependency { Inbox() }
      Dependency { Inbox() }
        .id("second")
      // They may be the same.
      Dependency { Outbox() }
        .id(1)
      Dependency { Outbox() }
        .id(2)
    }
    Dependency { Drafts() }
    Dependency { Drafts() }
      .id("second")
  }
}

func run() throws {
  let inbox: Inbox = try DependencyGraph.inject()
  let outbox: Outbox = try DependencyGraph.inject()
  let drafts: Drafts = try DependencyGraph.inject()
  print(inbox, outbox, drafts)
}
