import Testing

/// Generated overloads of initializers.
@Suite struct InjectedPeerInitializerTests {
  @Test func class_() {
    expectExpansion(
      of: """
        final class Feed {
            @InjectedParameters
            init(session: Session) {}
        }
        """,
      """
      final class Feed {
          init(session: Session) {}

          @_disfavoredOverload
          convenience init() {
              self.init(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func structWithoutParent() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "page")
            public init(session: Session, page: Int) {}
        }
        """,
      """
      struct Feed {
          public init(session: Session, page: Int) {}

          @_disfavoredOverload
          public init(page: Int) {
              self.init(session: try! DependencyGraph.inject(byType: Session.self), page: page)
          }
      }
      """)
  }

  @Test func enumAndParent() {
    expectExpansion(
      of: """
        enum Feed {
            @InjectedParameters(parent: .enumParent)
            init(session: Session) { self = .empty }
            case empty
        }
        """,
      """
      enum Feed {
          init(session: Session) { self = .empty }

          @_disfavoredOverload
          init() {
              self.init(session: try! DependencyGraph.inject(byType: Session.self))
          }
          case empty
      }
      """)
  }

  @Test func theContextGoesBeforeTheArgument() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(parent: .classParent)
            init(session: Session) {}
        }
        """,
      """
      struct Feed {
          init(session: Session) {}

          @_disfavoredOverload
          init() {
              self.init(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func actor_() {
    expectExpansion(
      of: """
        actor Feed {
            @InjectedParameters(parent: .actorParent)
            init(session: Session) {}
        }
        """,
      """
      actor Feed {
          init(session: Session) {}

          @_disfavoredOverload
          init() {
              self.init(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func openClass() {
    expectExpansion(
      of: """
        open class Feed {
            @InjectedParameters
            public required init(session: Session) {}
        }
        """,
      """
      open class Feed {
          public required init(session: Session) {}

          @_disfavoredOverload
          public convenience init() {
              self.init(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func convenienceOnce() {
    expectExpansion(
      of: """
        class Feed: Base {
            @InjectedParameters
            public override convenience init(session: Session) { self.init() }
        }
        """,
      """
      class Feed: Base {
          public override convenience init(session: Session) { self.init() }

          @_disfavoredOverload
          public convenience init() {
              self.init(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func effects() {
    expectExpansion(
      of: """
        final class Feed {
            @InjectedParameters
            init(session: Session) async throws {}

            @InjectedParameters
            init(other: Session) throws(FeedError) {}

            @InjectedParameters
            init(third: Session) async {}
        }
        """,
      """
      final class Feed {
          init(session: Session) async throws {}

          @_disfavoredOverload
          convenience init() async throws {
              try await self.init(session: try! DependencyGraph.inject(byType: Session.self))
          }
          init(other: Session) throws(FeedError) {}

          @_disfavoredOverload
          convenience init() throws(FeedError) {
              try self.init(other: try! DependencyGraph.inject(byType: Session.self))
          }
          init(third: Session) async {}

          @_disfavoredOverload
          convenience init() async {
              await self.init(third: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func failable() {
    expectExpansion(
      of: """
        final class Feed {
            @InjectedParameters
            init?(session: Session) {}
        }
        """,
      """
      final class Feed {
          init?(session: Session) {}

          @_disfavoredOverload
          convenience init?() {
              self.init(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func generic() {
    expectExpansion(
      of: """
        struct Feed<Item> {
            @InjectedParameters(ignoring: "source")
            init<Source>(session: Session, source: Source) where Source: Sequence<Item> {}
        }
        """,
      """
      struct Feed<Item> {
          init<Source>(session: Session, source: Source) where Source: Sequence<Item> {}

          @_disfavoredOverload
          init<Source>(source: Source) where Source: Sequence<Item> {
              self.init(session: try! DependencyGraph.inject(byType: Session.self), source: source)
          }
      }
      """)
  }

  @Test func preferredOnce() {
    expectExpansion(
      of: """
        final class Feed {
            @PreferredInitializer @InjectedParameters
            init(session: Session) {}
        }
        """,
      """
      final class Feed {
          @PreferredInitializer
          init(session: Session) {}

          @_disfavoredOverload
          @PreferredInitializer
          convenience init() {
              self.init(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """,
      only: ["InjectedParameters"])
  }

  @Test func disfavoredOnce() {
    expectExpansion(
      of: """
        final class Feed {
            @InjectedParameters @_disfavoredOverload
            init(session: Session) {}
        }
        """,
      """
      final class Feed {
          @_disfavoredOverload
          init(session: Session) {}

          @_disfavoredOverload
          @PreferredInitializer
          convenience init() {
              self.init(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """,
      only: ["InjectedParameters"])
  }

  @Test func inExtensionsTheArgumentCounts() {
    expectExpansion(
      of: """
        extension Feed {
            @InjectedParameters(parent: AttachedParentKind.structParent)
            init(session: Session) { self.init() }
        }

        extension Feeds {
            @InjectedParameters
            convenience init(session: Session) { self.init() }
        }
        """,
      """
      extension Feed {
          init(session: Session) { self.init() }

          @_disfavoredOverload
          init() {
              self.init(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }

      extension Feeds {
          convenience init(session: Session) { self.init() }

          @_disfavoredOverload
          convenience init() {
              self.init(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func mainActor() {
    expectExpansion(
      of: """
        @MainActor
        final class Feed {
            @InjectedParameters
            nonisolated init(session: Session) {}
        }
        """,
      """
      @MainActor
      final class Feed {
          nonisolated init(session: Session) {}

          @_disfavoredOverload
          nonisolated convenience init() {
              self.init(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }
}
