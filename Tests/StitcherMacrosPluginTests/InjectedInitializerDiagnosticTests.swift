import Testing

/// The diagnostics of `@InjectedInitializer`.
@Suite struct InjectedInitializerDiagnosticTests {
  @Test func otherKinds() {
    expectExpansion(
      of: """
        @InjectedInitializer
        enum A {
            case a
        }

        @InjectedInitializer
        protocol B {}
        """,
      """

      enum A {
          case a
      }
      protocol B {}
      """,
      diagnostics: [
        "1:1: error: This macro can only be used on class, structure or actor declarations.",
        "  fix-it: Remove '@InjectedInitializer'",
        "6:1: error: This macro can only be used on class, structure or actor declarations.",
        "  fix-it: Remove '@InjectedInitializer'",
      ],
      fixed: """

        enum A {
            case a
        }
        protocol B {}
        """)
  }

  @Test func malformed() {
    expectExpansion(
      of: """
        @InjectedInitializer("a")
        struct A {
            let a: Int
        }

        @InjectedInitializer(access: .private)
        struct B {
            let b: Int
        }

        @InjectedInitializer(ignoring: "the name")
        struct C {
            let c: Int
        }
        """,
      """

      struct A {
          let a: Int
      }
      struct B {
          let b: Int
      }
      struct C {
          let c: Int
      }
      """,
      diagnostics: [
        "1:1: error: Malformed arguments.",
        "6:1: error: Malformed arguments.",
        "11:1: error: Malformed arguments.",
      ])
  }

  @Test func unknownProperty() {
    expectExpansion(
      of: """
        @InjectedInitializer(ignoring: "title", "limit")
        struct Inbox {
            let title: String
            let limit = 3
        }
        """,
      """

      struct Inbox {
          let title: String
          let limit = 3
      }
      """,
      diagnostics: [
        "1:1: error: Malformed arguments. Ignored property 'limit' does not match a property that needs a value."
      ])
  }

  @Test func keysOfOtherProperties() {
    expectExpansion(
      of: """
        @InjectedInitializer(names: ["title": "a"], ignoring: "title")
        struct A {
            let title: String
            let mail: Mail
        }

        @InjectedInitializer(values: ["count": 1])
        struct B {
            var count: Int
            let mail: Mail
        }

        @InjectedInitializer(names: ["mail": "a"], values: ["mail": 1])
        struct C {
            let mail: Mail
        }

        @InjectedInitializer(names: [key: "a"])
        struct D {
            let mail: Mail
        }
        """,
      """

      struct A {
          let title: String
          let mail: Mail
      }
      struct B {
          var count: Int
          let mail: Mail
      }
      struct C {
          let mail: Mail
      }
      struct D {
          let mail: Mail
      }
      """,
      diagnostics: [
        "1:1: error: Malformed arguments. 'title' does not match a constant that is injected.",
        "7:1: error: Malformed arguments. 'count' does not match a constant that is injected.",
        "13:1: error: Malformed arguments.",
        "18:1: error: Malformed arguments.",
      ])
  }

  @Test func genericProperty() {
    expectExpansion(
      of: """
        @InjectedInitializer
        struct Inbox<Item> {
            let items: [Item]
        }
        """,
      """

      struct Inbox<Item> {
          let items: [Item]
      }
      """,
      diagnostics: [
        "1:1: error: Cannot inject the property 'items' of a generic type. Ignore the property.",
        "  fix-it: Ignore 'items'",
      ],
      fixed: """
        @InjectedInitializer(ignoring: "items")
        struct Inbox<Item> {
            let items: [Item]
        }
        """)
  }

  @Test func tuple() {
    expectExpansion(
      of: """
        @InjectedInitializer
        struct Inbox {
            let (a, b): (Int, Int)
        }
        """,
      """

      struct Inbox {
          let (a, b): (Int, Int)
      }
      """,
      diagnostics: [
        "1:1: error: Cannot initialize properties that are declared together in a tuple. Declare each by itself."
      ])
  }

  @Test func conditionalProperty() {
    expectExpansion(
      of: """
        @InjectedInitializer
        struct Inbox {
            let mail: Mail
            #if DEBUG
            let log: Log
            #endif
        }
        """,
      """

      struct Inbox {
          let mail: Mail
          #if DEBUG
          let log: Log
          #endif
      }
      """,
      diagnostics: [
        "1:1: error: Cannot initialize the property 'log' in an '#if' block. Give it a value, or write the initializer by hand."
      ])
  }

  @Test func nothingToInject() {
    expectExpansion(
      of: """
        @InjectedInitializer
        struct Inbox {
            var count: Int
        }
        """,
      """

      struct Inbox {
          var count: Int

          init(count: Int) {
              self.count = count
          }
      }
      """,
      diagnostics: [
        "1:1: warning: The declaration has no constant without a value, so that there is nothing to inject.",
        "  fix-it: Remove '@InjectedInitializer'",
      ],
      fixed: """

        struct Inbox {
            var count: Int
        }
        """)
  }
}
