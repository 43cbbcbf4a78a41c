import Testing

/// What is reported about initializers.
@Suite struct RegisterableInitializerDiagnosticTests {
  @Test func missing() {
    expectExpansion(
      of: """
        @Registerable
        struct A {
            let host: String
        }

        @Registerable
        enum B {
            case local
        }

        @Registerable
        final class C {
            init(host: String) throws {}
        }

        @Registerable
        final class D {
            @_disfavoredOverload init() {}
        }
        """,
      """

      struct A {
          let host: String
      }
      enum B {
          case local
      }
      final class C {
          init(host: String) throws {}
      }
      final class D {
          @_disfavoredOverload init() {}
      }
      """,
      diagnostics: [
        "1:1: error: Failed to find a supported preferred initializer. Please consider using the '@PreferredInitializer' attribute on a synchronous, non-failable initializer that has no generic arguments.",
        "6:1: error: Failed to find a supported preferred initializer. Please consider using the '@PreferredInitializer' attribute on a synchronous, non-failable initializer that has no generic arguments.",
        "11:1: error: Failed to find a supported preferred initializer. Please consider using the '@PreferredInitializer' attribute on a synchronous, non-failable initializer that has no generic arguments.",
        "16:1: error: Failed to find a supported preferred initializer. Please consider using the '@PreferredInitializer' attribute on a synchronous, non-failable initializer that has no generic arguments.",
      ])
  }

  @Test func multiple() {
    expectExpansion(
      of: """
        @Registerable
        final class Mailer {
            init() {}
            /// Connects.
            init(host: String, on port: Int) {}
        }
        """,
      """

      final class Mailer {
          init() {}
          /// Connects.
          init(host: String, on port: Int) {}
      }
      """,
      diagnostics: [
        "1:1: error: Multiple supported initializers found. Please consider using the '@PreferredInitializer' attribute on a supported initializer, to use it for initializing the dependency.",
        "  fix-it: Prefer 'init()'",
        "  fix-it: Prefer 'init(host:on:)'",
      ],
      fixed: """
        @Registerable
        final class Mailer {
            @PreferredInitializer init() {}
            /// Connects.
            init(host: String, on port: Int) {}
        }
        """)
  }

  @Test func parametersThatCannotBePassed() {
    expectExpansion(
      of: """
        @Registerable
        struct A {
            init(hosts: String...) {}
        }

        @Registerable
        struct B {
            init(count: inout Int) {}
        }

        @Registerable
        struct C {
            init(done: @escaping () -> Void) {}
        }

        @Registerable
        struct D {
            init(_ title: @autoclosure () -> String) {}
        }
        """,
      """

      struct A {
          init(hosts: String...) {}
      }
      struct B {
          init(count: inout Int) {}
      }
      struct C {
          init(done: @escaping () -> Void) {}
      }
      struct D {
          init(_ title: @autoclosure () -> String) {}
      }
      """,
      diagnostics: [
        "1:1: error: Cannot pass the variadic parameter 'hosts' at injection. Prefer another initializer, or give the parameter a Hashable type.",
        "6:1: error: Cannot pass the inout parameter 'count' at injection. Prefer another initializer, or give the parameter a Hashable type.",
        "11:1: error: Cannot pass the closure parameter 'done' at injection. Prefer another initializer, or give the parameter a Hashable type.",
        "16:1: error: Cannot pass the closure parameter 'title' at injection. Prefer another initializer, or give the parameter a Hashable type.",
      ])
  }
}
