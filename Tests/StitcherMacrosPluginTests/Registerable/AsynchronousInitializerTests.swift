import Testing

/// Registrations that call an asynchronous initializer.
@Suite struct RegisterableAsynchronousTests {
  @Test func throwingWithParametersAndName() {
    expectExpansion(
      of: """
        @Registerable(by: .name("database"), scope: .singleton, eagerness: .eager)
        final class Database: Sendable {
            init(_ host: String, port number: Int) async throws {}
        }
        """,
      """

      final class Database: Sendable {
          init(_ host: String, port number: Int) async throws {}
      }

      extension Database: RegisterableDependency, AutoregisterableDependency {
          static var dependencyName: String { "database" }

          static var dependencyRegistration: GeneratedDependencyRegistration<Database> {
              GeneratedDependencyRegistration<Database>(
                  locator: .name("database"),
                  scope: .singleton,
                  eagerness: .eager,
                  file: "App/App.swift",
                  line: 1,
                  dependencyProvider: { host, number in
                      try await Database(host, port: number)
                  }
              )
          }
      }
      """)
  }

  @Test func whatItIsFoundByIsSendable() {
    expectExpansion(
      of: """
        @Registerable(by: .value(Service.database))
        public actor Database {
            init() async {}
        }
        """,
      """

      public actor Database {
          init() async {}
      }

      extension Database: RegisterableDependency, AutoregisterableDependency {
          public static var dependencyValue: some Hashable & Sendable { Service.database }

          public static var dependencyRegistration: GeneratedDependencyRegistration<Database> {
              GeneratedDependencyRegistration<Database>(
                  locator: .value(Service.database),
                  scope: .automatic(for: Database.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  dependencyProvider: {
                      await Database()
                  }
              )
          }
      }
      """)
  }

  @Test func mainActor() {
    expectExpansion(
      of: """
        @MainActor @Registerable
        final class Screen {
            init(title: String) async throws(ScreenError) {}
        }
        """,
      """
      @MainActor
      final class Screen {
          init(title: String) async throws(ScreenError) {}
      }

      extension Screen: RegisterableDependency, AutoregisterableDependency {
          nonisolated static var dependencyRegistration: GeneratedDependencyRegistration<Screen> {
              GeneratedDependencyRegistration<Screen>(
                  locator: .type(Screen.self),
                  scope: .automatic(for: Screen.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  dependencyProvider: { title in
                      try await Screen(title: title)
                  }
              )
          }
      }
      """)
  }

  @Test func aPreferredOneIsUsedBesideSynchronousOnes() {
    expectExpansion(
      of: """
        @Registerable
        struct Store<Item: Sendable>: Sendable {
            init(id: Int) {}
            @PreferredInitializer init(id: Int) async {}
        }
        """,
      """

      struct Store<Item: Sendable>: Sendable {
          init(id: Int) {}
          @PreferredInitializer init(id: Int) async {}
      }

      extension Store: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Store<Item>> {
              GeneratedDependencyRegistration<Store<Item>>(
                  locator: .type(Store<Item>.self),
                  scope: .automatic(for: Store<Item>.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  dependencyProvider: { (id: Int) in
                      await Store<Item>(id: id)
                  }
              )
          }
      }
      """,
      only: ["Registerable"])
  }

  @Test func synchronousOnesGoFirst() {
    expectExpansion(
      of: """
        @Registerable
        struct Store {
            @InjectedParameters init(log: Log) async {}
            init(id: Int) {}
            init(name: String) async {}
        }
        """,
      """

      struct Store {
          @InjectedParameters init(log: Log) async {}
          init(id: Int) {}
          init(name: String) async {}
      }

      extension Store: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Store> {
              GeneratedDependencyRegistration<Store>(
                  locator: .type(Store.self),
                  scope: .automatic(for: Store.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: { id in
                      Store(id: id)
                  }
              )
          }
      }
      """,
      only: ["Registerable"])
  }

