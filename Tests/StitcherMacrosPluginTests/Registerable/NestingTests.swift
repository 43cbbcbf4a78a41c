import Testing

/// Extensions of nested, generic and conditional types.
@Suite struct RegisterableNestingTests {
  @Test func nested() {
    expectExpansion(
      of: """
        public enum App {
            @Registerable
            public struct Mailer {
                public init() {}
            }
        }
        """,
      """
      public enum App {
          public struct Mailer {
              public init() {}
          }
      }

      extension App.Mailer: RegisterableDependency, AutoregisterableDependency {
          public static var dependencyRegistration: GeneratedDependencyRegistration<App.Mailer> {
              GeneratedDependencyRegistration<App.Mailer>(
                  locator: .type(App.Mailer.self),
                  scope: .automatic(for: App.Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 2,
                  nonisolated: {
                      App.Mailer()
                  }
              )
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

              static var dependencyName: String { "mailer" }

              static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
                  GeneratedDependencyRegistration<Mailer>(
                      locator: .name("mailer"),
                      scope: .automatic(for: Mailer.self),
                      eagerness: .lazy,
                      file: "App/App.swift",
                      line: 2,
                      nonisolated: {
                          Mailer()
                      }
                  )
              }
          }
      }

      extension App.Mailer: RegisterableDependency, AutoregisterableDependency {
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
                  line: 1,
                  nonisolated: { count in
                      Box<Item>(count: count)
                  }
              )
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
                  line: 2,
                  nonisolated: {
                      Box<Item>.Lid()
                  }
              )
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
          static var dependencyRegistration: GeneratedDependencyRegistration<`default`> {
              GeneratedDependencyRegistration<`default`>(
                  locator: .type(`default`.self),
                  scope: .automatic(for: `default`.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: { place, `class` in
                      `default`(in: place, class: `class`)
                  }
              )
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
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
                  scope: .automatic(for: Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 3,
                  nonisolated: {
                      Mailer()
                  }
              )
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

            private enum Hidden {
                @Registerable
                struct Store {}
            }
        }
        """,
      """
      struct App {
          private struct Mailer {
              init() {}
          }

          private enum Hidden {
              struct Store {}
          }
      }
      """,
      diagnostics: [
        "2:5: error: '@Registerable' cannot name 'Mailer' outside of its enclosing type, because 'Mailer' is private. Declare it fileprivate, or give the attribute a key with 'by:' or 'as:'.",
        "  fix-it: Replace 'private' with 'fileprivate'",
        "8:9: error: '@Registerable' cannot name 'Hidden' outside of its enclosing type, because 'Hidden' is private. Declare it fileprivate, or give the attribute a key with 'by:' or 'as:'.",
      ],
      fixed: """
        struct App {
            @Registerable
            fileprivate struct Mailer {
                init() {}
            }

            private enum Hidden {
                @Registerable
                struct Store {}
            }
        }
        """)
  }

  @Test func privateInAnotherWithKey() {
    expectExpansion(
      of: """
        struct App {
            @Registerable(by: .type(Mailer.self))
            private struct Mailer {
                init() {}
            }
        }
        """,
      """
      struct App {
          private struct Mailer {
              init() {}

              fileprivate static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
                  GeneratedDependencyRegistration<Mailer>(
                      locator: .type(Mailer.self),
                      scope: .automatic(for: Mailer.self),
                      eagerness: .lazy,
                      file: "App/App.swift",
                      line: 2,
                      nonisolated: {
                          Mailer()
                      }
                  )
              }
          }
      }
      """)
  }

  @Test func inPrivateTypes() {
    expectExpansion(
      of: """
        private enum App {
            @Registerable
            actor Mailer {
                init(host: String) {}
            }
            @Registerable
            fileprivate final class Store {}
        }

        enum Shop {
            private struct Cart {
                @Registerable(by: .type(Item.self))
                enum Item {
                    init() {}
                }
            }
        }

        fileprivate extension Shop {
            @Registerable
            public struct Order {
                init() {}
            }
        }
        """,
      """
      private enum App {
          actor Mailer {
              init(host: String) {}
          }
          fileprivate final class Store {}
      }

      enum Shop {
          private struct Cart {
              enum Item {
                  init() {}

                  static var dependencyRegistration: GeneratedDependencyRegistration<Item> {
                      GeneratedDependencyRegistration<Item>(
                          locator: .type(Item.self),
                          scope: .automatic(for: Item.self),
                          eagerness: .lazy,
                          file: "App/App.swift",
                          line: 12,
                          nonisolated: {
                              Item()
                          }
                      )
                  }
              }
          }
      }

      fileprivate extension Shop {
          public struct Order {
              init() {}
          }
      }

      extension App.Mailer: RegisterableDependency, AutoregisterableDependency {
          fileprivate static var dependencyRegistration: GeneratedDependencyRegistration<App.Mailer> {
              GeneratedDependencyRegistration<App.Mailer>(
                  locator: .type(App.Mailer.self),
                  scope: .automatic(for: App.Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 2,
                  nonisolated: { host in
                      App.Mailer(host: host)
                  }
              )
          }
      }

      extension App.Store: RegisterableDependency, AutoregisterableDependency {
          fileprivate static var dependencyRegistration: GeneratedDependencyRegistration<App.Store> {
              GeneratedDependencyRegistration<App.Store>(
                  locator: .type(App.Store.self),
                  scope: .automatic(for: App.Store.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 6,
                  nonisolated: {
                      App.Store()
                  }
              )
          }
      }

      extension Shop.Order: RegisterableDependency, AutoregisterableDependency {
          public static var dependencyRegistration: GeneratedDependencyRegistration<Shop.Order> {
              GeneratedDependencyRegistration<Shop.Order>(
                  locator: .type(Shop.Order.self),
                  scope: .automatic(for: Shop.Order.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 20,
                  nonisolated: {
                      Shop.Order()
                  }
              )
          }
      }
      """)
  }

