import Testing

/// Registrations of initializers that throw.
@Suite struct RegisterableThrowingInitializerTests {
  @Test func theCallIsTried() {
    expectExpansion(
      of: """
        @Registerable
        final class Mailer {
            init(host: String) throws {}
        }

        @MainActor @Registerable
        final class Screen {
            init() throws(ScreenError) {}
        }
        """,
      """

      final class Mailer {
          init(host: String) throws {}
      }

      @MainActor
      final class Screen {
          init() throws(ScreenError) {}
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
                  scope: .automatic(for: Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: { host in
                      try Mailer(host: host)
                  }
              )
          }
      }

      extension Screen: RegisterableDependency, AutoregisterableDependency {
          nonisolated static var dependencyRegistration: GeneratedDependencyRegistration<Screen> {
              GeneratedDependencyRegistration<Screen>(
                  locator: .type(Screen.self),
                  scope: .automatic(for: Screen.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 6,
                  onMainActor: {
                      try Screen()
                  }
              )
          }
      }
      """)
  }

  @Test func othersGoBeforeOneThatIsNotMarked() {
    expectExpansion(
      of: """
        @Registerable
        struct Feed: Codable {
            init() async {}
            init(from decoder: any Decoder) throws {}
        }

        @Registerable
        struct Page {
            init() {}
            @PreferredInitializer init(number: Int) throws {}
        }
        """,
      """

      struct Feed: Codable {
          init() async {}
          init(from decoder: any Decoder) throws {}
      }
      struct Page {
          init() {}
          @PreferredInitializer init(number: Int) throws {}
      }

      extension Feed: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Feed> {
              GeneratedDependencyRegistration<Feed>(
                  locator: .type(Feed.self),
                  scope: .automatic(for: Feed.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  dependencyProvider: {
                      await Feed()
                  }
              )
          }
      }

      extension Page: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Page> {
              GeneratedDependencyRegistration<Page>(
                  locator: .type(Page.self),
                  scope: .automatic(for: Page.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 7,
                  nonisolated: { number in
                      try Page(number: number)
                  }
              )
          }
      }
      """, only: ["Registerable"])
  }

  @Test func parametersAreInjected() {
    expectExpansion(
      of: """
        @Registerable
        struct Server {
            @InjectedParameters(ignoring: "name")
            init(log: Log, name: String) throws(ServerError) {}
        }
        """,
      """

      struct Server {
          init(log: Log, name: String) throws(ServerError) {}

          @_disfavoredOverload
          init(name: String) throws(ServerError) {
              try self.init(log: try! DependencyGraph.inject(byType: Log.self), name: name)
          }

          @_disfavoredOverload
          init(injecting _: Server.Type, name: String) throws {
              try self.init(log: DependencyGraph.inject(byType: Log.self), name: name)
          }

          nonisolated static var _needsOfServer_log_Log_name_String: [_DependencyRequest] {
              [.type(Log.self)]
          }
      }

      extension Server: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Server> {
              GeneratedDependencyRegistration<Server>(
                  locator: .type(Server.self),
                  scope: .automatic(for: Server.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: { name in
                      try Server(injecting: Server.self, name: name)
                  }
              )
              ._requesting(Server._needsOfServer_log_Log_name_String)
          }
      }
      """)
  }
}