  @Test func severalAreAmbiguous() {
    expectExpansion(
      of: """
        @Registerable
        struct Store {
            init(id: Int) async {}
            init(name: String) async throws {}
        }
        """,
      """

      struct Store {
          init(id: Int) async {}
          init(name: String) async throws {}
      }
      """,
      diagnostics: [
        "1:1: error: Multiple supported initializers found. Please consider using the '@PreferredInitializer' attribute on a supported initializer, to use it for initializing the dependency.",
        "  fix-it: Prefer 'init(id:)'",
        "  fix-it: Prefer 'init(name:)'",
      ],
      fixed: """
        @Registerable
        struct Store {
            @PreferredInitializer init(id: Int) async {}
            init(name: String) async throws {}
        }
        """)
  }

  @Test func conditionalOnes() {
    expectExpansion(
      of: """
        @Registerable(by: .value(1))
        struct Store {
            @InjectedParameters init(log: Log) async {}
            #if DEBUG
            init() {}
            #endif
        }
        """,
      """

      struct Store {
          @InjectedParameters init(log: Log) async {}
          #if DEBUG
          init() {}
          #endif
      }

      extension Store: RegisterableDependency, AutoregisterableDependency {
          static var dependencyValue: some Hashable & Sendable { 1 }

          #if DEBUG
          static var dependencyRegistration: GeneratedDependencyRegistration<Store> {
              GeneratedDependencyRegistration<Store>(
                  locator: .value(1),
                  scope: .automatic(for: Store.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: {
                      Store()
                  }
              )
          }
          #else
          static var dependencyRegistration: GeneratedDependencyRegistration<Store> {
              GeneratedDependencyRegistration<Store>(
                  locator: .value(1),
                  scope: .automatic(for: Store.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  dependencyProvider: {
                      try await Store(injecting: Store.self)
                  }
              )
              ._requesting(Store._needsOfStore_log_Log)
          }
          #endif
      }
      """,
      only: ["Registerable"])
  }

  @Test func injectedParametersAreAwaited() {
    expectExpansion(
      of: """
        @Registerable
        final class Store: Sendable {
            @InjectedParameters(asynchronous: true, ignoring: "name")
            init(log: Log, name: String) throws {}

            init() {}
        }
        """,
      """

      final class Store: Sendable {
          @InjectedParameters(asynchronous: true, ignoring: "name")
          init(log: Log, name: String) throws {}

          init() {}
      }

      extension Store: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Store> {
              GeneratedDependencyRegistration<Store>(
                  locator: .type(Store.self),
                  scope: .automatic(for: Store.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  dependencyProvider: { name in
                      try await Store(injecting: Store.self, name: name)
                  }
              )
              ._requesting(Store._needsOfStore_log_Log_name_String)
          }
      }
      """,
      only: ["Registerable"])
  }

  @Test func injectedConstantsAreAwaited() {
    expectExpansion(
      of: """
        @Registerable
        @InjectedInitializer(asynchronous: true, ignoring: "name")
        struct Store {
            let log: Log
            let name: String
        }

        @Registerable
        @InjectedInitializer(asynchronous: true, ignoring: "name")
        struct Other {
            let name: String
        }
        """,
      """

      @InjectedInitializer(asynchronous: true, ignoring: "name")
      struct Store {
          let log: Log
          let name: String
      }
      @InjectedInitializer(asynchronous: true, ignoring: "name")
      struct Other {
          let name: String
      }

      extension Store: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Store> {
              GeneratedDependencyRegistration<Store>(
                  locator: .type(Store.self),
                  scope: .automatic(for: Store.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  dependencyProvider: { name in
                      try await Store(injecting: Store.self, name: name)
                  }
              )
              ._requesting(Store._needsOfStore)
          }
      }

      extension Other: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Other> {
              GeneratedDependencyRegistration<Other>(
                  locator: .type(Other.self),
                  scope: .automatic(for: Other.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 8,
                  nonisolated: { name in
                      Other(name: name)
                  }
              )
          }
      }
      """,
      only: ["Registerable"])
  }
}
