import Testing

/// The parameters that are not injected: generated overloads declare and forward them.
@Suite struct InjectedForwardingTests {
  @Test func packIgnored() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "items")
            func show<each Item>(session: Session, items: repeat each Item) {}
        }
        """,
      """
      struct Feed {
          func show<each Item>(session: Session, items: repeat each Item) {}

          @_disfavoredOverload
          func show<each Item>(items: repeat each Item) {
              show(session: try! DependencyGraph.inject(byType: Session.self), items: repeat each items)
          }
      }
      """)
  }

  @Test func inoutIgnored() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "count")
            func load(session: Session, count: inout Int) {}
        }
        """,
      """
      struct Feed {
          func load(session: Session, count: inout Int) {}

          @_disfavoredOverload
          func load(count: inout Int) {
              load(session: try! DependencyGraph.inject(byType: Session.self), count: &count)
          }
      }
      """)
  }

  @Test func autoclosures() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "title")
            func log(_ logger: @autoclosure () -> Logger, title: @autoclosure () -> String) {}
        }
        """,
      """
      struct Feed {
          func log(_ logger: @autoclosure () -> Logger, title: @autoclosure () -> String) {}

          @_disfavoredOverload
          func log(title: @autoclosure () -> String) {
              log(try! DependencyGraph.inject(byType: Logger.self), title: title())
          }
      }
      """)
  }

  @Test func defaultsOfIgnoredAndInjected() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "page", "size")
            func load(session: Session = .shared, page: Int = 1, size: Int = defaultSize(for: "feed")) {}
        }
        """,
      """
      struct Feed {
          func load(session: Session = .shared, page: Int = 1, size: Int = defaultSize(for: "feed")) {}

          @_disfavoredOverload
          func load(page: Int = 1, size: Int = defaultSize(for: "feed")) {
              load(session: try! DependencyGraph.inject(byType: Session.self), page: page, size: size)
          }
      }
      """)
  }

  @Test func attributesOnParameters() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "content")
            func show(session: Session, @ViewBuilder content: @escaping () -> Content) {}
        }
        """,
      """
      struct Feed {
          func show(session: Session, @ViewBuilder content: @escaping () -> Content) {}

          @_disfavoredOverload
          func show(@ViewBuilder content: @escaping () -> Content) {
              show(session: try! DependencyGraph.inject(byType: Session.self), content: content)
          }
      }
      """)
  }

  @Test func commentsBetweenParameters() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "page")
            func load(
                // Who asks.
                session: Session,
                page: Int  // From one on.
            ) {}
        }
        """,
      """
      struct Feed {
          func load(
              // Who asks.
              session: Session,
              page: Int  // From one on.
          ) {}

          @_disfavoredOverload
          func load(page: Int) {
              load(session: try! DependencyGraph.inject(byType: Session.self), page: page)
          }
      }
      """)
  }

  @Test func labels() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "number", "_")
            func load(_ first: Int, with session: Session, at number: Int) {}
        }
        """,
      """
      struct Feed {
          func load(_ first: Int, with session: Session, at number: Int) {}

          @_disfavoredOverload
          func load(_ first: Int, at number: Int) {
              load(first, with: try! DependencyGraph.inject(byType: Session.self), at: number)
          }
      }
      """)
  }

  @Test func parameterWithoutName() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "_", "flag")
            func load(_: Int, flag _: Bool, session: Session) {}
        }
        """,
      """
      struct Feed {
          func load(_: Int, flag _: Bool, session: Session) {}

          @_disfavoredOverload
          func load(_ unnamed0: Int, flag unnamed1: Bool) {
              load(unnamed0, flag: unnamed1, session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func backticks() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(strategy: .stitcherByName, ignoring: "in")
            func `repeat`(`in` page: Int, `default`: Session, `class` it: Logger) {}
        }
        """,
      """
      struct Feed {
          func `repeat`(`in` page: Int, `default`: Session, `class` it: Logger) {}

          @_disfavoredOverload
          func `repeat`(`in` page: Int) {
              `repeat`(in: page, default: try! DependencyGraph.inject(byName: "default"), class: try! DependencyGraph.inject(byName: "it"))
          }
      }
      """)
  }

  @Test func noParameters() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters
            func load() {}
        }
        """,
      """
      struct Feed {
          func load() {}
      }
      """)
  }

  @Test func extension_() {
    expectExpansion(
      of: """
        extension Feed {
            @InjectedParameters
            func load(session: Session) {}
        }
        """,
      """
      extension Feed {
          func load(session: Session) {}

          @_disfavoredOverload
          func load() {
              load(session: try! DependencyGraph.inject(byType: Session.self))
          }
      }
      """)
  }

  @Test func nestedType() {
    expectExpansion(
      of: """
        enum App {
            struct Feed {
                @InjectedParameters
                func load(session: Session) {}
            }
        }
        """,
      """
      enum App {
          struct Feed {
              func load(session: Session) {}

              @_disfavoredOverload
              func load() {
                  load(session: try! DependencyGraph.inject(byType: Session.self))
              }
          }
      }
      """)
  }

  @Test func isolatedIgnored() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "isolation")
            func load(session: Session, isolation: isolated (any Actor)? = #isolation) async {}
        }
        """,
      """
      struct Feed {
          func load(session: Session, isolation: isolated (any Actor)? = #isolation) async {}

          @_disfavoredOverload
          func load(isolation: isolated (any Actor)? = #isolation) async {
              await load(session: try! DependencyGraph.inject(byType: Session.self), isolation: isolation)
          }
      }
      """)
  }
}
