import Testing

/// Which initialiser a registration calls.
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
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) { host in
              Mailer(host: host)
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
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) { host in
              Mailer(host: host)
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
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) { host in
              Mailer(host: host)
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
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) {
              Mailer()
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
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) { (id: Int, name: String?) in
              Mailer(id: id, name: name)
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
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) {
              Mailer()
          }
      }

      extension Log: RegisterableDependency, AutoregisterableDependency {
          static let dependencyRegistration = GeneratedDependencyRegistration<Log>(
              locator: .type(Log.self),
              scope: .automatic(for: Log.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 11
          ) {
              Log()
          }
      }
      """)
  }

  @Test func missing() {
    expectExpansion(
      of: """
        @Registerable
        struct A {
            let host: String
        }

        @Registerable
        enum B {
            case local
        }

        @Registerable
        final class C {
            init(host: String) throws {}
        }

        @Registerable
        final class D {
            @_disfavoredOverload init() {}
        }
        """,
      """

      struct A {
          let host: String
      }
      enum B {
          case local
      }
      final class C {
          init(host: String) throws {}
      }
      final class D {
          @_disfavoredOverload init() {}
      }
      """,
      diagnostics: [
        "1:1: error: Failed to find a supported preferred initializer. Please consider using the '@PreferredInitializer' attribute on a synchronous, non-failable initializer that has no generic arguments.",
        "6:1: error: Failed to find a supported preferred initializer. Please consider using the '@PreferredInitializer' attribute on a synchronous, non-failable initializer that has no generic arguments.",
        "11:1: error: Failed to find a supported preferred initializer. Please consider using the '@PreferredInitializer' attribute on a synchronous, non-failable initializer that has no generic arguments.",
        "16:1: error: Failed to find a supported preferred initializer. Please consider using the '@PreferredInitializer' attribute on a synchronous, non-failable initializer that has no generic arguments.",
      ])
  }

  @Test func multiple() {
    expectExpansion(
      of: """
        @Registerable
        final class Mailer {
            init() {}
            /// Connects.
            init(host: String, on port: Int) {}
        }
        """,
      """

      final class Mailer {
          init() {}
          /// Connects.
          init(host: String, on port: Int) {}
      }
      """,
      diagnostics: [
        "1:1: error: Multiple supported initializers found. Please consider using the '@PreferredInitializer' attribute on a supported initializer, to use it for initializing the dependency.",
        "  fix-it: Prefer 'init()'",
        "  fix-it: Prefer 'init(host:on:)'",
      ],
      fixed: """
        @Registerable
        final class Mailer {
            @PreferredInitializer init() {}
            /// Connects.
            init(host: String, on port: Int) {}
        }
        """)
  }

  @Test func parametersThatCannotBePassed() {
    expectExpansion(
      of: """
        @Registerable
        struct A {
            init(hosts: String...) {}
        }

        @Registerable
        struct B {
            init(count: inout Int) {}
        }

        @Registerable
        struct C {
            init(done: @escaping () -> Void) {}
        }

        @Registerable
        struct D {
            init(_ title: @autoclosure () -> String) {}
        }
        """,
      """

      struct A {
          init(hosts: String...) {}
      }
      struct B {
          init(count: inout Int) {}
      }
      struct C {
          init(done: @escaping () -> Void) {}
      }
      struct D {
          init(_ title: @autoclosure () -> String) {}
      }
      """,
      diagnostics: [
        "1:1: error: Cannot pass the variadic parameter 'hosts' at injection. Prefer another initializer, or give the parameter a Hashable type.",
        "6:1: error: Cannot pass the inout parameter 'count' at injection. Prefer another initializer, or give the parameter a Hashable type.",
        "11:1: error: Cannot pass the closure parameter 'done' at injection. Prefer another initializer, or give the parameter a Hashable type.",
        "16:1: error: Cannot pass the closure parameter 'title' at injection. Prefer another initializer, or give the parameter a Hashable type.",
      ])
  }

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
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) { host in
              Mailer(host: host)
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
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) { log in
              Mailer(log: log)
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
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) { name in
              Mailer(name: name)
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
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) { host, port in
              Mailer(host: host, port: port)
          }
      }
      """,
      only: ["Registerable"])
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
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) { log in
              Mailer(log: log)
          }
          #elseif os(Linux)
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) { socket in
              Mailer(socket: socket)
          }
          #else
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) {
              Mailer()
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
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) { log in
              Mailer(log: log)
          }
          #else
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) {
              Mailer()
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
}
