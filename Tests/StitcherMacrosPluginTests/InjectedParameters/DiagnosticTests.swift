import Testing

/// The diagnostics of `@InjectedParameters`.
@Suite struct InjectedParametersDiagnosticTests {
  @Test func otherKinds() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters
            var count: Int { 0 }

            @InjectedParameters
            subscript(index: Int) -> Int { 0 }

            @InjectedParameters
            static func + (a: Feed, b: Feed) -> Feed { a }
        }

        @InjectedParameters
        struct Other {}
        """,
      """
      struct Feed {
          var count: Int { 0 }
          subscript(index: Int) -> Int { 0 }
          static func + (a: Feed, b: Feed) -> Feed { a }
      }
      struct Other {}
      """,
      diagnostics: [
        "2:5: error: This macro can only be used on function or initializer declarations.",
        "  fix-it: Remove '@InjectedParameters'",
        "5:5: error: This macro can only be used on function or initializer declarations.",
        "  fix-it: Remove '@InjectedParameters'",
        "8:5: error: This macro can only be used on function or initializer declarations.",
        "  fix-it: Remove '@InjectedParameters'",
        "12:1: error: This macro can only be used on function or initializer declarations.",
        "  fix-it: Remove '@InjectedParameters'",
      ],
      fixed: """
        struct Feed {
            var count: Int { 0 }
            subscript(index: Int) -> Int { 0 }
            static func + (a: Feed, b: Feed) -> Feed { a }
        }
        struct Other {}
        """)
  }

  @Test func malformed() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters("page")
            func a(page: Int) {}

            @InjectedParameters(parent: .protocolParent)
            func b(page: Int) {}

            @InjectedParameters(strategy: .byHand)
            func c(page: Int) {}

            @InjectedParameters(ignoring: "the page")
            func d(page: Int) {}

            @InjectedParameters(parent: .classParent, .structParent)
            func e(page: Int) {}
        }
        """,
      """
      struct Feed {
          func a(page: Int) {}
          func b(page: Int) {}
          func c(page: Int) {}
          func d(page: Int) {}
          func e(page: Int) {}
      }
      """,
      diagnostics: [
        "2:5: error: Malformed arguments.",
        "5:5: error: Malformed arguments.",
        "8:5: error: Malformed arguments.",
        "11:5: error: Malformed arguments.",
        "14:5: error: Malformed arguments.",
      ])
  }

  @Test func malformedGoesFirst() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(parent: .unknown)
            var count: Int { 0 }
        }
        """,
      """
      struct Feed {
          var count: Int { 0 }
      }
      """,
      diagnostics: [
        "2:5: error: Malformed arguments."
      ])
  }

  @Test func withoutParametersNothingElseIsChecked() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "page")
            func load() {}
        }
        """,
      """
      struct Feed {
          func load() {}
      }
      """)
  }

  @Test func unknownIgnored() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "page", "site")
            func load(session: Session, page: Int) {}
        }
        """,
      """
      struct Feed {
          func load(session: Session, page: Int) {}
      }
      """,
      diagnostics: [
        "2:5: error: Malformed arguments. Ignored parameter 'site' does not match a known parameter name."
      ])
  }

  @Test func genericParameter() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters
            func load<Item, Other>(session: Session, for item: Item, other: Other) {}
        }
        """,
      """
      struct Feed {
          func load<Item, Other>(session: Session, for item: Item, other: Other) {}
      }
      """,
      diagnostics: [
        "2:5: error: Malformed arguments. Cannot inject generic parameter 'item'. Explicitly ignore the parameter.",
        "  fix-it: Ignore 'item'",
      ],
      fixed: """
        struct Feed {
            @InjectedParameters(ignoring: "item")
            func load<Item, Other>(session: Session, for item: Item, other: Other) {}
        }
        """)
  }

  @Test func genericComposites() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters
            func a<Item>(items: [Item]) {}

            @InjectedParameters(parent: .structParent)
            func b(mail: some Mail) {}

            @InjectedParameters(ignoring: "page")
            func c<Item: Sequence>(page: Int, element: Item.Element?) {}

            @InjectedParameters()
            func d<each Item>(items: repeat each Item) {}
        }
        """,
      """
      struct Feed {
          func a<Item>(items: [Item]) {}
          func b(mail: some Mail) {}
          func c<Item: Sequence>(page: Int, element: Item.Element?) {}
          func d<each Item>(items: repeat each Item) {}
      }
      """,
      diagnostics: [
        "2:5: error: Malformed arguments. Cannot inject generic parameter 'items'. Explicitly ignore the parameter.",
        "  fix-it: Ignore 'items'",
        "5:5: error: Malformed arguments. Cannot inject generic parameter 'mail'. Explicitly ignore the parameter.",
        "  fix-it: Ignore 'mail'",
        "8:5: error: Malformed arguments. Cannot inject generic parameter 'element'. Explicitly ignore the parameter.",
        "  fix-it: Ignore 'element'",
        "11:5: error: Malformed arguments. Cannot inject generic parameter 'items'. Explicitly ignore the parameter.",
        "  fix-it: Ignore 'items'",
      ],
      fixed: """
        struct Feed {
            @InjectedParameters(ignoring: "items")
            func a<Item>(items: [Item]) {}

            @InjectedParameters(parent: .structParent, ignoring: "mail")
            func b(mail: some Mail) {}

            @InjectedParameters(ignoring: "page", "element")
            func c<Item: Sequence>(page: Int, element: Item.Element?) {}

            @InjectedParameters(ignoring: "items")
            func d<each Item>(items: repeat each Item) {}
        }
        """)
  }

  @Test func inoutParameter() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters
            func load(session: Session, count: inout Int) {}
        }
        """,
      """
      struct Feed {
          func load(session: Session, count: inout Int) {}
      }
      """,
      diagnostics: [
        "2:5: error: Cannot inject the inout parameter 'count'. Ignore the parameter.",
        "  fix-it: Ignore 'count'",
      ],
      fixed: """
        struct Feed {
            @InjectedParameters(ignoring: "count")
            func load(session: Session, count: inout Int) {}
        }
        """)
  }

  @Test func variadicParameters() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "pages")
            func a(session: Session, pages: Int...) {}

            @InjectedParameters
            func b(sessions: Session...) {}
        }
        """,
      """
      struct Feed {
          func a(session: Session, pages: Int...) {}
          func b(sessions: Session...) {}
      }
      """,
      diagnostics: [
        "2:5: error: Cannot inject or forward the variadic parameter 'pages'. Declare it as an array.",
        "5:5: error: Cannot inject or forward the variadic parameter 'sessions'. Declare it as an array.",
      ])
  }

  @Test func isolatedParameter() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters
            func load(session: isolated Session) {}
        }
        """,
      """
      struct Feed {
          func load(session: isolated Session) {}
      }
      """,
      diagnostics: [
        "2:5: error: Cannot inject the isolated parameter 'session'. Ignore the parameter.",
        "  fix-it: Ignore 'session'",
      ],
      fixed: """
        struct Feed {
            @InjectedParameters(ignoring: "session")
            func load(session: isolated Session) {}
        }
        """)
  }

  @Test func rethrownClosure() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "session")
            func load(session: Session, body: () throws -> Void) rethrows {}
        }
        """,
      """
      struct Feed {
          func load(session: Session, body: () throws -> Void) rethrows {}
      }
      """,
      diagnostics: [
        "2:5: error: Cannot inject the closure 'body' of a function that rethrows. Ignore the parameter.",
        "  fix-it: Ignore 'body'",
      ],
      fixed: """
        struct Feed {
            @InjectedParameters(ignoring: "session", "body")
            func load(session: Session, body: () throws -> Void) rethrows {}
        }
        """)
  }

  @Test func protocolRequirement() {
    expectExpansion(
      of: """
        protocol Feed {
            @InjectedParameters
            func load(session: Session)
        }
        """,
      """
      protocol Feed {
          func load(session: Session)
      }
      """,
      diagnostics: [
        "2:5: error: Cannot inject the parameters of a protocol's requirement. Use the macro on its implementations.",
        "  fix-it: Remove '@InjectedParameters'",
      ],
      fixed: """
        protocol Feed {
            func load(session: Session)
        }
        """)
  }

  @Test func everythingIgnored() {
    expectExpansion(
      of: """
        struct Feed {
            @InjectedParameters(ignoring: "page")
            func load(page: Int) {}
        }
        """,
      """
      struct Feed {
          func load(page: Int) {}
      }
      """,
      diagnostics: [
        "2:5: warning: All parameters are ignored, so that none is injected and nothing is generated.",
        "  fix-it: Remove '@InjectedParameters'",
      ],
      fixed: """
        struct Feed {
            func load(page: Int) {}
        }
        """)
  }
}
