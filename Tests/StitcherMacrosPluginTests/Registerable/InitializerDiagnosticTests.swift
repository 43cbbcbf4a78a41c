import Testing

/// The diagnostics about initializers.
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
      final class D {
          @_disfavoredOverload init() {}
      }
      """,
      diagnostics: [
        "1:1: error: Failed to find a supported preferred initializer. Please consider using the '@PreferredInitializer' attribute on a non-failable initializer that has no generic arguments.",
        "6:1: error: Failed to find a supported preferred initializer. Please consider using the '@PreferredInitializer' attribute on a non-failable initializer that has no generic arguments.",
        "11:1: error: Failed to find a supported preferred initializer. Please consider using the '@PreferredInitializer' attribute on a non-failable initializer that has no generic arguments.",
      ])
  }

  @Test func unsupported() {
    expectExpansion(
      of: """
        @Registerable
        final class A {
            @_disfavoredOverload init() {}
            init?(host: String, _ port: Int) throws {}
            init?() async {}
        }

        @Registerable
        final class B {
            init<Item>(item: Item) async throws {}
        }

        @Registerable
        final class C {
            init?() {}
        }

        @Registerable
        final class D {
            init(_ item: some Hashable) {}
        }
        """,
      """

      final class A {
          @_disfavoredOverload init() {}
          init?(host: String, _ port: Int) throws {}
          init?() async {}
      }
      final class B {
          init<Item>(item: Item) async throws {}
      }
      final class C {
          init?() {}
      }
      final class D {
          init(_ item: some Hashable) {}
      }
      """,
      diagnostics: [
        "1:1: error: Cannot register the type by 'init(host:_:)', which is failable. Add an initializer that is neither failable nor generic, or register the type with 'Dependency'.",
        "8:1: error: Cannot register the type by 'init(item:)', which is generic. Add an initializer that is neither failable nor generic, or register the type with 'Dependency'.",
        "13:1: error: Cannot register the type by 'init()', which is failable. Add an initializer that is neither failable nor generic, or register the type with 'Dependency'.",
        "18:1: error: Cannot register the type by 'init(_:)', which is generic. Add an initializer that is neither failable nor generic, or register the type with 'Dependency'.",
      ])
  }

  @Test func parametersThatAreNotHashable() {
    expectExpansion(
      of: """
        @Registerable
        final class Inbox {
            let mail: any Mail
            let store: Store
            let title: String
            var count: Int
            /// Creates one.
            init(mail: any Mail, store: Store, title: String, count: Int) {
                self.mail = mail
                self.store = store
                self.title = title
                self.count = count
            }
            func load() {}
        }

        @Registerable(scope: .singleton)
        struct Outbox {
            let mails: [any Mail & Sendable]?
            // Connects.
            init(_ mails: [any Mail & Sendable]?, limits: [Int]) {
                self.mails = mails
            }
        }
        """,
      """

      final class Inbox {
          let mail: any Mail
          let store: Store
          let title: String
          var count: Int
          /// Creates one.
          init(mail: any Mail, store: Store, title: String, count: Int) {
              self.mail = mail
              self.store = store
              self.title = title
              self.count = count
          }
          func load() {}
      }
      struct Outbox {
          let mails: [any Mail & Sendable]?
          // Connects.
          init(_ mails: [any Mail & Sendable]?, limits: [Int]) {
              self.mails = mails
          }
      }
      """,
      diagnostics: [
        "1:1: error: Cannot pass the parameter 'mail' at injection, since 'any Mail' is not Hashable. Inject it with '@InjectedInitializer' or '@InjectedParameters', or mark another initializer with '@PreferredInitializer'.",
        "  fix-it: Replace 'init(mail:store:title:count:)' with '@InjectedInitializer'",
        "17:1: error: Cannot pass the parameter 'mails' at injection, since '[any Mail & Sendable]?' is not Hashable. Inject it with '@InjectedInitializer' or '@InjectedParameters', or mark another initializer with '@PreferredInitializer'.",
        "  fix-it: Inject parameters of 'init(_:limits:)' with '@InjectedParameters'",
      ],
      fixed: """
        @Registerable @InjectedInitializer(ignoring: "title")
        final class Inbox {
            let mail: any Mail
            let store: Store
            let title: String
            var count: Int
            func load() {}
        }

        @Registerable(scope: .singleton)
        struct Outbox {
            let mails: [any Mail & Sendable]?
            // Connects.
            @InjectedParameters(ignoring: "limits") init(_ mails: [any Mail & Sendable]?, limits: [Int]) {
                self.mails = mails
            }
        }
        """)
  }

  @Test func injectedInitializerWhoseRestIsNotHashable() {
    expectExpansion(
      of: """
        @Registerable @InjectedInitializer(ignoring: "mail")
        final class Inbox {
            let mail: Any
            let pair: (Int, Int)
        }
        """,
      """
      @InjectedInitializer(ignoring: "mail")
      final class Inbox {
          let mail: Any
          let pair: (Int, Int)
      }
      """,
      diagnostics: [
        "1:1: error: Cannot pass the parameter 'mail' at injection, since 'Any' is not Hashable. Inject it with '@InjectedInitializer' or '@InjectedParameters', or mark another initializer with '@PreferredInitializer'."
      ], only: ["Registerable"])
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
        "1:1: error: Cannot pass the variadic parameter 'hosts' at injection. Mark another initializer with '@PreferredInitializer', or give the parameter a Hashable type.",
        "6:1: error: Cannot pass the inout parameter 'count' at injection. Mark another initializer with '@PreferredInitializer', or give the parameter a Hashable type.",
        "11:1: error: Cannot pass the closure parameter 'done' at injection. Mark another initializer with '@PreferredInitializer', or give the parameter a Hashable type.",
        "16:1: error: Cannot pass the closure parameter 'title' at injection. Mark another initializer with '@PreferredInitializer', or give the parameter a Hashable type.",
      ])
  }
}
