import Testing

/// `@Teardown`, which adds a teardown to a registration.
@Suite struct TeardownTests {
  /// Expects the calls that follow the registration of a type with a marked method.
  private func expectCall(
    _ method: String, _ call: String, mark: String = "@Teardown",
    in head: String = "final class Log: Sendable",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let name = head.split { " :".contains($0) }.first { $0.first?.isUppercase == true } ?? ""
    let type = String(name)
    let main = head.contains("@MainActor")
    expectExpansion(
      of: """
        @Registerable(scope: .singleton)
        \(head) {
            init() {}

            \(mark)
            \(method)
        }
        """,
      """

      \(head) {
          init() {}
          \(method)
      }

      extension \(type): RegisterableDependency, AutoregisterableDependency {
          \(main ? "nonisolated " : "")static var dependencyRegistration: \
      GeneratedDependencyRegistration<\(type)> {
              GeneratedDependencyRegistration<\(type)>(
                  locator: .type(\(type).self),
                  scope: .singleton,
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  \(main ? "onMainActor" : "nonisolated"): {
                      \(type)()
                  }
              )
              .teardown\(call)
          }
      }
      """, sourceLocation: sourceLocation)
  }

  @Test func effectsAreWritten() {
    expectCall("func close() {}", " { instance in instance.close() }")
    expectCall("func close() throws {}", " { instance in try instance.close() }")
    expectCall("func close() async {}", " { instance in await instance.close() }")
    expectCall(
      "func close() async throws {}", " { instance in try await instance.close() }")
    expectCall("func close(now: Bool = true) -> Int { 1 }", " { instance in _ = instance.close() }")
    expectCall("func close() -> Void {}", " { instance in instance.close() }")
  }

  @Test func limitsAreWritten() {
    expectCall(
      "func close() async throws {}",
      "(within: .seconds(5)) { instance in try await instance.close() }",
      mark: "@Teardown(within: .seconds(5))")
    expectCall("func close() {}", " { instance in instance.close() }", mark: "@Teardown()")
    expectCall(
      "func close() {}", "(within: limit) { instance in instance.close() }",
      mark: "@Teardown(within: limit)")
    expectCall(
      "func close() {}", "(withinSeconds: 0.5) { instance in instance.close() }",
      mark: "@Teardown(withinSeconds: 0.5)")
  }

  @Test func whatBelongsToAnActorIsCalledThere() {
    expectCall("func close() {}", " { instance in await instance.close() }", in: "actor Log")
    expectCall(
      "nonisolated func close() {}", " { instance in instance.close() }", in: "actor Log")
    expectCall(
      "func close() {}", " { @MainActor instance in instance.close() }",
      in: "@MainActor final class Log")
    expectCall(
      "nonisolated func close() throws {}", " { instance in try instance.close() }",
      in: "@MainActor final class Log")
    expectCall(
      "func close() async {}", " { instance in await instance.close() }",
      in: "@MainActor final class Log")
    expectCall(
      "@Storage.DiskActor func close() {}",
      " { @Storage.DiskActor instance in instance.close() }")
  }

  @Test func genericTypesAndNeedsComeBefore() {
    expectExpansion(
      of: """
        @Registerable
        @InjectedInitializer
        final class Box<Value> {
            let log: Log

            @Teardown func close() {}
        }
        """,
      """

      @InjectedInitializer
      final class Box<Value> {
          let log: Log

          func close() {}
      }

      extension Box: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Box<Value>> {
              GeneratedDependencyRegistration<Box<Value>>(
                  locator: .type(Box<Value>.self),
                  scope: .automatic(for: Box<Value>.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: {
                      try Box<Value>(injecting: Box<Value>.self)
                  }
              )
              ._requesting(Box<Value>._needsOfBox)
              .teardown { instance in instance.close() }
          }
      }
      """, only: ["Registerable", "Teardown"])
  }

