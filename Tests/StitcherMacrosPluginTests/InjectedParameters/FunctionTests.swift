import Testing

/// Peers of functions.
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

  @Test func packIgnored() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "items")
            func show<each Item>(session: Session, items: repeat each Item) {}
        }
        """,
      """
      struct Feed {
          func show<each Item>(session: Session, items: repeat each Item) {}

          @_disfavoredOverload
          func show<each Item>(items: repeat each Item) {
              show(session: try! DependencyGraph.inject(byType: Session.self), items: repeat each items)
          }
      }
      """)
  }

  @Test func inoutIgnored() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "count")
            func load(session: Session, count: inout Int) {}
        }
        """,
      """
      struct Feed {
          func load(session: Session, count: inout Int) {}

          @_disfavoredOverload
          func load(count: inout Int) {
              load(session: try! DependencyGraph.inject(byType: Session.self), count: &count)
          }
      }
      """)
  }

  @Test func autoclosures() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "title")
            func log(_ logger: @autoclosure () -> Logger, title: @autoclosure () -> String) {}
        }
        """,
      """
      struct Feed {
          func log(_ logger: @autoclosure () -> Logger, title: @autoclosure () -> String) {}

          @_disfavoredOverload
          func log(title: @autoclosure () -> String) {
              log(try! DependencyGraph.inject(byType: Logger.self), title: title())
          }
      }
      """)
  }

  @Test func defaultsOfIgnoredAndInjected() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "page", "size")
            func load(session: Session = .shared, page: Int = 1, size: Int = defaultSize(for: "feed")) {}
        }
        """,
      """
      struct Feed {
          func load(session: Session = .shared, page: Int = 1, size: Int = defaultSize(for: "feed")) {}

          @_disfavoredOverload
          func load(page: Int = 1, size: Int = defaultSize(for: "feed")) {
              load(session: try! DependencyGraph.inject(byType: Session.self), page: page, size: size)
          }
      }
      """)
  }

  @Test func attributesOnParameters() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "content")
            func show(session: Session, @ViewBuilder content: @escaping () -> Content) {}
        }
        """,
      """
      struct Feed {
          func show(session: Session, @ViewBuilder content: @escaping () -> Content) {}

          @_disfavoredOverload
          func show(@ViewBuilder content: @escaping () -> Content) {
              show(session: try! DependencyGraph.inject(byType: Session.self), content: content)
          }
      }
      """)
  }

  @Test func commentsBetweenParameters() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "page")
            func load(
                // Who asks.
                session: Session,
                page: Int  // From one on.
            ) {}
        }
        """,
      """
      struct Feed {
          func load(
              // Who asks.
              session: Session,
              page: Int  // From one on.
          ) {}

          @_disfavoredOverload
          func load(page: Int) {
              load(session: try! DependencyGraph.inject(byType: Session.self), page: page)
          }
      }
      """)
  }

  @Test func labels() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "number", "_")
            func load(_ first: Int, with session: Session, at number: Int) {}
        }
        """,
      """
      struct Feed {
          func load(_ first: Int, with session: Session, at number: Int) {}

          @_disfavoredOverload
          func load(_ first: Int, at number: Int) {
              load(first, with: try! DependencyGraph.inject(byType: Session.self), at: number)
          }
      }
      """)
  }

  @Test func parameterWithoutName() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "_", "flag")
            func load(_: Int, flag _: Bool, session: Session) {}
        }
        """,
      """
      struct Feed {
          func load(_: Int, flag _: Bool, session: Session) {}

          @_disfavoredOverload
          func load(_ unnamed0: Int, flag unnamed1: Bool) {
              load(unnamed0, flag: unnamed1, session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func backticks() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(strategy: .stitcherByName, ignoring: "in")
            func `repeat`(`in` page: Int, `default`: Session, `class` it: Logger) {}
        }
        """,
      """
      struct Feed {
          func `repeat`(`in` page: Int, `default`: Session, `class` it: Logger) {}

          @_disfavoredOverload
          func `repeat`(`in` page: Int) {
              `repeat`(in: page, default: try! DependencyGraph.inject(byName: "default"), class: try! DependencyGraph.inject(byName: "it"))
          }
      }
      """)
  }

  @Test func noParameters() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters
            func load() {}
        }
        """,
      """
      struct Feed {
          func load() {}
      }
      """)
  }

  @Test func extension_() {
    expectExpansion(
      of: """
        extension Feed {
            @InjectedParameters
            func load(session: Session) {}
        }
        """,
      """
      extension Feed {
          func load(session: Session) {}

          @_disfavoredOverload
          func load() {
              load(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func nestedType() {
    expectExpansion(
      of: """
        enum App {
            struct Feed {
                @InjectedParameters
                func load(session: Session) {}
            }
        }
        """,
      """
      enum App {
          struct Feed {
              func load(session: Session) {}

              @_disfavoredOverload
              func load() {
                  load(session: try! DependencyGraph.inject(byType: Session.self))
              }
          }
      }
      """)
  }

  @Test func isolatedIgnored() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "isolation")
            func load(session: Session, isolation: isolated (any Actor)? = #isolation) async {}
        }
        """,
      """
      struct Feed {
          func load(session: Session, isolation: isolated (any Actor)? = #isolation) async {}

          @_disfavoredOverload
          func load(isolation: isolated (any Actor)? = #isolation) async {
              await load(session: try! DependencyGraph.inject(byType: Session.self), isolation: isolation)
          }
      }
      """)
  }
}
