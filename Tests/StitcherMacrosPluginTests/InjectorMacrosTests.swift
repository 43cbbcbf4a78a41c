import Testing

/// The expansions and diagnostics of the macros of `SwiftDependencyInjector`.
@Suite struct InjectorMacrosExpansionTests {
  @Test func anImplementationRegistersItself() {
    expectExpansion(
      of: """
        @InjectableDependency(of: Repository.self, InjectableDependencyArgs((any Cache).self, key: Keys.memory))
        public final class Memory {
            init() {}
        }
        """,
      """

      public final class Memory {
          init() {}
      }

      extension Memory: InjectableDependencyProtocol {
          public static func register() {
              Injector.global.addOrRegister(Repository.self) {
                  Self()
              }
              Injector.global.addOrRegister((any Cache).self, key: Keys.memory) {
                  Self()
              }
          }
      }
      """)
  }

  @Test func aTypeStartsTheRegistration() {
    expectExpansion(
      of: """
        @DependenciesInjector(Memory.self, Stores.Disk.self)
        struct Setup {
        }
        """,
      """

      struct Setup {
      }

      extension Setup: DependenciesInjectorProtocol {
          func startInjection() {
              Memory.register()
              Stores.Disk.register()
          }
      }
      """)
  }

  @Test func anInitializerInjects() {
    expectExpansion(
      of: """
        @InjectedConstructor(RepositoryProtocol.self, Dependency(Cache.self, name: "fast", injectionType: .singleton, constrainedTo: "memory"))
        final class Service {
            @InitParameter let user: String
        }
        """,
      """

      final class Service {
          let user: String

          private let repository: RepositoryProtocol

          private let fast: Cache

          init(
              user: String,
              repository: RepositoryProtocol = Injector.global.get(injectionType: .regular),
              fast: Cache = Injector.global.get(injectionType: .singleton, constrainedTo: "memory")
          ) {
              self.user = user
              self.repository = repository
              self.fast = fast
          }
      }
      """)
  }

  @Test func propertiesOfAnObservableTypeAreNotObserved() {
    expectExpansion(
      of: """
        @ObservableInjectedConstructor(Cache.self)
        final class Model {
            var count = 0
            convenience init(count: Int) {
                self.init()
            }
        }
        """,
      """

      final class Model {
          var count = 0
          convenience init(count: Int) {
              self.init()
          }

          @ObservationIgnored private let cache: Cache

          init(
              cache: Cache = Injector.global.get(injectionType: .regular)
          ) {
              self.cache = cache
          }
      }
      """)
  }

  @Test(arguments: [
    (
      "@InjectableDependency(of: P.self) enum T {}",
      "@InjectableDependency can only be applied to a struct, class, or actor"
    ),
    (
      "@DependenciesInjector(P.self) enum T {}",
      "@DependenciesInjector can only be applied to a struct, class, or actor"
    ),
    (
      "@InjectableDependency() struct T {}",
      "@InjectableDependency requires at least one dependency"
    ),
    (
      "@DependenciesInjector() struct T {}",
      "@DependenciesInjector requires at least one dependency"
    ),
    ("@InjectedConstructor() struct T {}", "@InjectedConstructor requires at least one dependency"),
    ("@InjectableDependency(of: 5) struct T {}", "Invalid argument for @InjectableDependency"),
    (
      "@InjectableDependency(of: InjectableDependencyArgs()) struct T {}",
      "InjectableDependencyArgs requires a protocol type"
    ),
    (
      "@InjectableDependency(of: InjectableDependencyArgs(p)) struct T {}",
      "First argument must be a protocol type ending with .self"
    ),
    (
      "@InjectableDependency(of: [P].self) struct T {}",
      "Dependency must be declared using `Type.self`"
    ),
    (
      "@InjectableDependency(of: P.self, P.self) struct T {}",
      "Duplicate dependency `P` declared directly. Remove the duplicate or use `Dependency(...)`."
    ),
    ("@DependenciesInjector(p) struct T {}", "Dependencies must be specified as `Type.self`"),
    (
      "@DependenciesInjector([P].self) struct T {}",
      "Expected a type reference like `Dependency.self`"
    ),
    ("@DependenciesInjector(P.self, P.self) struct T {}", "Duplicated dependency: P"),
    (
      "@InjectedConstructor(5) struct T {}",
      "Invalid dependency. Only `Type.self` or `Dependency(Type.self, ...)` are allowed."
    ),
    (
      "@InjectedConstructor(Dependency(p)) struct T {}",
      "Dependency must be declared using `Type.self`"
    ),
    (
      "@InjectedConstructor(P.self, P.self) struct T {}",
      "Duplicate dependency `P` declared directly. Remove the duplicate or use `Dependency(...)`."
    ),
    (
      "@InjectedConstructor(P.self) struct T { @InitParameter let p: Int }",
      "InitParameter 'p' conflicts with injected dependency name."
    ),
    (
      "@InjectedConstructor(P.self) struct T { @InitParameter let q = 5 }",
      "InitParameter 'q' needs a type annotation."
    ),
    (
      "@InjectedConstructor(P.self) struct T { let a = 1; init() {} }",
      "@InjectedConstructor cannot be applied because the type already defines a designed initializer."
    ),
  ]) func whatIsWrongIsReportedAtTheAttribute(source: String, message: String) {
    #expect(diagnostics(of: source) == ["1:1: error: \(message)"])
  }

  @Test(arguments: ["@InjectableDependency(of: P.self)", "@DependenciesInjector(P.self)"])
  func noExtensionCanNameAPrivateTypeInAnother(attribute: String) {
    let place = "An extension cannot name"
    let remedy = "which is private in another type. Make it fileprivate."
    #expect(
      diagnostics(of: "struct A { \(attribute) private struct B {} }")
        == ["1:12: error: \(place) 'B', \(remedy)"])
    #expect(
      diagnostics(of: "struct A { private struct B { \(attribute) struct C {} } }")
        == ["1:31: error: \(place) 'B', \(remedy)"])
    #expect(diagnostics(of: "private struct A { \(attribute) struct B {} }") == [])
  }
}
