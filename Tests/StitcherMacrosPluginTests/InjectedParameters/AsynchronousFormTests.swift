import Testing

/// Generated overloads that inject asynchronously.
@Suite struct InjectedParametersAsynchronousTests {
  @Test func theFormIsAsynchronousAndThrows() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(asynchronous: true, ignoring: "page", "change")
            mutating func load(log: Log?, all: [Log]?, page: Int, change: () throws -> Void) rethrows -> Int { 1 }

            @InjectedParameters(strategy: .stitcherByName, asynchronous: true)
            func open(_ log: Log) async throws(FeedError) {}
        }
        """,
      """
      struct Feed {
          mutating func load(log: Log?, all: [Log]?, page: Int, change: () throws -> Void) rethrows -> Int { 1 }

          @_disfavoredOverload
          mutating func load(page: Int, change: () throws -> Void) async throws -> Int {
              try await load(log: DependencyGraph.injectAsync(byType: Log.self), all: DependencyGraph.injectAsync(byType: [Log].self) as [Log], page: page, change: change)
          }
          func open(_ log: Log) async throws(FeedError) {}

          @_disfavoredOverload
          func open() async throws {
              try await open(DependencyGraph.injectAsync(byName: "log"))
          }
      }
      """)
  }

  @Test func autoclosures() {
    expectExpansion(
      of: """
        final class Feed {
            @InjectedParameters(asynchronous: true)
            func title(of log: @autoclosure () -> Log) -> String { "" }

            @InjectedParameters(asynchronous: true)
            init(log: @autoclosure () -> Log, store: Store) async {}
        }
        """,
      """
      final class Feed {
          func title(of log: @autoclosure () -> Log) -> String { "" }

          @_disfavoredOverload
          func title() async throws -> String {
              let injected0: Log = try await DependencyGraph.injectAsync(byType: Log.self)
              return title(of: injected0)
          }
          init(log: @autoclosure () -> Log, store: Store) async {}

          @_disfavoredOverload
          convenience init() async throws {
              let injected0: Log = try await DependencyGraph.injectAsync(byType: Log.self)
              try await self.init(log: injected0, store: DependencyGraph.injectAsync(byType: Store.self))
          }
      }
      """)
  }

  @Test func registerableTypes() {
    expectExpansion(
      of: """
        @Registerable
        final class Feed: Sendable {
            @InjectedParameters(asynchronous: true)
            init(log: Log) throws {}

            @InjectedParameters
            init?(store: Store) async {}
        }
        """,
      """
      @Registerable
      final class Feed: Sendable {
          init(log: Log) throws {}

          @_disfavoredOverload
          @PreferredInitializer
          convenience init() async throws {
              try await self.init(log: DependencyGraph.injectAsync(byType: Log.self))
          }

          @_disfavoredOverload
          convenience init(injecting _: Feed.Type) async throws {
              try await self.init(log: DependencyGraph.injectAsync(byType: Log.self))
          }

          nonisolated static var _needsOfFeed_log_Log: [_DependencyRequest] {
              [.type(Log.self)]
          }
          init?(store: Store) async {}

          @_disfavoredOverload
          convenience init?() async {
              await self.init(store: try! DependencyGraph.inject(byType: Store.self))
          }
      }
      """,
      only: ["InjectedParameters"])
  }

  @Test func typesThatAreNotSendable() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(asynchronous: true)
            func load(action: @escaping () -> Void) {}

            @InjectedParameters(asynchronous: true)
            func open(all: [AnyObject]?) {}
        }

        @Registerable
        struct Inbox: Sendable {
            @InjectedParameters
            init(log: Log, action: (() -> Void)?) async {}
        }
        """,
      """
      struct Feed {
          func load(action: @escaping () -> Void) {}
          func open(all: [AnyObject]?) {}
      }

      @Registerable
      struct Inbox: Sendable {
          init(log: Log, action: (() -> Void)?) async {}
      }
      """,
      diagnostics: [
        "2:5: error: Cannot inject the parameter 'action' asynchronously, since '() -> Void' is not Sendable. Ignore the parameter.",
        "  fix-it: Ignore 'action'",
        "5:5: error: Cannot inject the parameter 'all' asynchronously, since '[AnyObject]?' is not Sendable. Ignore the parameter.",
        "  fix-it: Ignore 'all'",
        "11:5: error: Cannot inject the parameter 'action' asynchronously, since '(() -> Void)?' is not Sendable. Ignore the parameter.",
        "  fix-it: Ignore 'action'",
      ],
      fixed: """
        struct Feed {
            @InjectedParameters(asynchronous: true, ignoring: "action")
            func load(action: @escaping () -> Void) {}

            @InjectedParameters(asynchronous: true, ignoring: "all")
            func open(all: [AnyObject]?) {}
        }

        @Registerable
        struct Inbox: Sendable {
            @InjectedParameters(ignoring: "action")
            init(log: Log, action: (() -> Void)?) async {}
        }
        """, only: ["InjectedParameters"])
  }

  @Test func closuresThatMayBeSendable() {
    #expect(
      diagnostics(
        of: """
          struct Feed {
              @InjectedParameters(asynchronous: true)
              func load(action: @escaping @Sendable () -> Void, other: (@MainActor () -> Void)?, any: any Log) {}
          }
          """) == [])
  }

  @Test func malformed() {
    #expect(
      diagnostics(
        of: """
          struct Feed {
              @InjectedParameters(asynchronous: isAsynchronous)
              func load(log: Log) {}
          }
          """) == ["2:5: error: Malformed arguments."])
  }
}