  @Test func structuresNeedAScope() {
    expectExpansion(
      of: """
        @Registerable(by: .name("log"), eagerness: .eager)
        struct Log {
            @Teardown func close() {}
        }
        """,
      """

      struct Log {
          func close() {}
      }
      """,
      diagnostics: [
        "3:5: error: Instances with the scope '.instance' are not kept, so they are never torn down. Give '@Registerable' another scope, such as 'scope: .singleton'.",
        "  fix-it: Write 'scope: .singleton'",
      ],
      fixed: """
        @Registerable(by: .name("log"), scope: .singleton, eagerness: .eager)
        struct Log {
            @Teardown func close() {}
        }
        """)
    expectExpansion(
      of: """
        @Registerable(scope: .instance)
        final class Log {
            @Teardown func close() {}
        }
        """,
      """

      final class Log {
          func close() {}
      }
      """,
      diagnostics: [
        "3:5: error: Instances with the scope '.instance' are not kept, so they are never torn down. Give '@Registerable' another scope, such as 'scope: .singleton'.",
        "  fix-it: Write 'scope: .singleton'",
      ],
      fixed: """
        @Registerable(scope: .singleton)
        final class Log {
            @Teardown func close() {}
        }
        """)
    expectExpansion(
      of: """
        @Registerable
        enum Log {
            case standard
            init() { self = .standard }
            @Teardown func close() {}
        }
        """,
      """

      enum Log {
          case standard
          init() { self = .standard }
          func close() {}
      }
      """,
      diagnostics: [
        "5:5: error: Instances with the scope '.instance' are not kept, so they are never torn down. Give '@Registerable' another scope, such as 'scope: .singleton'.",
        "  fix-it: Write 'scope: .singleton'",
      ],
      fixed: """
        @Registerable(scope: .singleton)
        enum Log {
            case standard
            init() { self = .standard }
            @Teardown func close() {}
        }
        """)
  }

  @Test func onlyOneIsMarked() {
    expectExpansion(
      of: """
        @Registerable
        final class Log {
            @Teardown func close() {}
            @Teardown func flush() {}
        }
        """,
      """

      final class Log {
          func close() {}
          func flush() {}
      }
      """,
      diagnostics: [
        "4:5: error: Another method is marked with '@Teardown' already. Call 'flush()' in that one.",
        "  fix-it: Remove '@Teardown'",
      ],
      fixed: """
        @Registerable
        final class Log {
            @Teardown func close() {}
            func flush() {}
        }
        """)
  }

  @Test func conditionsGoIntoTheBody() {
    #expect(
      diagnostics(
        of: """
          @Registerable
          final class Log {
              #if DEBUG
                  #if os(Linux)
                  @Teardown func close() {}
                  #endif
              #endif
          }
          """) == [
          "5:9: error: 'close()' cannot be the teardown in an '#if' block. Write the '#if' in its body."
        ])
  }

  /// Expects one diagnostic of a marked declaration in a registerable class, and its fix-it.
  private func expectError(
    _ declaration: String, _ message: String, fixIt: String, fixed: String,
    mark: String = "@Teardown", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectExpansion(
      of: """
        @Registerable
        final class Log {
            \(mark) \(declaration)
        }
        """,
      """
      @Registerable
      final class Log {
          \(declaration)
      }
      """,
      diagnostics: ["3:5: error: \(message)", "  fix-it: \(fixIt)"],
      fixed: """
        @Registerable
        final class Log {
            \(fixed)
        }
        """, only: ["Teardown"], sourceLocation: sourceLocation)
  }

  @Test func whatCannotBeCalled() {
    expectError(
      "func close(now: Bool) {}",
      "'close(now:)' is called without arguments. Give its parameters default values, or mark a method without parameters.",
      fixIt: "Remove '@Teardown'", fixed: "func close(now: Bool) {}")
    expectError(
      "func close<Reason>(reason: Reason? = nil) {}",
      "'close(reason:)' is generic, so the registration cannot call it. Mark a method that is not generic.",
      fixIt: "Remove '@Teardown'", fixed: "func close<Reason>(reason: Reason? = nil) {}")
    expectError(
      "static func close() {}",
      "'close()' closes an instance, so it cannot be a type method. Make it an instance method.",
      fixIt: "Remove 'static'", fixed: "@Teardown func close() {}")
    expectError(
      "mutating func close() {}",
      "'close()' would change a copy of the instance. Make the type a class, or the method nonmutating.",
      fixIt: "Remove 'mutating'", fixed: "@Teardown func close() {}")
    expectError(
      "var isClosed: Bool { true }", "This macro can only be used on methods.",
      fixIt: "Remove '@Teardown'", fixed: "var isClosed: Bool { true }")
    expectError(
      "func close() {}", "Malformed arguments.", fixIt: "Remove '@Teardown'",
      fixed: "func close() {}", mark: "@Teardown(after: 1)")
  }

  @Test(arguments: ["final class Log", "extension Log"])
  func onlyRegisterableTypesHaveOne(_ head: String) {
    expectExpansion(
      of: """
        \(head) {
            @Teardown func close() {}
        }
        """,
      """
      \(head) {
          func close() {}
      }
      """,
      diagnostics: [
        "2:5: error: Only a method in the body of a type with '@Registerable' can be its teardown. Elsewhere, write '.teardown { … }' on the registration.",
        "  fix-it: Remove '@Teardown'",
      ],
      fixed: """
        \(head) {
            func close() {}
        }
        """)
  }
}
