import Stitcher
import StitcherEngine
import StitcherTestSupport

/// A visitor that creates a registration of a type.
struct Registering: NodeVisitor {
  /// The world that runs the factory; the world holds the containers.
  let world: GraphWorld
  let number: Int

  func visit<Node: GraphNode>(_ type: Node.Type) -> RawDependencyRegistration {
    unowned let world = world
    let number = number
    let dependency = Dependency { () throws -> Node in try world.make(type, number) }
    let scope: DependencyScope =
      switch world.scope(of: number) {
      case .instance: .instance
      case .shared: .shared
      case .singleton: .singleton
      case .scoped: .scoped
      }
    return RawDependencyRegistration(dependency.scope(scope))
  }
}

/// A visitor that creates a registration of a type for a registry.
struct Editing: NodeVisitor {
  /// The world that runs the factory; the world holds the registries.
  let world: GraphWorld
  let number: Int

  func visit<Node: GraphNode>(_ type: Node.Type) -> Registration {
    unowned let world = world
    let number = number
    let scope: Scope =
      switch world.scope(of: number) {
      case .instance: .instance
      case .shared: .shared
      case .singleton: .singleton
      case .scoped: .scoped
      }
    return ParameterlessRegistration(
      .init(locator: .type(type), scope: scope, location: .unknown),
      { try world.make(type, number) })
  }
}

/// An editable registry, as other front ends have them.
final class EditableSource: RegistrationSource {
  let _registry = EditableRegistry()

  /// No owner: the registry needs none.
  var _owner: (any AnyObject & Sendable)? { nil }

  /// The registrations of the registry, in order.
  let items = Box<[Registration]>([])
}

extension GraphWorld {
  /// Returns the scope of a declaration.
  func scope(of number: Int) -> NodeScope {
    let scope = declarations[number].scope
    return fault == .makesKeptOnesAnew && scope == .singleton ? .instance : scope
  }
}
