import Testing

/// The generated injections, by the types of the parameters.
@Suite struct InjectedTypeTests {
  @Test func existentials() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters
            func load(a: any Mail, b: [any Mail], c: any Mail & Log, d: Mail & Log, e: (any Mail), f: Set<Key>) {}
        }
        """,
      """
      struct Feed {
          func load(a: any Mail, b: [any Mail], c: any Mail & Log, d: Mail & Log, e: (any Mail), f: Set<Key>) {}

          @_disfavoredOverload
          func load() {
              load(a: try! DependencyGraph.inject(byType: (any Mail).self), b: try! DependencyGraph.inject(byType: [any Mail].self), c: try! DependencyGraph.inject(byType: (any Mail & Log).self), d: try! DependencyGraph.inject(byType: (Mail & Log).self), e: try! DependencyGraph.inject(byType: (any Mail).self), f: try! DependencyGraph.inject(byType: Set<Key>.self))
          }
      }
      """)
  }

  @Test func optionals() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters
            func load(a: Mail?, b: Mail!, c: (any Mail)?, d: [any Mail]?, e: Set<Key>?, f: [Int: Key]?, g: Mail??) {}
        }
        """,
      """
      struct Feed {
          func load(a: Mail?, b: Mail!, c: (any Mail)?, d: [any Mail]?, e: Set<Key>?, f: [Int: Key]?, g: Mail??) {}

          @_disfavoredOverload
          func load() {
              load(a: try! DependencyGraph.inject(byType: Mail.self), b: try! DependencyGraph.inject(byType: Mail.self), c: try! DependencyGraph.inject(byType: (any Mail).self), d: try! DependencyGraph.inject(byType: [any Mail].self) as [any Mail], e: try! DependencyGraph.inject(byType: Set<Key>.self) as Set<Key>, f: try! DependencyGraph.inject(byType: [Int: Key].self), g: try! DependencyGraph.inject(byType: Mail?.self))
          }
      }
      """)
  }

  @Test func functions() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters
            func load(a: @escaping () -> Int, b: @escaping @Sendable (Int) async throws -> Void, c: (() -> Void)?) {}
        }
        """,
      """
      struct Feed {
          func load(a: @escaping () -> Int, b: @escaping @Sendable (Int) async throws -> Void, c: (() -> Void)?) {}

          @_disfavoredOverload
          func load() {
              load(a: try! DependencyGraph.inject(byType: (() -> Int).self), b: try! DependencyGraph.inject(byType: (@Sendable (Int) async throws -> Void).self), c: try! DependencyGraph.inject(byType: (() -> Void).self))
          }
      }
      """)
  }

  @Test func specifiers() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters
            func load(a: consuming Mail, b: sending Mail, c: borrowing Mail, d: __owned Mail) {}
        }
        """,
      """
      struct Feed {
          func load(a: consuming Mail, b: sending Mail, c: borrowing Mail, d: __owned Mail) {}

          @_disfavoredOverload
          func load() {
              load(a: try! DependencyGraph.inject(byType: Mail.self), b: try! DependencyGraph.inject(byType: Mail.self), c: try! DependencyGraph.inject(byType: Mail.self), d: try! DependencyGraph.inject(byType: Mail.self))
          }
      }
      """)
  }

  @Test func namesAndMetatypes() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters
            func load(a: App.Mail, b: Store<Key>, c: Mail.Type, d: (Int, Key), e: Self, f: any Mail.Type) {}
        }
        """,
      """
      struct Feed {
          func load(a: App.Mail, b: Store<Key>, c: Mail.Type, d: (Int, Key), e: Self, f: any Mail.Type) {}

          @_disfavoredOverload
          func load() {
              load(a: try! DependencyGraph.inject(byType: App.Mail.self), b: try! DependencyGraph.inject(byType: Store<Key>.self), c: try! DependencyGraph.inject(byType: Mail.Type.self), d: try! DependencyGraph.inject(byType: (Int, Key).self), e: try! DependencyGraph.inject(byType: Self.self), f: try! DependencyGraph.inject(byType: (any Mail.Type).self))
          }
      }
      """)
  }

  @Test func byName() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(strategy: .stitcherByName)
            func load(mail: any Mail, from store: Store?, _ key: Key, _: Int) {}
        }
        """,
      """
      struct Feed {
          func load(mail: any Mail, from store: Store?, _ key: Key, _: Int) {}

          @_disfavoredOverload
          func load() {
              load(mail: try! DependencyGraph.inject(byName: "mail"), from: try! DependencyGraph.inject(byName: "store"), try! DependencyGraph.inject(byName: "key"), try! DependencyGraph.inject(byType: Int.self))
          }
      }
      """)
  }

  @Test func forTests() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(strategy: InjectionCodeGenerators.Name.stitcherTest)
            func load(mail: any Mail, store: Store) {}
        }
        """,
      """
      struct Feed {
          func load(mail: any Mail, store: Store) {}

          @_disfavoredOverload
          func load() {
              load(mail: GENERATED_(any Mail), store: GENERATED_Store)
          }
      }
      """)
  }
}
