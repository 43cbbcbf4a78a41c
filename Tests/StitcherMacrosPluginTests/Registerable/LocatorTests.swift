import Testing

/// The locators and the scopes of registerable types.
@Suite struct RegisterableLocatorTests {
  @Test func name() {
    expectExpansion(
      of: """
        @Registerable(by: .name("mailer"), scope: .shared)
        struct Mailer {
            init() {}
        }
        """,
      """

      struct Mailer {
          init() {}
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static var dependencyName: String { "mailer" }

          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .name("mailer"),
                  scope: .shared,
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: {
                      Mailer()
                  }
              )
          }
      }
      """)
  }

  @Test func value() {
    expectExpansion(
      of: """
        @Registerable(by: DependencyLocator.value(Service.mailer), scope: .managed(by: signedOut))
        public struct Mailer {
            init() {}
        }
        """,
      """

      public struct Mailer {
          init() {}
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          public static var dependencyValue: AnyHashable { Service.mailer }

          public static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: DependencyLocator.value(Service.mailer),
                  scope: .managed(by: signedOut),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: {
                      Mailer()
                  }
              )
          }
      }
      """)
  }

  @Test func types() {
    expectExpansion(
      of: """
        @Registerable(by: .type(Mailer.self, (any Mail).self, App.Log.self), scope: .instance)
        final class Mailer: App.Mail, Log {
            init() {}
        }
        """,
      """

      final class Mailer: App.Mail, Log {
          init() {}
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self, (any Mail).self, App.Log.self),
                  scope: .instance,
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: {
                      Mailer()
                  }
              )
          }
      }
      """)
  }

  @Test func customLocatorAndScope() {
    expectExpansion(
      of: """
        @Registerable(by: Locators.mailer, scope: Scopes.session, eagerness: DependencyEagerness.eager)
        struct Mailer {
            init() {}
        }
        """,
      """

      struct Mailer {
          init() {}
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: Locators.mailer,
                  scope: Scopes.session,
                  eagerness: .eager,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: {
                      Mailer()
                  }
              )
          }
      }
      """)
  }

  @Test func automaticScope() {
    expectExpansion(
      of: """
        @Registerable(scope: .automatic(for: Mail.self))
        struct Mailer {
            init() {}
        }
        """,
      """

      struct Mailer {
          init() {}
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
                  scope: .automatic(for: Mail.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: {
                      Mailer()
                  }
              )
          }
      }
      """)
  }

  @Test func abstractions() {
    expectExpansion(
      of: """
        @Registerable(as: (any Mail).self, Base.self, scope: .singleton)
        final class Mailer: Base, Mail {
            init() {}
        }
        """,
      """

      final class Mailer: Base, Mail {
          init() {}
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self, as: { $0 as any Mail }, { $0 as Base }),
                  scope: .singleton,
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: {
                      Mailer()
                  }
              )
          }
      }
      """)
  }

  @Test func conformances() {
    expectExpansion(
      of: """
        @Registerable(as: .conformances)
        final class Mailer: App.Mail, @retroactive Sendable, Swift.Hashable, Log & Trace, ~Copyable {
            init() {}
        }
        """,
      """

      final class Mailer: App.Mail, @retroactive Sendable, Swift.Hashable, Log & Trace, ~Copyable {
          init() {}
      }

      extension Mailer: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self, as: { $0 as any App.Mail }, { $0 as any Log }, { $0 as any Trace }),
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
      """)
  }

  @Test func nothingToConformTo() {
    expectExpansion(
      of: """
        @Registerable(as: .conformances)
        final class Mailer: Sendable {
            init() {}
        }
        """,
      """

      final class Mailer: Sendable {
          init() {}
      }
      """,
      diagnostics: [
        "1:1: error: The declaration names no protocol or superclass that the dependency could be found by."
      ])
  }

  @Test func unrelated() {
    expectExpansion(
      of: """
        @Registerable(by: .type(Mail.self))
        final class A: Log {
            init() {}
        }

        @Registerable(by: .type(B.self, Mail.self))
        final class B {
            init() {}
        }
        """,
      """

      final class A: Log {
          init() {}
      }
      final class B {
          init() {}
      }
      """,
      diagnostics: [
        "1:1: error: Malformed arguments. The types specified in the dependency locator are not related to the attached dependency type.",
        "6:1: error: Malformed arguments. The types specified in the dependency locator are not related to the attached dependency type.",
      ])
  }

  @Test func malformed() {
    expectExpansion(
      of: """
        @Registerable(.name("a"))
        struct A {
            init() {}
        }

        @Registerable(by: .name("b"), as: Mail.self)
        struct B {
            init() {}
        }

        @Registerable(eagerness: .sometimes)
        struct C {
            init() {}
        }

        @Registerable(scope: .shared, .instance)
        struct D {
            init() {}
        }

        @Registerable(as: mail)
        struct E {
            init() {}
        }
        """,
      """

      struct A {
          init() {}
      }
      struct B {
          init() {}
      }
      struct C {
          init() {}
      }
      struct D {
          init() {}
      }
      struct E {
          init() {}
      }
      """,
      diagnostics: [
        "1:1: error: Malformed arguments.",
        "6:1: error: Malformed arguments.",
        "11:1: error: Malformed arguments.",
        "16:1: error: Malformed arguments.",
        "21:1: error: Malformed arguments.",
      ])
  }

  @Test func otherKinds() {
    expectExpansion(
      of: """
        @Registerable
        protocol Mail {}

        @Registerable
        extension Mailer {}
        """,
      """

      protocol Mail {}
      extension Mailer {}
      """,
      diagnostics: [
        "1:1: error: This macro can only be used on class, structure, enumeration or actor declarations.",
        "  fix-it: Remove '@Registerable'",
        "4:1: error: This macro can only be used on class, structure, enumeration or actor declarations.",
        "  fix-it: Remove '@Registerable'",
      ],
      fixed: """

        protocol Mail {}
        extension Mailer {}
        """)
  }
}
