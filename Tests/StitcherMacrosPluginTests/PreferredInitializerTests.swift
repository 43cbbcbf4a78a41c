import Testing

/// `@PreferredInitializer`, which expands to nothing.
@Suite struct PreferredInitializerTests {
  @Test func nothingIsAdded() {
    expectExpansion(
      of: """
        final class Feed {
            @PreferredInitializer
            public required init(session: Session, pages: Int..., count: inout Int, done: @escaping () -> Void) {}

            @PreferredInitializer()
            fileprivate init() {}

            @PreferredInitializer
            init(page: Int) async throws {}

            @PreferredInitializer
            init(b: Int) throws {}

            @PreferredInitializer
            init(c: Int) throws(FeedError) {}
        }

        extension Feed {
            @PreferredInitializer
            convenience init(other: Int) { self.init() }
        }
        """,
      """
      final class Feed {
          public required init(session: Session, pages: Int..., count: inout Int, done: @escaping () -> Void) {}
          fileprivate init() {}
          init(page: Int) async throws {}
          init(b: Int) throws {}
          init(c: Int) throws(FeedError) {}
      }

      extension Feed {
          convenience init(other: Int) { self.init() }
      }
      """)
  }

  @Test func otherKinds() {
    expectExpansion(
      of: """
        final class Feed {
            @PreferredInitializer
            func load() {}
        }
        """,
      """
      final class Feed {
          func load() {}
      }
      """,
      diagnostics: [
        "2:5: error: This macro can only be used on initializer declarations.",
        "  fix-it: Remove '@PreferredInitializer'",
      ],
      fixed: """
        final class Feed {
            func load() {}
        }
        """)
  }

  @Test func unsupported() {
    expectExpansion(
      of: """
        struct Feed {
            @PreferredInitializer
            init<Item>(item: Item) {}

            @PreferredInitializer
            init(mail: some Mail) {}

            @PreferredInitializer
            init(mails: [some Mail]) {}

            @PreferredInitializer
            init?(d: Int) {}

            @PreferredInitializer
            init!(e: Int) {}
        }
        """,
      """
      struct Feed {
          init<Item>(item: Item) {}
          init(mail: some Mail) {}
          init(mails: [some Mail]) {}
          init?(d: Int) {}
          init!(e: Int) {}
      }
      """,
      diagnostics: [
        "2:5: error: Generic arguments are not supported.",
        "  fix-it: Remove '@PreferredInitializer'",
        "5:5: error: Generic arguments are not supported.",
        "  fix-it: Remove '@PreferredInitializer'",
        "8:5: error: Generic arguments are not supported.",
        "  fix-it: Remove '@PreferredInitializer'",
        "11:5: error: Failable initializers are not supported.",
        "  fix-it: Remove '@PreferredInitializer'",
        "14:5: error: Failable initializers are not supported.",
        "  fix-it: Remove '@PreferredInitializer'",
      ],
      fixed: """
        struct Feed {
            init<Item>(item: Item) {}
            init(mail: some Mail) {}
            init(mails: [some Mail]) {}
            init?(d: Int) {}
            init!(e: Int) {}
        }
        """)
  }

  @Test func theFirstObstacleIsReported() {
    expectExpansion(
      of: """
        struct Feed {
            @PreferredInitializer
            init?<Item>(item: Item) async throws {}
        }
        """,
      """
      struct Feed {
          init?<Item>(item: Item) async throws {}
      }
      """,
      diagnostics: [
        "2:5: error: Generic arguments are not supported.",
        "  fix-it: Remove '@PreferredInitializer'",
      ],
      fixed: """
        struct Feed {
            init?<Item>(item: Item) async throws {}
        }
        """)
  }
}
