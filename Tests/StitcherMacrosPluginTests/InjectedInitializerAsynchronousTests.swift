import Testing

/// Initializers that inject the constants of a type asynchronously.
@Suite struct InjectedInitializerAsynchronousTests {
  @Test func constants() {
    expectExpansion(
      of: """
        @InjectedInitializer(access: .public, asynchronous: true, names: ["drafts": "Drafts"], values: ["icons": Size.small], ignoring: "title")
        public final class Inbox: Sendable {
            let mail: any Mail
            let drafts: Notes!
            let icons: [Icon]
            let title: String
            var note: String?
        }
        """,
      """

      public final class Inbox: Sendable {
          let mail: any Mail
          let drafts: Notes!
          let icons: [Icon]
          let title: String
          var note: String?

          public init(mail: any Mail, drafts: Notes!, icons: [Icon], title: String, note: String? = nil) {
              self.mail = mail
              self.drafts = drafts
              self.icons = icons
              self.title = title
              self.note = note
          }

          public init(injecting _: Inbox.Type, title: String, note: String? = nil) async throws {
              self.mail = try await Injected<any Mail>._valueAsync(file: "App/App.swift", line: 3)
              self.drafts = try await Injected<Notes>._valueAsync(name: "Drafts", file: "App/App.swift", line: 4)
              self.icons = try await Injected<[Icon]>._valueAsync(value: Size.small, file: "App/App.swift", line: 5)
              self.title = title
              self.note = note
          }
      }
      """)
  }

  @Test func whereItIsNotAsked() {
    expectExpansion(
      of: """
        @InjectedInitializer(asynchronous: false)
        actor Worker {
            let log: Log
        }
        """,
      """

      actor Worker {
          let log: Log

          init(log: Log = Injected<Log>(file: "App/App.swift", line: 3).wrappedValue) {
              self.log = log
          }

          init(injecting _: Worker.Type) throws {
              self.log = try Injected<Log>(file: "App/App.swift", line: 3).loadedValue()
          }
      }
      """)
  }

  @Test func markers() {
    expectExpansion(
      of: """
        @InjectedInitializer(strategy: .stitcherTest, asynchronous: true)
        struct Inbox {
            let log: Log
        }
        """,
      """

      struct Inbox {
          let log: Log

          init(log: Log) {
              self.log = log
          }

          init(injecting _: Inbox.Type) async throws {
              self.log = try await GENERATED_Log
          }
      }
      """)
  }

  @Test func typesThatAreNotSendable() {
    expectExpansion(
      of: """
        @InjectedInitializer(asynchronous: true)
        struct Inbox {
            let safe: @Sendable () -> Void
            let action: () -> Void
        }
        """,
      """

      struct Inbox {
          let safe: @Sendable () -> Void
          let action: () -> Void
      }
      """,
      diagnostics: [
        "1:1: error: Cannot inject the property 'action' asynchronously, since '() -> Void' is not Sendable. Ignore the property.",
        "  fix-it: Ignore 'action'",
      ],
      fixed: """
        @InjectedInitializer(asynchronous: true, ignoring: "action")
        struct Inbox {
            let safe: @Sendable () -> Void
            let action: () -> Void
        }
        """)
  }

  @Test func malformed() {
    #expect(
      diagnostics(
        of: """
          @InjectedInitializer(asynchronous: isAsynchronous)
          struct Inbox {
              let log: Log
          }
          """) == ["1:1: error: Malformed arguments."])
  }
}
