extension CompilerCheck {
  /// The source code of the test program, with declarations of the library parts that the program
  /// uses.
  package static let source = """
    public enum DependencyScope { case instance, singleton }
    public struct DependenciesRegistrar {}
    @resultBuilder public enum DependencyRegistrarBuilder {
      public static func buildExpression<T>(_ dependency: Dependency<T>) -> DependenciesRegistrar {
        DependenciesRegistrar()
      }
      public static func buildExpression(_ decorator: Decorator) -> DependenciesRegistrar {
        DependenciesRegistrar()
      }
      public static func buildBlock(_ parts: DependenciesRegistrar...) -> DependenciesRegistrar {
        DependenciesRegistrar()
      }
      public static func buildOptional(_ part: DependenciesRegistrar?) -> DependenciesRegistrar {
        DependenciesRegistrar()
      }
    }
    public struct Dependency<T> {
      public init<each P>(dependency: @escaping (repeat each P) throws -> T) {}
      public init<each P>(named name: String, dependency: @escaping (repeat each P) throws -> T) {}
      @_disfavoredOverload
      public init<each P>(autowired dependency: @escaping (repeat each P) throws -> T) {}
      public func scope(_ scope: DependencyScope) -> Dependency<T> { self }
      public func conforms<P>(to type: P.Type) -> Dependency<T> { self }
    }
    public struct Decorator {
      public init<Inner>(_ type: Inner.Type = Inner.self, decorate: (Inner) throws -> Inner) {}
    }
    public struct DependencyContainer: Sendable {
      public init(@DependencyRegistrarBuilder dependencies: () -> DependenciesRegistrar) {}
    }
    public final class DependencyGraph {
      public static func inject<T>() throws -> T { fatalError() }
      public static func inject<T>(byName name: String) throws -> T { fatalError() }
    }
    @propertyWrapper public struct Injected<T> {
      public init() {}
      public var wrappedValue: T { fatalError() }
    }
    protocol Store {}
    final class Disk: Store {}
    struct Service {
      let store: any Store
    }
    final class Screen {
      @Injected var service: Service
      func address() throws -> String? { try? DependencyGraph.inject(byName: "address") }
    }
    let container = DependencyContainer {
      Dependency { Disk() }.scope(.singleton).conforms(to: (any Store).self)
      Dependency(named: "address") { "here" }
      Dependency(autowired: Service.init(store:)).scope(.instance)
      Decorator { (inner: Service) in
        let store: any Store = try DependencyGraph.inject()
        return Service(store: store)
      }
    }
    func start() throws -> Service { Service(store: try DependencyGraph.inject()) }
    """
}
