import StitcherMacros

final class Session: Sendable {}
final class Database: Sendable {}
final class Page: Sendable {}

struct Reader {
  let page: Page

  @InjectedParameters
  init(page: Page) { self.page = page }

  @InjectedParameters
  func read(database: Database) {}

  @InjectedParameters
  static func open(session: Session) {}
}

let container = DependencyContainer {
  Dependency { Page() }
}

@main enum App {
  static func main() {
    DependencyGraph.activate(container)
    Reader.open()
    Reader().read()
  }
}
