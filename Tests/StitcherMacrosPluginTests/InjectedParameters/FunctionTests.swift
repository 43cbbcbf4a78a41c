import Testing

/// Generated overloads of functions.
@Suite struct InjectedFunctionTests {
  @Test func asynchronousThrowing() {
    expectExpansion(
      of: """
        final class Feed {
            /// Loads a page.
            @InjectedParameters(ignoring: "page")
            func refresh(session: Session, page: Int) async throws {
                load(session, page)
            }
        }
        """,
      """
      final class Feed {
          /// Loads a page.
          func refresh(session: Session, page: Int) async throws {
              load(session, page)
          }

          @_disfavoredOverload
          func refresh(page: Int) async throws {
              try await refresh(session: try! DependencyGraph.inject(byType: Session.self), page: page)
          }
      }
      """)
  }

  @Test func result() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters
            func title(of session: Session) -> String { session.title }
        }
        """,
      """
      struct Feed {
          func title(of session: Session) -> String { session.title }

          @_disfavoredOverload
          func title() -> String {
              title(of: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func typedThrows() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "page")
            func load(session: Session, page: Int) throws(FeedError) -> [Item] { [] }
        }
        """,
      """
      struct Feed {
          func load(session: Session, page: Int) throws(FeedError) -> [Item] { [] }

          @_disfavoredOverload
          func load(page: Int) throws(FeedError) -> [Item] {
              try load(session: try! DependencyGraph.inject(byType: Session.self), page: page)
          }
      }
      """)
  }

  @Test func rethrowingWithIgnoredClosure() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "body")
            func each(session: Session, _ body: (Item) throws -> Void) rethrows {}
        }
        """,
      """
      struct Feed {
          func each(session: Session, _ body: (Item) throws -> Void) rethrows {}

          @_disfavoredOverload
          func each(_ body: (Item) throws -> Void) rethrows {
              try each(session: try! DependencyGraph.inject(byType: Session.self), body)
          }
      }
      """)
  }

  @Test func staticAndAccess() {
    expectExpansion(
      of: """
        public enum Feed {
            @InjectedParameters
            public static func load(session: Session) {}

            @InjectedParameters
            fileprivate static func drop(session: Session) {}
        }
        """,
      """
      public enum Feed {
          public static func load(session: Session) {}

          @_disfavoredOverload
          public static func load() {
              load(session: try! DependencyGraph.inject(byType: Session.self))
          }
          fileprivate static func drop(session: Session) {}

          @_disfavoredOverload
          fileprivate static func drop() {
              drop(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func classMethodOfOpenClass() {
    expectExpansion(
      of: """
        open class Feed {
            @InjectedParameters
            open class func load(session: Session) {}
        }
        """,
      """
      open class Feed {
          open class func load(session: Session) {}

          @_disfavoredOverload
          open class func load() {
              load(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func overridesAreNotCopied() {
    expectExpansion(
      of: """
        final class Feed: Base {
            @InjectedParameters
            override public func load(session: Session) {}
        }
        """,
      """
      final class Feed: Base {
          override public func load(session: Session) {}

          @_disfavoredOverload
          public func load() {
              load(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func attributesAreCopied() {
    expectExpansion(
      of: """
        final class Feed {
            @MainActor @discardableResult
            @available(macOS 15, *)
            @objc(loadWithSession:)
            @InjectedParameters
            @Tracked
            func load(session: Session) -> Int { 0 }
        }
        """,
      """
      final class Feed {
          @MainActor @discardableResult
          @available(macOS 15, *)
          @objc(loadWithSession:)
          @Tracked
          func load(session: Session) -> Int { 0 }

          @MainActor
          @discardableResult
          @available(macOS 15, *)
          @Tracked
          @_disfavoredOverload
          func load() -> Int {
              load(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func mutating() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters
            mutating func load(session: Session) {}
        }
        """,
      """
      struct Feed {
          mutating func load(session: Session) {}

          @_disfavoredOverload
          mutating func load() {
              load(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func nonisolatedInActor() {
    expectExpansion(
      of: """
        actor Feed {
            @InjectedParameters
            nonisolated func load(session: Session) {}
        }
        """,
      """
      actor Feed {
          nonisolated func load(session: Session) {}

          @_disfavoredOverload
          nonisolated func load() {
              load(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func mainActorType() {
    expectExpansion(
      of: """
        @MainActor final class Feed {
            @InjectedParameters
            func load(session: Session) async {}
        }
        """,
      """
      @MainActor final class Feed {
          func load(session: Session) async {}

          @_disfavoredOverload
          func load() async {
              await load(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func genericAndConstrained() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "item")
            func show<Item: Sendable>(session: Session, item: Item) -> [Item] where Item: Hashable { [item] }
        }
        """,
      """
      struct Feed {
          func show<Item: Sendable>(session: Session, item: Item) -> [Item] where Item: Hashable { [item] }

          @_disfavoredOverload
          func show<Item: Sendable>(item: Item) -> [Item] where Item: Hashable {
              show(session: try! DependencyGraph.inject(byType: Session.self), item: item)
          }
      }
      """)
  }

  @Test func genericTypeAround() {
    expectExpansion(
      of: """
        struct Feed<Item> {
            @InjectedParameters
            func show(store: Store<Item>, all: [Item]) {}
        }
        """,
      """
      struct Feed<Item> {
          func show(store: Store<Item>, all: [Item]) {}

          @_disfavoredOverload
          func show() {
              show(store: try! DependencyGraph.inject(byType: Store<Item>.self), all: try! DependencyGraph.inject(byType: [Item].self))
          }
      }
      """)
  }
}
