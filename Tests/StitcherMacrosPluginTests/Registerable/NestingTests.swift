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

              public static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
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

      extension App.Mailer: RegisterableDependency, AutoregisterableDependency {
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

              static var dependencyRegistration: GeneratedDependencyRegistration<Lid> {
                  GeneratedDependencyRegistration<Lid>(
                      locator: .type(Lid.self),
                      scope: .automatic(for: Lid.self),
                      eagerness: .lazy,
                      file: "App/App.swift",
                      line: 2,
                      nonisolated: {
                          Lid()
                      }
                  )
              }
          }
      }

      extension Box.Lid: RegisterableDependency, AutoregisterableDependency {
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
                @Registerable
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
          }
          fileprivate final class Store {

              fileprivate static var dependencyRegistration: GeneratedDependencyRegistration<Store> {
                  GeneratedDependencyRegistration<Store>(
                      locator: .type(Store.self),
                      scope: .automatic(for: Store.self),
                      eagerness: .lazy,
                      file: "App/App.swift",
                      line: 6,
                      nonisolated: {
                          Store()
                      }
                  )
              }
      }
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

              public static var dependencyRegistration: GeneratedDependencyRegistration<Order> {
                  GeneratedDependencyRegistration<Order>(
                      locator: .type(Order.self),
                      scope: .automatic(for: Order.self),
                      eagerness: .lazy,
                      file: "App/App.swift",
                      line: 20,
                      nonisolated: {
                          Order()
                      }
                  )
              }
          }
      }

      extension App.Mailer: RegisterableDependency, AutoregisterableDependency {
      }

      extension App.Store: RegisterableDependency, AutoregisterableDependency {
      }

      extension Shop.Order: RegisterableDependency, AutoregisterableDependency {
      }
      """)
  }

  @Test func conditionalMembersOfANestedType() {
    expectExpansion(
      of: """
        private enum App {
            @Registerable
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
