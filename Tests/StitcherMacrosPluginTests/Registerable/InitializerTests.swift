import Testing

/// The choice of the initializer that a registration calls.
@Suite struct RegisterableInitializerTests {
  @Test func unsupportedOnesAreSkipped() {
    expectExpansion(
      of: """
        @Registerable
        final class Mailer {
            init(a: Int) async {}
            init(b: Int) throws {}
            init?(c: Int) {}
            init<Item>(d: Item) {}
            init(e: some Mail) {}
            init(host: String) {}
        }
        """,
      """

      final class Mailer {
          init(a: Int) async {}
          init(b: Int) throws {}
          init?(c: Int) {}
          init<Item>(d: Item) {}
          init(e: some Mail) {}
          init(host: String) {}
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
                      Mailer(host: host)
                  }
              )
          }
      }
      """)
  }

  @Test func preferredWithFewestParameters() {
    expectExpansion(
      of: """
        @Registerable
        final class Mailer {
            @PreferredInitializer init(host: String, port: Int) {}
            @StitcherMacros.PreferredInitializer() init(host: String) {}
            @PreferredInitializer init(other: String) {}
            init() {}
        }
        """,
      """

      final class Mailer {
          @PreferredInitializer init(host: String, port: Int) {}
          @StitcherMacros.PreferredInitializer() init(host: String) {}
          @PreferredInitializer init(other: String) {}
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
                      Mailer(host: host)
                  }
              )
          }
      }
      """,
      only: ["Registerable"])
  }

  @Test func disfavoredIsLeftOut() {
    expectExpansion(
      of: """
        @Registerable
        final class Mailer {
            @_disfavoredOverload init() {}
            init(host: String) {}
        }
        """,
      """

      final class Mailer {
          @_disfavoredOverload init() {}
          init(host: String) {}
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
                      Mailer(host: host)
                  }
              )
          }
      }
      """)
  }

  @Test func inExtensionsTheyDoNotCount() {
    expectExpansion(
      of: """
        @Registerable
        struct Mailer {
            init() {}
        }

        extension Mailer {
            init(host: String) { self.init() }
        }
        """,
      """

      struct Mailer {
          init() {}
      }

      extension Mailer {
          init(host: String) { self.init() }
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
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
      }
      """)
  }

  @Test func sameLabels() {
    expectExpansion(
      of: """
        @Registerable
        struct Mailer {
            @PreferredInitializer init(id: Int, name: String?) {}
            init(id: String, name: String?) {}
        }
        """,
      """

      struct Mailer {
          @PreferredInitializer init(id: Int, name: String?) {}
          init(id: String, name: String?) {}
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
                  scope: .automatic(for: Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: { (id: Int, name: String?) in
                      Mailer(id: id, name: name)
                  }
              )
          }
      }
      """,
      only: ["Registerable"])
  }

  @Test func implicit() {
    expectExpansion(
      of: """
        @Registerable
        struct Mailer {
            let host = "localhost"
            var port: Int = 25 { didSet {} }
            var name: String?
            var address: String { host }
            static let shared = 1
            lazy var socket = Socket()
        }

        @Registerable
        final class Log {}
        """,
      """

      struct Mailer {
          let host = "localhost"
          var port: Int = 25 { didSet {} }
          var name: String?
          var address: String { host }
          static let shared = 1
          lazy var socket = Socket()
      }
      final class Log {}

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
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
      }

      extension Log: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Log> {
              GeneratedDependencyRegistration<Log>(
                  locator: .type(Log.self),
                  scope: .automatic(for: Log.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 11,
                  nonisolated: {
                      Log()
                  }
              )
          }
      }
      """)
  }
}
