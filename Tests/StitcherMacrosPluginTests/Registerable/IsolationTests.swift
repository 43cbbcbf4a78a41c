import Testing

/// Types and initializers on the main actor.
@Suite struct RegisterableIsolationTests {
  @Test func mainActorType() {
    expectExpansion(
      of: """
        @Registerable(by: .name("model"))
        @MainActor
        public final class Model {
            init(title: String) {}
        }
        """,
      """

      @MainActor
      public final class Model {
          init(title: String) {}
      }

      extension Model: RegisterableDependency, AutoregisterableDependency {
          public nonisolated static var dependencyName: String { "model" }

          public nonisolated static var dependencyRegistration: GeneratedDependencyRegistration<Model> {
              GeneratedDependencyRegistration<Model>(
                  locator: .name("model"),
                  scope: .automatic(for: Model.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  onMainActor: { title in
                      Model(title: title)
                  }
              )
          }
      }
      """)
  }

  @Test func nonisolatedInitializer() {
    expectExpansion(
      of: """
        @MainActor @Registerable
        final class Model {
            nonisolated init() {}
        }
        """,
      """
      @MainActor
      final class Model {
          nonisolated init() {}
      }

      extension Model: RegisterableDependency, AutoregisterableDependency {
          nonisolated static var dependencyRegistration: GeneratedDependencyRegistration<Model> {
              GeneratedDependencyRegistration<Model>(
                  locator: .type(Model.self),
                  scope: .automatic(for: Model.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  nonisolated: {
                      Model()
                  }
              )
          }
      }
      """)
  }

  @Test func mainActorInitializer() {
    expectExpansion(
      of: """
        @Registerable
        final class Model: Sendable {
            @MainActor init() {}
        }
        """,
      """

      final class Model: Sendable {
          @MainActor init() {}
      }

      extension Model: RegisterableDependency, AutoregisterableDependency {
          static var dependencyRegistration: GeneratedDependencyRegistration<Model> {
              GeneratedDependencyRegistration<Model>(
                  locator: .type(Model.self),
                  scope: .automatic(for: Model.self),
                  eagerness: .lazy,
                  file: "App/App.swift",
                  line: 1,
                  onMainActor: {
                      Model()
                  }
              )
          }
      }
      """)
  }
}
