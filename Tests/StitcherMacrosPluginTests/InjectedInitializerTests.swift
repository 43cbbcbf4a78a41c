import Testing

/// Initializers that inject the constants of a type.
@Suite struct InjectedInitializerTests {
  @Test func sendableClass() {
    expectExpansion(
      of: """
        @InjectedInitializer
        final class Inbox: Sendable {
            let mail: any Mail
            let sources: [any Source]
            let tracker: Tracker?
        }
        """,
      """

      final class Inbox: Sendable {
          let mail: any Mail
          let sources: [any Source]
          let tracker: Tracker?

          init(mail: any Mail = Injected<any Mail>(file: "App/App.swift", line: 3).wrappedValue, sources: [any Source] = Injected<[any Source]>(file: "App/App.swift", line: 4).wrappedValue, tracker: Tracker? = Injected<Tracker?>(file: "App/App.swift", line: 5).wrappedValue) {
              self.mail = mail
              self.sources = sources
              self.tracker = tracker
          }

          init(injecting _: Inbox.Type) throws {
              self.mail = try Injected<any Mail>(file: "App/App.swift", line: 3).loadedValue()
              self.sources = try Injected<[any Source]>(file: "App/App.swift", line: 4).loadedValue()
              self.tracker = try Injected<Tracker?>(file: "App/App.swift", line: 5).loadedValue()
          }
      }
      """)
  }

  @Test func observable() {
    expectExpansion(
      of: """
        @Observable
        @InjectedInitializer(ignoring: "title")
        public final class Inbox {
            @ObservationIgnored let mail: any Mail
            let title: String
            var unread: Int
            var selected: Item?
            var count = 0
            @ObservationIgnored var limit: Int
        }
        """,
      """
      @Observable
      public final class Inbox {
          @ObservationIgnored let mail: any Mail
          let title: String
          var unread: Int
          var selected: Item?
          var count = 0
          @ObservationIgnored var limit: Int

          init(mail: any Mail = Injected<any Mail>(file: "App/App.swift", line: 4).wrappedValue, title: String, unread: Int, selected: Item? = nil, limit: Int) {
              self.mail = mail
              self.title = title
              self.unread = unread
              self.selected = selected
              self.limit = limit
          }

          init(injecting _: Inbox.Type, title: String, unread: Int, selected: Item? = nil, limit: Int) throws {
              self.mail = try Injected<any Mail>(file: "App/App.swift", line: 4).loadedValue()
              self.title = title
              self.unread = unread
              self.selected = selected
              self.limit = limit
          }
      }
      """)
  }

  @Test func whatNeedsNoValue() {
    expectExpansion(
      of: """
        @InjectedInitializer
        struct Inbox {
            static let shared = 1
            let limit = 3
            lazy var cache = Cache()
            @Injected var log: Log
            var address: String { "" }
            var total: Int { get { 0 } set {} }
            var observed: Int = 0 { didSet {} }
            let mail: Mail
            func load() {}
        }
        """,
      """

      struct Inbox {
          static let shared = 1
          let limit = 3
          lazy var cache = Cache()
          @Injected var log: Log
          var address: String { "" }
          var total: Int { get { 0 } set {} }
          var observed: Int = 0 { didSet {} }
          let mail: Mail
          func load() {}

          init(mail: Mail = Injected<Mail>(file: "App/App.swift", line: 10).wrappedValue) {
              self.mail = mail
          }

          init(injecting _: Inbox.Type) throws {
              self.mail = try Injected<Mail>(file: "App/App.swift", line: 10).loadedValue()
          }
      }
      """)
  }

  @Test func severalInOne() {
    expectExpansion(
      of: """
        @InjectedInitializer
        struct Inbox {
            let mail, backup: Mail, log: Log
        }
        """,
      """

      struct Inbox {
          let mail, backup: Mail, log: Log

          init(mail: Mail = Injected<Mail>(file: "App/App.swift", line: 3).wrappedValue, backup: Mail = Injected<Mail>(file: "App/App.swift", line: 3).wrappedValue, log: Log = Injected<Log>(file: "App/App.swift", line: 3).wrappedValue) {
              self.mail = mail
              self.backup = backup
              self.log = log
          }

          init(injecting _: Inbox.Type) throws {
              self.mail = try Injected<Mail>(file: "App/App.swift", line: 3).loadedValue()
              self.backup = try Injected<Mail>(file: "App/App.swift", line: 3).loadedValue()
              self.log = try Injected<Log>(file: "App/App.swift", line: 3).loadedValue()
          }
      }
      """)
  }

  @Test func accessAndNames() {
    expectExpansion(
      of: """
        @InjectedInitializer(access: .public, strategy: .stitcherByName, ignoring: "default")
        public actor Inbox {
            let mail: any Mail
            let `in`: Store!
            let `default`: Int
        }
        """,
      """

      public actor Inbox {
          let mail: any Mail
          let `in`: Store!
          let `default`: Int

          public init(mail: any Mail = Injected<any Mail>(name: "mail", file: "App/App.swift", line: 3).wrappedValue, `in`: Store! = Injected<Store>(name: "in", file: "App/App.swift", line: 4).wrappedValue, `default`: Int) {
              self.mail = mail
              self.`in` = `in`
              self.`default` = `default`
          }

          public init(injecting _: Inbox.Type, `default`: Int) throws {
              self.mail = try Injected<any Mail>(name: "mail", file: "App/App.swift", line: 3).loadedValue()
              self.`in` = try Injected<Store>(name: "in", file: "App/App.swift", line: 4).loadedValue()
              self.`default` = `default`
          }
      }
      """)
  }