  @Test func accessLevelsOfEnclosingDeclarations() {
    expectExpansion(
      of: """
        enum Internal {
            @Registerable
            public struct A {}
        }
        public extension Shop {
            @Registerable
            struct B {}
        }
        extension Shop {
            @Registerable
            public struct C {}
        }
        package enum Package {
            @Registerable
            public struct D {}
        }
        public extension Shop {
            enum Part {
                @Registerable
                public struct E {}
            }
            @Registerable(by: .name("f"))
            struct F {}
        }
        """,
      """
      enum Internal {
          public struct A {}
      }
      public extension Shop {
          struct B {}
      }
      extension Shop {
          public struct C {}
      }
      package enum Package {
          public struct D {}
      }
      public extension Shop {
          enum Part {
              public struct E {}
          }
          struct F {

              public static var dependencyName: String { "f" }

              public static var dependencyRegistration: GeneratedDependencyRegistration<F> {
                  GeneratedDependencyRegistration<F>(
                      locator: .name("f"),
                      scope: .automatic(for: F.self),
                      eagerness: .lazy,
                      file: "App/App.swift",
                      line: 22,
                      nonisolated: {
                          F()
                      }
                  )
              }
      }
      }

      extension Internal.A: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Internal.A> {
              GeneratedDependencyRegistration<Internal.A>(
                  locator: .type(Internal.A.self),
                  scope: .automatic(for: Internal.A.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 2,
                  nonisolated: {
                      Internal.A()
                  }
              )
          }
      }

      extension Shop.B: RegisterableDependency, AutoregisterableDependency {
          public static var dependencyRegistration: GeneratedDependencyRegistration<Shop.B> {
              GeneratedDependencyRegistration<Shop.B>(
                  locator: .type(Shop.B.self),
                  scope: .automatic(for: Shop.B.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 6,
                  nonisolated: {
                      Shop.B()
                  }
              )
          }
      }

      extension Shop.C: RegisterableDependency, AutoregisterableDependency {
          public static var dependencyRegistration: GeneratedDependencyRegistration<Shop.C> {
              GeneratedDependencyRegistration<Shop.C>(
                  locator: .type(Shop.C.self),
                  scope: .automatic(for: Shop.C.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 10,
                  nonisolated: {
                      Shop.C()
                  }
              )
          }
      }

      extension Package.D: RegisterableDependency, AutoregisterableDependency {
          package static var dependencyRegistration: GeneratedDependencyRegistration<Package.D> {
              GeneratedDependencyRegistration<Package.D>(
                  locator: .type(Package.D.self),
                  scope: .automatic(for: Package.D.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 14,
                  nonisolated: {
                      Package.D()
                  }
              )
          }
      }

      extension Shop.Part.E: RegisterableDependency, AutoregisterableDependency {
          public static var dependencyRegistration: GeneratedDependencyRegistration<Shop.Part.E> {
              GeneratedDependencyRegistration<Shop.Part.E>(
                  locator: .type(Shop.Part.E.self),
                  scope: .automatic(for: Shop.Part.E.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 19,
                  nonisolated: {
                      Shop.Part.E()
                  }
              )
          }
      }

      extension Shop.F: RegisterableDependency, AutoregisterableDependency {
      }
      """)
  }

  @Test func conditionalMembersOfANestedType() {
    expectExpansion(
      of: """
        private enum App {
            @Registerable(by: .type(Mailer.self))
            struct Mailer {
                #if DEBUG
                init() {}
                #else
                init(host: String) {}
                #endif
            }
        }
        """,
      """
      private enum App {
          struct Mailer {
              #if DEBUG
              init() {}
              #else
              init(host: String) {}
              #endif

              #if DEBUG
              static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
                  GeneratedDependencyRegistration<Mailer>(
                      locator: .type(Mailer.self),
                      scope: .automatic(for: Mailer.self),
                      eagerness: .lazy,
                      file: "App/App.swift",
                      line: 2,
                      nonisolated: {
                          Mailer()
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
                      line: 2,
                      nonisolated: { host in
                          Mailer(host: host)
                      }
                  )
              }
              #endif
          }
      }

      extension App.Mailer: RegisterableDependency, AutoregisterableDependency {
      }
      """)
  }

  @Test func errorsOfANestedTypeAreReportedOnce() {
    expectExpansion(
      of: """
        private enum App {
            @Registerable
            struct Mailer {
                init?() {}
            }
        }
        """,
      """
      private enum App {
          struct Mailer {
              init?() {}
          }
      }
      """,
      diagnostics: [
        "2:5: error: Cannot register the type by 'init()', which is failable. Add an initializer that is neither failable nor generic, or register the type with 'Dependency'."
      ])
  }
}
