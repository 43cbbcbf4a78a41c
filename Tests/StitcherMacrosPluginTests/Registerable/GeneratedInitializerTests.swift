import Testing

/// Initializers that other macros generate, and initializers in conditional blocks.
@Suite struct RegisterableGeneratedInitializerTests {
  @Test func injectedParameters() {
    expectExpansion(
      of: """
        @Registerable
        final class Mailer {
            @InjectedParameters(ignoring: "host")
            init(log: any Log, host: String) {}

            init() {}
        }
        """,
      """

      final class Mailer {
          @InjectedParameters(ignoring: "host")
          init(log: any Log, host: String) {}

          init() {}
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
                      try Mailer(injecting: Mailer.self, host: host)
                  }
              )
              ._requesting(Mailer._needsOfMailer_log_any_Log_host_String)
          }
      }
      """,
      only: ["Registerable"])
  }

  @Test func injectedParametersWherePreferred() {
    expectExpansion(
      of: """
        @Registerable
        final class Mailer {
            @InjectedParameters @PreferredInitializer
            init(log: Log) {}
        }
        """,
      """

      final class Mailer {
          @InjectedParameters @PreferredInitializer
          init(log: Log) {}
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
                  scope: .automatic(for: Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: { log in
                      Mailer(log: log)
                  }
              )
          }
      }
      """,
      only: ["Registerable"])
  }

  @Test func injectedParametersCountTheIgnored() {
    expectExpansion(
      of: """
        @Registerable
        final class Mailer {
            @InjectedParameters(ignoring: "host", "port")
            init(log: any Log, host: String, port: Int) {}

            @PreferredInitializer
            init(name: String) {}
        }
        """,
      """

      final class Mailer {
          @InjectedParameters(ignoring: "host", "port")
          init(log: any Log, host: String, port: Int) {}

          @PreferredInitializer
          init(name: String) {}
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
                  scope: .automatic(for: Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: { name in
                      Mailer(name: name)
                  }
              )
          }
      }
      """,
      only: ["Registerable"])
  }

  @Test func injectedInitializer() {
    expectExpansion(
      of: """
        @Registerable
        @InjectedInitializer(ignoring: "host")
        final class Mailer {
            let log: any Log
            let host: String
            var name: String?
            var port: Int
            let limit = 3
        }
        """,
      """

      @InjectedInitializer(ignoring: "host")
      final class Mailer {
          let log: any Log
          let host: String
          var name: String?
          var port: Int
          let limit = 3
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
                  scope: .automatic(for: Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: { host, port in
                      try Mailer(injecting: Mailer.self, host: host, port: port)
                  }
              )
              ._requesting(Mailer._needsOfMailer)
          }
      }
      """,
      only: ["Registerable"])
  }

  @Test func formsThatThrow() {
    expectExpansion(
      of: """
        @Registerable
        final class Inbox {
            @InjectedParameters(strategy: .stitcherByName, ignoring: "title")
            init(log: any Log, later: @autoclosure () -> Log, _: Log?, title: String) {}

            @InjectedParameters
            init(log: Log) async {}

            @InjectedParameters
            func open(log: Log) {}
        }
        """,
      """
      @Registerable
      final class Inbox {
          init(log: any Log, later: @autoclosure () -> Log, _: Log?, title: String) {}

          @_disfavoredOverload
          @PreferredInitializer
          convenience init(title: String) {
              self.init(log: try! DependencyGraph.inject(byName: "log"), later: try! DependencyGraph.inject(byName: "later"), try! DependencyGraph.inject(byType: Log.self), title: title)
          }

          @_disfavoredOverload
          convenience init(injecting _: Inbox.Type, title: String) throws {
              let injected1: Log = try DependencyGraph.inject(byName: "later")
              try self.init(log: DependencyGraph.inject(byName: "log"), later: injected1, DependencyGraph.inject(byType: Log.self), title: title)
          }

          nonisolated static var _needsOfInbox_log_any_Log_later_autoclosure_Log_Log_title_String: [_DependencyRequest] {
              [.name("log"), .name("later"), .type(Log?.self)]
          }
          init(log: Log) async {}

          @_disfavoredOverload
          @PreferredInitializer
          convenience init() async {
              await self.init(log: try! DependencyGraph.inject(byType: Log.self))
          }

          @_disfavoredOverload
          convenience init(injecting _: Inbox.Type) async throws {
              try await self.init(log: DependencyGraph.injectAsync(byType: Log.self))
          }

          nonisolated static var _needsOfInbox_log_Log: [_DependencyRequest] {
              [.type(Log.self)]
          }
          func open(log: Log) {}

          @_disfavoredOverload
          func open() {
              open(log: try! DependencyGraph.inject(byType: Log.self))
          }
      }
      """,
      only: ["InjectedParameters"])
  }

