/// A replacement for the library in small packages: its declarations without its implementation.
enum LibraryWords {
  /// The source of the module.
  static let source = """
    public enum DependencyGraph {
      public static func inject<Value>(byType type: Value.Type = Value.self) throws -> Value {
        fatalError()
      }
    }

    public struct Dependency<Product> {
      public init(dependency: @escaping () throws -> Product) {}
    }

    public struct DependenciesRegistrar {}

    @resultBuilder public enum DependencyRegistrarBuilder {
      public static func buildExpression<Product>(
        _ dependency: Dependency<Product>
      ) -> DependenciesRegistrar { DependenciesRegistrar() }

      public static func buildBlock(_ parts: DependenciesRegistrar...) -> DependenciesRegistrar {
        DependenciesRegistrar()
      }
    }

    public final class DependencyContainer: Sendable {
      public init(@DependencyRegistrarBuilder dependencies: () -> DependenciesRegistrar) {}
    }
    """
}
