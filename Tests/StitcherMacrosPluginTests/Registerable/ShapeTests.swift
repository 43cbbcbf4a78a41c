import Testing

/// Extensions by the kind, place and access of the type.
@Suite struct RegisterableShapeTests {
  @Test func finalClass() {
    expectExpansion(
      of: """
        @Registerable
        final class Mailer {
            init() {}
        }
        """,
      """

      final class Mailer {
          init() {}
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

  @Test func parameters() {
    expectExpansion(
      of: """
        @Registerable
        struct Mailer {
            init(host: String, on port: Int = 25, _ name: String, _: Int) {}
        }
        """,
      """

      struct Mailer {
          init(host: String, on port: Int = 25, _ name: String, _: Int) {}
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) { host, port, name, parameter3 in
              Mailer(host: host, on: port, name, parameter3)
          }
      }
      """)
  }

  @Test func enum_() {
    expectExpansion(
      of: """
        @Registerable(scope: .instance)
        enum Mailer {
            case local
            init() { self = .local }
        }
        """,
      """

      enum Mailer {
          case local
          init() { self = .local }
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .instance,
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) {
              Mailer()
          }
      }
      """)
  }

  @Test func actor_() {
    expectExpansion(
      of: """
        @Registerable(scope: .singleton, eagerness: .eager)
        actor Mailer {
            init() {}
        }
        """,
      """