  @Test func conditionalInitializers() {
    expectExpansion(
      of: """
        @Registerable
        final class Mailer {
            #if DEBUG
            init(log: String) {}
            #elseif os(Linux)
            @PreferredInitializer init(socket: Int) {}
            init(other: Int) {}
            #else
            init() {}
            #endif
        }
        """,
      """

      final class Mailer {
          #if DEBUG
          init(log: String) {}
          #elseif os(Linux)
          @PreferredInitializer init(socket: Int) {}
          init(other: Int) {}
          #else
          init() {}
          #endif
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          #if DEBUG
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
                  scope: .automatic(for: Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: { log in
                      Mailer(log: log)
                  }
              )
          }
          #elseif os(Linux)
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
                  scope: .automatic(for: Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: { socket in
                      Mailer(socket: socket)
                  }
              )
          }
          #else
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
                  scope: .automatic(for: Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: {
                      Mailer()
                  }
              )
          }
          #endif
      }
      """,
      only: ["Registerable"])
  }

  @Test func conditionalAlternative() {
    expectExpansion(
      of: """
        @Registerable
        struct Mailer {
            init() {}
            #if DEBUG
            @PreferredInitializer init(log: String) {}
            #endif
        }
        """,
      """

      struct Mailer {
          init() {}
          #if DEBUG
          @PreferredInitializer init(log: String) {}
          #endif
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          #if DEBUG
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
                  scope: .automatic(for: Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: { log in
                      Mailer(log: log)
                  }
              )
          }
          #else
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
                  scope: .automatic(for: Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: {
                      Mailer()
                  }
              )
          }
          #endif
      }
      """,
      only: ["Registerable"])
  }

  @Test func entangledConditions() {
    expectExpansion(
      of: """
        @Registerable
        struct Mailer {
            #if DEBUG
            init() {}
            #endif
            #if os(Linux)
            init(socket: Int) {}
            #endif
        }
        """,
      """

      struct Mailer {
          #if DEBUG
          init() {}
          #endif
          #if os(Linux)
          init(socket: Int) {}
          #endif
      }
      """,
      diagnostics: [
        "1:1: error: Initializers in more than one '#if' block are not supported. Mark the one to use with '@PreferredInitializer', outside of them."
      ])
  }

  @Test func whatIsInjectedIsSaid() {
    expectExpansion(
      of: """
        @Registerable
        @InjectedInitializer(names: ["title": "headline"], ignoring: "host")
        final class Mailer {
            let log: (any Log)?
            let title: String
            let host: String
            @Injected var inbox: Inbox
            @Injected(name: "outbox") var outbox: Outbox
            @Injected(3) var box: Box
            static let count = 0
        }
        """,
      """
      @Registerable
      final class Mailer {
          let log: (any Log)?
          let title: String
          let host: String
          @Injected var inbox: Inbox
          @Injected(name: "outbox") var outbox: Outbox
          @Injected(3) var box: Box
          static let count = 0

          init(log: (any Log)? = Injected<(any Log)?>(file: "App/App.swift", line: 4).wrappedValue, title: String = Injected<String>(name: "headline", file: "App/App.swift", line: 5).wrappedValue, host: String) {
              self.log = log
              self.title = title
              self.host = host
          }

          init(injecting _: Mailer.Type, host: String) throws {
              self.log = try Injected<(any Log)?>(file: "App/App.swift", line: 4).loadedValue()
              self.title = try Injected<String>(name: "headline", file: "App/App.swift", line: 5).loadedValue()
              self.host = host
          }

          nonisolated static var _needsOfMailer: [_DependencyRequest] {
              [.type((any Log)?.self), .name("headline", ofProperty: String.self), .type(Inbox.self, isLazy: true), .name("outbox", ofProperty: Outbox.self, isLazy: true)]
          }
      }
      """,
      only: ["InjectedInitializer"])
  }
}
