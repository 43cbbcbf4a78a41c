import Stitcher
import StitcherEngine
import StitcherTestSupport

/// Makes a registration of a type.
struct Registering: NodeVisitor {
  /// Where the factory runs, which holds the containers.
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

/// Makes a registration of a type for a registry.
struct Editing: NodeVisitor {
  /// Where the factory runs, which holds the registries.
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
    return TypedRegistration(
      locator: .type(type), scope: scope, location: .unknown,
      factory: { try world.make(type, number) })
  }
}

/// A registry that is edited, as other front ends have them.
final class EditableSource: RegistrationSource {
  /// The registry.
  let _registry = EditableRegistry()

  /// Nothing has to be kept.
  var _owner: (any AnyObject & Sendable)? { nil }

  /// What it holds, in order.
  let items = Box<[Registration]>([])
}

extension GraphWorld {
  /// How long instances of a declaration live.
  func scope(of number: Int) -> NodeScope {
    let scope = declarations[number].scope
    return fault == .makesKeptOnesAnew && scope == .singleton ? .instance : scope
  }
}
