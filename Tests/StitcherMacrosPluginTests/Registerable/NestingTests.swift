import Testing

/// Extensions of nested, generic and conditional types.
@Suite struct RegisterableNestingTests {
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
