public import StitcherEngine

/// A value by which a program registers and injects the implementations of one context. Each
/// abstraction has one or more implementations, one of which is the default.
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
/// An injector is a handle. All injectors of one context use the same contents, which stay until
/// they are removed. In the `run` of an isolated graph, of the module Stitcher, all injectors use
/// that graph's copy of the contents, which ends with the graph.
///
/// All members are thread-safe, and may also be called from implementations and observers. No lock
/// is held while such code runs. No method throws; problems are logged.
public struct Injector: Sendable {
  /// The process-wide context that this injector was created for; an isolated graph uses a copy of
  /// it.
  let root: Context

  /// Whether a second registration of an abstraction adds its implementations to the registered
  /// ones.
  let mergesRegistrations: Bool

  /// The context that the injector uses in the current graph: the process-wide context, or its
  /// graph-local copy.
  var context: Context { root.current }

  /// The injector of the global context.
  public static let global = Injector(root: Contexts.global, mergesRegistrations: false)

  /// Returns an injector that uses the given context. The first use of the context creates it.
  ///
  /// - Parameter context: The context. In a test context, a second registration of an abstraction
  ///   adds its implementations: see ``build(context:mergesRegistrations:)``.
  /// - Complexity: O(1) on average.
  public static func build(context: InjectionContext) -> Injector {
    if case .tests = context { return build(context: context, mergesRegistrations: true) }
    return build(context: context, mergesRegistrations: false)
  }

  /// Returns an injector for the given context that either merges or rejects repeated registrations
  /// of an abstraction.
  ///
  /// - Parameters:
  ///   - context: The context.
  ///   - mergesRegistrations: Whether to merge. If so, a second registration adds its
  ///     implementations, replaces implementations with the same keys, and sets its default key.
  ///     Adding to an abstraction that is not registered then registers it. Otherwise, both are
  ///     logged as errors and ignored.
  /// - Complexity: O(1) on average.
  public static func build(context: InjectionContext, mergesRegistrations: Bool) -> Injector {
    Injector(root: Contexts.context(context), mergesRegistrations: mergesRegistrations)
  }

  /// Turns off informational messages for all injectors.
  ///
  /// - Parameter forced: Whether error messages are turned off as well.
  public func turnOffLogger(forced: Bool = false) { InjectorLog.turnOff(forced: forced) }

  /// Turns on informational messages and error messages for all injectors.
  public func turnOnLogger() { InjectorLog.turnOn() }

  /// Removes the context with all its registrations, and releases its singletons.
  ///
  /// Observed properties release their instances, and inject again at the next read. Other
  /// properties keep their instances. The next use of the injector creates the context again,
  /// without registrations.
  ///
  /// - Complexity: O(*n*) in the number of implementations.
  public func destroy() {
    context.destroy()
    InjectorLog.info("Context with identifier \(root.name.id) removed successfully")
  }

  /// The registry of the context's implementations; the context is created if it does not exist.
  var registry: EditableRegistry {
    let context = context
    context.ensureExists()
    return context.registry
  }
}

extension Injector: RegistrationSource {
  /// The registry of the context, which a graph searches once this injector is attached to the
  /// graph.
  ///
  /// A lookup of an abstraction by its type creates a new instance of the default implementation.
  public var _registry: EditableRegistry { registry }

  /// The context, which a graph retains once this injector is attached to the graph.
  public var _owner: (any AnyObject & Sendable)? { context }
}
