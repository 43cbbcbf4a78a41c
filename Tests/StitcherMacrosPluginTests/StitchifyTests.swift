import Testing

/// The expansion of `@Stitchify`.
@Suite struct StitchifyExpansionTests {
  @Test func itself() {
    expectExpansion(
      of: """
        @Stitchify
        final class Logger {
            init() {}
        }
        """,
      """

      final class Logger {
          init() {}

          @MainActor static var scope: StitchableScope = .application

          @MainActor static var dependency: Logger = createNewInstance()

          static func createNewInstance() -> Logger {
              Logger()
          }
      }

      extension Logger: Stitchable {
      }
      """)
  }

  @Test func byProtocolAndScope() {
    expectExpansion(
      of: """
        @Stitchify(by: Logger.self, scoped: .unique)
        public struct RemoteLogger: Logger {
            public init() {}
        }
        """,
      """

      public struct RemoteLogger: Logger {
          public init() {}

          @MainActor public static var scope: StitchableScope = .unique

          @MainActor public static var dependency: any Logger = createNewInstance()

          public static func createNewInstance() -> any Logger {
              RemoteLogger()
          }
      }

      extension RemoteLogger: Stitchable {
      }
      """)
  }

  @Test func byExistential() {
    expectExpansion(
      of: """
        @Stitchify(by: (any App.Logger & Sendable).self)
        struct RemoteLogger: App.Logger {
        }
        """,
      """

      struct RemoteLogger: App.Logger {

          @MainActor static var scope: StitchableScope = .application

          @MainActor static var dependency: any App.Logger & Sendable = createNewInstance()

          static func createNewInstance() -> any App.Logger & Sendable {
              RemoteLogger()
          }
      }

      extension RemoteLogger: Stitchable {
      }
      """)
  }

  @Test func nothingToBeFoundBy() {
    expectExpansion(
      of: """
        @Stitchify(by: nil, scoped: Scopes.selfTest)
        enum Logger {
            case only
            init() { self = .only }
        }
        """,
      """

      enum Logger {
          case only
          init() { self = .only }

          @MainActor static var scope: StitchableScope = Scopes.selfTest

          @MainActor static var dependency: Logger = createNewInstance()

          static func createNewInstance() -> Logger {
              Logger()
          }
      }

      extension Logger: Stitchable {
      }
      """)
  }

  @Test func access() {
    expectExpansion(
      of: """
        @Stitchify
        open class A {
            public required init() {}
        }

        @Stitchify
        private final class B {
            init() {}
        }

        @Stitchify
        package struct C {
            package init() {}
        }
        """,
      """

      open class A {
          public required init() {}

          @MainActor public static var scope: StitchableScope = .application

          @MainActor public static var dependency: A = createNewInstance()

          public static func createNewInstance() -> A {
              A()
          }
      }
      private final class B {
          init() {}

          @MainActor fileprivate static var scope: StitchableScope = .application

          @MainActor fileprivate static var dependency: B = createNewInstance()

          fileprivate static func createNewInstance() -> B {
              B()
          }
      }
      package struct C {
          package init() {}

          @MainActor package static var scope: StitchableScope = .application

          @MainActor package static var dependency: C = createNewInstance()

          package static func createNewInstance() -> C {
              C()
          }
      }

      extension A: Stitchable {
      }

      extension B: Stitchable {
      }

      extension C: Stitchable {
      }
      """)
  }

  @Test func otherKinds() {
    expectExpansion(
      of: """
        @Stitchify
        protocol Logger {
        }

        @Stitchify
        actor Worker {
        }
        """,
      """

      protocol Logger {
      }
      actor Worker {
      }
      """,
      diagnostics: [
        "1:1: error: This macro can only be used on class, structure or enumeration declarations.",
        "  fix-it: Remove '@Stitchify'",
        "5:1: error: An actor cannot conform to 'Stitchable', which is isolated to the main actor. Use a class.",
        "  fix-it: Remove '@Stitchify'",
      ],
      fixed: """

        protocol Logger {
        }
        actor Worker {
        }
        """)
  }

  @Test func generic() {
    expectExpansion(
      of: """
        @Stitchify
        struct Box<Item> {
        }

        struct Outer<Item> {
            @Stitchify
            struct Inner {
            }
        }
        """,
      """

      struct Box<Item> {
      }

      struct Outer<Item> {
          struct Inner {
          }
      }
      """,
      diagnostics: [
        "1:1: error: A generic type, or one in a generic type, cannot store the instance that is injected.",
        "  fix-it: Remove '@Stitchify'",
        "6:5: error: A generic type, or one in a generic type, cannot store the instance that is injected.",
        "  fix-it: Remove '@Stitchify'",
      ],
      fixed: """

        struct Box<Item> {
        }

        struct Outer<Item> {
            struct Inner {
            }
        }
        """)
  }

  @Test func privateInAnotherType() {
    expectExpansion(
      of: """
        private struct App {
            @Stitchify
            private final class Mailer {}

            private enum Inner {
                @Stitchify
                final class Store {}
            }
        }
        """,
      """
      private struct App {
          private final class Mailer {}

          private enum Inner {
              final class Store {}
          }
      }
      """,
      diagnostics: [
        "2:5: error: An extension cannot name 'Mailer', which is private in another type. Make it fileprivate.",
        "  fix-it: Replace 'private' with 'fileprivate'",
        "6:9: error: An extension cannot name 'Inner', which is private in another type. Make it fileprivate.",
      ],
      fixed: """
        private struct App {
            @Stitchify
            fileprivate final class Mailer {}

            private enum Inner {
                @Stitchify
                final class Store {}
            }
        }
        """)
  }
}