      actor Mailer {
          init() {}
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .singleton,
              eagerness: .eager,
              file: "App/App.swift",
              line: 1
          ) {
              Mailer()
          }
      }
      """)
  }

  @Test func access() {
    expectExpansion(
      of: """
        @Registerable
        public final class A {
            public init() {}
        }

        @Registerable
        open class B {
            public init() {}
        }

        @Registerable
        package struct C {
            init() {}
        }

        @Registerable
        internal struct D {
            init() {}
        }

        @Registerable
        fileprivate struct E {
            init() {}
        }

        @Registerable
        private struct F {
            init() {}
        }
        """,
      """

      public final class A {
          public init() {}
      }
      open class B {
          public init() {}
      }
      package struct C {
          init() {}
      }
      internal struct D {
          init() {}
      }
      fileprivate struct E {
          init() {}
      }
      private struct F {
          init() {}
      }

      extension A: RegisterableDependency, AutoregisterableDependency {
          public static let dependencyRegistration = GeneratedDependencyRegistration<A>(
              locator: .type(A.self),
              scope: .automatic(for: A.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) {
              A()
          }
      }

      extension B: RegisterableDependency, AutoregisterableDependency {
          public static let dependencyRegistration = GeneratedDependencyRegistration<B>(
              locator: .type(B.self),
              scope: .automatic(for: B.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 6
          ) {
              B()
          }
      }

      extension C: RegisterableDependency, AutoregisterableDependency {
          package static let dependencyRegistration = GeneratedDependencyRegistration<C>(
              locator: .type(C.self),
              scope: .automatic(for: C.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 11
          ) {
              C()
          }
      }

      extension D: RegisterableDependency, AutoregisterableDependency {
          internal static let dependencyRegistration = GeneratedDependencyRegistration<D>(
              locator: .type(D.self),
              scope: .automatic(for: D.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 16
          ) {
              D()
          }
      }

      extension E: RegisterableDependency, AutoregisterableDependency {
          fileprivate static let dependencyRegistration = GeneratedDependencyRegistration<E>(
              locator: .type(E.self),
              scope: .automatic(for: E.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 21
          ) {
              E()
          }
      }

      extension F: RegisterableDependency, AutoregisterableDependency {
          fileprivate static let dependencyRegistration = GeneratedDependencyRegistration<F>(
              locator: .type(F.self),
              scope: .automatic(for: F.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 26
          ) {
              F()
          }
      }
      """)
  }

  @Test func nested() {
    expectExpansion(
      of: """
        enum App {
            @Registerable
            public struct Mailer {
                public init() {}
            }
        }
        """,
      """
      enum App {
          public struct Mailer {
              public init() {}
          }
      }

      extension App.Mailer: RegisterableDependency, AutoregisterableDependency {
          public static let dependencyRegistration = GeneratedDependencyRegistration<App.Mailer>(
              locator: .type(App.Mailer.self),
              scope: .automatic(for: App.Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 2
          ) {
              App.Mailer()
          }
      }
      """)
  }

  @Test func inExtension() {
    expectExpansion(
      of: """
        extension App {
            @Registerable(by: .name("mailer"))
            struct Mailer {
                init() {}
            }
        }
        """,
      """
      extension App {
          struct Mailer {
              init() {}
          }
      }

      extension App.Mailer: RegisterableDependency, AutoregisterableDependency {
          static var dependencyName: String { "mailer" }

          static var dependencyRegistration: GeneratedDependencyRegistration<App.Mailer> {
              GeneratedDependencyRegistration<App.Mailer>(
                  locator: .name("mailer"),
                  scope: .automatic(for: App.Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 2
              ) {
                  App.Mailer()
              }
          }
      }
      """)
  }

  @Test func generic() {
    expectExpansion(
      of: """
        @Registerable(by: .name("box"))
        public struct Box<Item> {
            init(count: Int) {}
        }
        """,
      """

      public struct Box<Item> {
          init(count: Int) {}
      }

      extension Box: RegisterableDependency, AutoregisterableDependency {
          public static var dependencyName: String { "box" }

          public static var dependencyRegistration: GeneratedDependencyRegistration<Box<Item>> {
              GeneratedDependencyRegistration<Box<Item>>(
                  locator: .name("box"),
                  scope: .automatic(for: Box<Item>.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1
              ) { count in
                  Box<Item>(count: count)
              }
          }
      }
      """)
  }

  @Test func nestedInGeneric() {
    expectExpansion(
      of: """
        struct Box<Item> {
            @Registerable
            struct Lid {
                init() {}
            }
        }
        """,
      """
      struct Box<Item> {
          struct Lid {
              init() {}
          }
      }

      extension Box.Lid: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Box<Item>.Lid> {
              GeneratedDependencyRegistration<Box<Item>.Lid>(
                  locator: .type(Box<Item>.Lid.self),
                  scope: .automatic(for: Box<Item>.Lid.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 2
              ) {
                  Box<Item>.Lid()
              }
          }
      }
      """)
  }

  @Test func backticks() {
    expectExpansion(
      of: """
        @Registerable
        struct `default` {
            init(`in` place: Int, `class`: String) {}
        }
        """,
      """

      struct `default` {
          init(`in` place: Int, `class`: String) {}
      }

      extension `default`: RegisterableDependency, AutoregisterableDependency {
          static let dependencyRegistration = GeneratedDependencyRegistration<`default`>(
              locator: .type(`default`.self),
              scope: .automatic(for: `default`.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 1
          ) { place, `class` in
              `default`(in: place, class: `class`)
          }
      }
      """)
  }

  @Test func documentedAndConditional() {
    expectExpansion(
      of: """
        #if DEBUG
        /// Sends mail.
        @Registerable
        /// And more.
        @available(macOS 15, *)
        final class Mailer {
            #if os(Linux)
            let socket = 1
            #endif
            init() {}
        }
        #endif
        """,
      """
      #if DEBUG
      /// Sends mail.
      /// And more.
      @available(macOS 15, *)
      final class Mailer {
          #if os(Linux)
          let socket = 1
          #endif
          init() {}
      }
      #endif

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static let dependencyRegistration = GeneratedDependencyRegistration<Mailer>(
              locator: .type(Mailer.self),
              scope: .automatic(for: Mailer.self),
              eagerness: .lazy,
              file: "App/App.swift",
              line: 3
          ) {
              Mailer()
          }
      }
      """)
  }

  @Test func conformanceDeclaredAlready() {
    expectExpansion(
      of: """
        @Registerable
        final class Mailer: AutoregisterableDependency {
            init() {}
        }
        """,
      """

      final class Mailer: AutoregisterableDependency {
          init() {}
      }

      extension Mailer {
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
      """,
      conformances: [])
  }

  @Test func oneConformanceDeclaredAlready() {
    expectExpansion(
      of: """
        @Registerable
        final class Mailer: RegisterableDependency {
            init() {}
        }
        """,
      """

      final class Mailer: RegisterableDependency {
          init() {}
      }

      extension Mailer: AutoregisterableDependency {
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
      """,
      conformances: ["AutoregisterableDependency"])
  }

  @Test func privateInAnother() {
    expectExpansion(
      of: """
        struct App {
            @Registerable
            private struct Mailer {
                init() {}
            }
        }
        """,
      """
      struct App {
          private struct Mailer {
              init() {}
          }
      }
      """,
      diagnostics: [
        "2:5: error: A private type in another type cannot be extended, and so not be registerable. Make it fileprivate.",
        "  fix-it: Replace 'private' with 'fileprivate'",
      ],
      fixed: """
        struct App {
            @Registerable
            fileprivate struct Mailer {
                init() {}
            }
        }
        """)
  }
}
