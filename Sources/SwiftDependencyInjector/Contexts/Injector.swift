public import StitcherEngine

/// Registers implementations of abstractions in a context, and chooses which of them is injected.
///
/// ```swift
/// Injector.global.register(
///   Repository.self, defaultDependency: "remote",
///   implementations: ["remote": RemoteRepository.instance, "local": LocalRepository.instance])
///
/// final class Service {
///   @Inject private var repository: Repository
/// }
///
/// Injector.global.updateDependencyKey(of: Repository.self, newKey: "local")
/// ```
///
/// An injector is a handle: those for one context work on the same contents, which stay until
/// they are removed. In the `run` of an isolated graph, of the module Stitcher, all injectors,
/// whoever has made them, work on contents of that graph's own, which go with it.
///
/// All members may be used from any thread, also from implementations and observers: no lock is
/// held while these run. Nothing throws; problems are logged.
public struct Injector: Sendable {
  /// The context of the process, shared by all its injectors.
  let root: Context

  /// Whether registering an abstraction again adds to it.
  let mergesRegistrations: Bool

  /// What is registered and observed where the caller runs.
  var context: Context { root.current }

  /// The injector of the context of the whole application.
  public static let global = Injector(root: Contexts.global, mergesRegistrations: false)

  /// Returns an injector for a context. The context itself exists from its first use on.
  ///
  /// - Parameter context: The context. In one of tests, registering an abstraction again adds to
  ///   it, as ``build(context:mergesRegistrations:)`` says.
  /// - Complexity: O(1) on average.
  public static func build(context: InjectionContext) -> Injector {
    if case .tests = context { return build(context: context, mergesRegistrations: true) }
    return build(context: context, mergesRegistrations: false)
  }

  /// Returns an injector for a context, and says what it does with an abstraction that
  /// is registered already.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - mergesRegistrations: Whether registering an abstraction again adds the implementations,
  ///     replaces those with the same keys, and makes the newcomer's default key the default.
  ///     Otherwise it is logged and ignored. Adding to an abstraction that is not registered
  ///     registers it then.
  /// - Complexity: O(1) on average.
  public static func build(context: InjectionContext, mergesRegistrations: Bool) -> Injector {
    Injector(root: Contexts.context(context), mergesRegistrations: mergesRegistrations)
  }

  /// Turns the messages of all injectors off.
  ///
  /// - Parameter forced: Whether errors are turned off as well.
  public func turnOffLogger(forced: Bool = false) { InjectorLog.turnOff(forced: forced) }

  /// Turns the messages and errors of all injectors on.
  public func turnOnLogger() { InjectorLog.turnOn() }

  /// Removes the context with all that is registered in it, and releases its singletons.
  ///
  /// Observed properties let go of what they hold, and ask again at the next read; others keep it.
  /// The injector may be used again: the context exists from then on, and is empty.
  ///
  /// - Complexity: O(*n*) in the number of implementations.
  public func destroy() {
    context.destroy()
    InjectorLog.info("Context with identifier \(root.name.id) removed successfully")
  }

  /// Makes sure that the context exists, and returns its registrations.
  var registry: EditableRegistry {
    let context = context
    context.ensureExists()
    return context.registry
  }
}

extension Injector: RegistrationSource {
  /// The implementations: each abstraction is found by its type, as a new instance of its default
  /// implementation.
  public var _registry: EditableRegistry { registry }

  /// The context.
  public var _owner: (any AnyObject & Sendable)? { context }
}
