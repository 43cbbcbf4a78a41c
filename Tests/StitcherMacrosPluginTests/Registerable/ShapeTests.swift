import Testing

/// Extensions by the kind, the nesting and the access level of the type.
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
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
                  scope: .automatic(for: Mailer.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: { host, port, name, parameter3 in
                      Mailer(host: host, on: port, name, parameter3)
                  }
              )
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
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
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
          static var dependencyRegistration: GeneratedDependencyRegistration<Mailer> {
              GeneratedDependencyRegistration<Mailer>(
                  locator: .type(Mailer.self),
                  scope: .singleton,
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
          public static var dependencyRegistration: GeneratedDependencyRegistration<A> {
              GeneratedDependencyRegistration<A>(
                  locator: .type(A.self),
                  scope: .automatic(for: A.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: {
                      A()
                  }
              )
          }
      }

      extension B: RegisterableDependency, AutoregisterableDependency {
          public static var dependencyRegistration: GeneratedDependencyRegistration<B> {
              GeneratedDependencyRegistration<B>(
                  locator: .type(B.self),
                  scope: .automatic(for: B.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 6,
                  nonisolated: {
                      B()
                  }
              )
          }
      }

      extension C: RegisterableDependency, AutoregisterableDependency {
          package static var dependencyRegistration: GeneratedDependencyRegistration<C> {
              GeneratedDependencyRegistration<C>(
                  locator: .type(C.self),
                  scope: .automatic(for: C.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 11,
                  nonisolated: {
                      C()
                  }
              )
          }
      }

      extension D: RegisterableDependency, AutoregisterableDependency {
          internal static var dependencyRegistration: GeneratedDependencyRegistration<D> {
              GeneratedDependencyRegistration<D>(
                  locator: .type(D.self),
                  scope: .automatic(for: D.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 16,
                  nonisolated: {
                      D()
                  }
              )
          }
      }

      extension E: RegisterableDependency, AutoregisterableDependency {
          fileprivate static var dependencyRegistration: GeneratedDependencyRegistration<E> {
              GeneratedDependencyRegistration<E>(
                  locator: .type(E.self),
                  scope: .automatic(for: E.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 21,
                  nonisolated: {
                      E()
                  }
              )
          }
      }

      extension F: RegisterableDependency, AutoregisterableDependency {
          fileprivate static var dependencyRegistration: GeneratedDependencyRegistration<F> {
              GeneratedDependencyRegistration<F>(
                  locator: .type(F.self),
                  scope: .automatic(for: F.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 26,
                  nonisolated: {
                      F()
                  }
              )
          }
      }
      """)
  }
}