  @Test func keysOfSingleConstants() {
    expectExpansion(
      of: """
        @InjectedInitializer(names: ["drafts": Names.drafts, "in": "inbox"], values: ["icons": Size(64)])
        final class Inbox {
            let mail: any Mail
            let drafts: Store?
            let `in`: Store
            let icons: Icons
        }
        """,
      """

      final class Inbox {
          let mail: any Mail
          let drafts: Store?
          let `in`: Store
          let icons: Icons

          init(mail: any Mail = Injected<any Mail>(file: "App/App.swift", line: 3).wrappedValue, drafts: Store? = Injected<Store?>(name: Names.drafts, file: "App/App.swift", line: 4).wrappedValue, `in`: Store = Injected<Store>(name: "inbox", file: "App/App.swift", line: 5).wrappedValue, icons: Icons = Injected<Icons>(value: Size(64), file: "App/App.swift", line: 6).wrappedValue) {
              self.mail = mail
              self.drafts = drafts
              self.`in` = `in`
              self.icons = icons
          }

          init(injecting _: Inbox.Type) throws {
              self.mail = try Injected<any Mail>(file: "App/App.swift", line: 3).loadedValue()
              self.drafts = try Injected<Store?>(name: Names.drafts, file: "App/App.swift", line: 4).loadedValue()
              self.`in` = try Injected<Store>(name: "inbox", file: "App/App.swift", line: 5).loadedValue()
              self.icons = try Injected<Icons>(value: Size(64), file: "App/App.swift", line: 6).loadedValue()
          }
      }
      """)
  }

  @Test func closures() {
    expectExpansion(
      of: """
        @InjectedInitializer(ignoring: "done", "later")
        struct Inbox {
            let done: () -> Void
            let later: (@Sendable () -> Void)?
            let make: @Sendable () -> Mail
        }
        """,
      """

      struct Inbox {
          let done: () -> Void
          let later: (@Sendable () -> Void)?
          let make: @Sendable () -> Mail

          init(done: @escaping () -> Void, later: (@Sendable () -> Void)?, make: @escaping @Sendable () -> Mail = Injected<@Sendable () -> Mail>(file: "App/App.swift", line: 5).wrappedValue) {
              self.done = done
              self.later = later
              self.make = make
          }

          init(injecting _: Inbox.Type, done: @escaping () -> Void, later: (@Sendable () -> Void)?) throws {
              self.done = done
              self.later = later
              self.make = try Injected<@Sendable () -> Mail>(file: "App/App.swift", line: 5).loadedValue()
          }
      }
      """)
  }

  @Test func mainActorAndDocumentation() {
    expectExpansion(
      of: """
        /// Shows mail.
        @MainActor @InjectedInitializer(access: .package)
        final class Inbox {
            /// Sends.
            private let mail: any Mail  // by type
        }
        """,
      """
      /// Shows mail.
      @MainActor
      final class Inbox {
          /// Sends.
          private let mail: any Mail  // by type

          package init(mail: any Mail = Injected<any Mail>(file: "App/App.swift", line: 5).wrappedValue) {
              self.mail = mail
          }

          package init(injecting _: Inbox.Type) throws {
              self.mail = try Injected<any Mail>(file: "App/App.swift", line: 5).loadedValue()
          }
      }
      """)
  }

  @Test func nestedAndGeneric() {
    expectExpansion(
      of: """
        enum App {
            @InjectedInitializer(ignoring: "items")
            struct Inbox<Item> {
                let mail: Mail
                let items: [Item]
            }
        }
        """,
      """
      enum App {
          struct Inbox<Item> {
              let mail: Mail
              let items: [Item]

              init(mail: Mail = Injected<Mail>(file: "App/App.swift", line: 4).wrappedValue, items: [Item]) {
                  self.mail = mail
                  self.items = items
              }

              init(injecting _: Inbox.Type, items: [Item]) throws {
                  self.mail = try Injected<Mail>(file: "App/App.swift", line: 4).loadedValue()
                  self.items = items
              }
          }
      }
      """)
  }

  @Test func conditionalWithValue() {
    expectExpansion(
      of: """
        @InjectedInitializer
        struct Inbox {
            let mail: Mail
            #if DEBUG
            let log = Log()
            #endif
        }
        """,
      """

      struct Inbox {
          let mail: Mail
          #if DEBUG
          let log = Log()
          #endif

          init(mail: Mail = Injected<Mail>(file: "App/App.swift", line: 3).wrappedValue) {
              self.mail = mail
          }

          init(injecting _: Inbox.Type) throws {
              self.mail = try Injected<Mail>(file: "App/App.swift", line: 3).loadedValue()
          }
      }
      """)
  }
}
