internal import StitcherEngine

/// The rule that decides how long a graph keeps the instance of a dependency.
///
/// ```swift
/// Dependency { Database() }
///   .scope(.singleton)
/// ```
///
/// The graph creates a kept instance once, even if several threads request the instance at the same
/// time. A kept instance is removed when its container is deactivated, or rebuilt without an equal
/// registration.
///
/// Every injection of a kept instance returns the same object, on any thread and actor. The
/// compiler does not check this. If the type is not `Sendable`, use the instance on one actor only.
///
/// Two scopes are equal if they are the same case. The sources of managed scopes are not compared.
public enum DependencyScope: @unchecked Sendable {
  // Safe: the scope only calls the source, and the protocol requires that its methods may be called
  // from any thread.

  /// Each injection creates a new instance.
  case instance

  /// Injections return the same object as long as the program holds a reference to it.
  ///
  /// The graph holds the object weakly. After the object is deallocated, the next injection creates
  /// another one. Instances of value types are never kept.
  case shared

  /// Injections return the same instance until its registration is removed.
  case singleton

  /// Injections return the same instance until the associated provider ends the instance's
  /// lifetime, or until the registration is removed.
  case managed(any ManagedDependencyScopeProviding)

  /// Each graph keeps one instance, until the graph ends or is deallocated.
  ///
  /// ```swift
  /// Dependency { UnitOfWork() }
  ///   .scope(.scoped)
  /// ```
  ///
  /// The factory injects from the graph in which the instance is requested. The process graph keeps
  /// no such instance: an injection there throws ``InjectionError/scopeRequired(_:)``.
  ///
  /// While another kept instance is created, its factory must not inject a scoped dependency: the
  /// kept instance would hold one graph's instance for all other graphs. Such an injection throws
  /// ``InjectionError/captiveDependency(_:)``.
  case scoped

  /// Returns the default scope of the given type: shared for classes and actors, otherwise a new
  /// instance for each injection.
  ///
  /// - Parameter type: The type that the factory is declared to return.
  /// - Returns: ``shared`` for classes and actors; ``instance`` for all other types, including
  ///   protocols.
  public static func automatic<T>(for type: T.Type) -> DependencyScope {
    type is AnyObject.Type ? .shared : .instance
  }

  /// Injections return the same instance until a change source fires.
  ///
  /// ```swift
  /// let signedOut = ChangeSource()
  ///
  /// Dependency { Mailbox() }
  ///   .scope(.managed(by: signedOut))
  /// ```
  ///
  /// The instance is removed before ``ChangeSource/fire()`` returns.
  ///
  /// - Parameter source: The source, to which the scope holds a strong reference.
  /// - Returns: A managed scope.
  public static func managed(by source: ChangeSource) -> DependencyScope { .managed(source) }

  /// Injections return the same instance until a sequence yields its next element.
  ///
  /// A task awaits the elements, so the lifetime ends soon after an element was yielded. Do not
  /// pass an `AsyncStream`: it finishes with its first consumer, which is the first instance.
  ///
  /// - Parameter sequence: The sequence. The first instance begins the only iteration. The end of
  ///   the sequence, or an error, ends no lifetime.
  /// - Returns: A managed scope.
  @_disfavoredOverload
  public static func managed<Changes: AsyncSequence & Sendable>(by sequence: Changes)
    -> DependencyScope
  {
    .managed(SequenceScope(sequence))
  }

  /// Injections return the same instance until `@Observable` state changes.
  ///
  /// ```swift
  /// Dependency { Mailbox() }
  ///   .scope(.managed(by: { session.user }))
  /// ```
  ///
  /// The lifetime ends just before the state changes, on the thread that changes the state. If
  /// another thread creates an instance during the change, that instance may use the old state, and
  /// lives until the next change.
  ///
  /// If the closure is isolated to an actor, only the actor reads the state: at its next injection
  /// or its next turn, and again after each change by another thread. Changes before that read are
  /// not noticed. So the read ends the lifetimes of instances that other threads created meanwhile.
  ///
  /// State without an actor may end an additional lifetime. This happens if a change overlaps
  /// another one or a read, or if an object changes that the state referred to earlier.
  ///
  /// - Parameter state: Reads the state when an instance is created, and before and after each
  ///   change. So the closure must not take a lock that is held while the state changes. A closure
  ///   that is isolated to an actor runs on that actor, as soon as the actor is free.
  /// - Returns: A managed scope.
  public static func managed<State>(
    @_inheritActorContext by state: @escaping @Sendable @isolated(any) () -> State
  ) -> DependencyScope {
    .managed(ObservedScope(ActorBound(reading: state)))
  }

  /// The scope in the form that the engine uses.
  var base: Scope {
    switch self {
    case .instance: .instance
    case .shared: .shared
    case .singleton: .singleton
    case .managed(let provider): .managed(ProvidedLifetime(provider))
    case .scoped: .scoped
    }
  }

  /// Creates a scope from the engine's scope.
  init(_ base: Scope) {
    switch base {
    case .instance: self = .instance
    case .shared: self = .shared
    case .singleton: self = .singleton
    case .managed(let source):
      // Only this module creates managed scopes in the engine, and always with a
      // `ProvidedLifetime`.
      self = (source as? ProvidedLifetime).map { .managed($0.provider) } ?? .singleton
    case .scoped: self = .scoped
    }
  }
}

extension DependencyScope: Hashable {
  /// Returns whether two scopes are of the same case; the providers of managed scopes are not
  /// compared.
  public static func == (lhs: DependencyScope, rhs: DependencyScope) -> Bool {
    lhs.base.kind == rhs.base.kind
  }

  /// Feeds the case of the scope into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(base.kind) }
}

/// The moment at which a graph creates an instance: at the first injection, or at the activation of
/// its container.
public enum DependencyEagerness: Hashable, Sendable {
  /// The first injection creates the instance.
  case lazy

  /// The activation of the container creates the instance, if the scope keeps it and the factory
  /// takes no parameters.
  case eager
}

/// An object that ends the lifetimes of the instances that a graph keeps in a managed scope.
///
/// ```swift
/// final class Clipboard: ManagedDependencyScopeProviding, Sendable {
///   private let changed = ChangeSource()
///
///   func copy(_ text: String) { changed.fire() }
///
///   func onScopeInvalidated(
///     perform action: @Sendable @escaping () -> Void
///   ) -> any ManagedDependencyScopeReceipt {
///     changed.onScopeInvalidated(perform: action)
///   }
/// }
/// ```
///
/// The graph subscribes before it creates an instance, and cancels the receipt when it removes the
/// instance. Both calls may happen on any thread.
///
/// The first action that a provider calls ends the lifetimes of all instances that the provider
/// manages. So the graph never keeps an instance that was created from an instance whose lifetime
/// has ended. The lifetimes of different providers end one after the other, even if the providers
/// follow the same source. If managed instances depend on each other, give them the same provider.
public protocol ManagedDependencyScopeProviding: AnyObject {
  /// Subscribes an action that is called each time the lifetime of the managed instances ends.
  ///
  /// The action may be called from any thread, any number of times. The graph removes the instance
  /// before the action returns, so the next injection creates another instance.
  ///
  /// - Parameter action: Removes the instance from the graph.
  /// - Returns: A receipt that cancels the subscription.
  func onScopeInvalidated(perform action: @Sendable @escaping () -> Void)
    -> any ManagedDependencyScopeReceipt
}

/// A subscription to a ``ManagedDependencyScopeProviding`` object, which calls an action when the
/// managed lifetimes end.
public protocol ManagedDependencyScopeReceipt {
  /// Cancels the subscription, so that the action is no longer called.
  func cancel()
}

/// A lifetime provider that can have the same source as other providers, such as two scopes that
/// observe the same publisher.
protocol SharedLifetime {
  /// The source that several providers have in common, such as a publisher. Providers with the same
  /// source end their instances together.
  var origin: AnyObject { get }
}

/// An adapter of a ``ManagedDependencyScopeProviding`` object to the engine's protocol for sources
/// of lifetimes.
final class ProvidedLifetime: LifetimeSource, @unchecked Sendable {
  // Safe: the only property is a constant, and the protocol requires that its methods may be called
  // from any thread.

  /// The lifetime provider that this object adapts.
  let provider: any ManagedDependencyScopeProviding

  init(_ provider: any ManagedDependencyScopeProviding) { self.provider = provider }

  var identity: ObjectIdentifier {
    ObjectIdentifier((provider as? any SharedLifetime)?.origin ?? provider)
  }

  func onLifetimeEnd(_ action: @escaping @Sendable () -> Void) -> Cancellation {
    // Safe: the engine cancels a receipt once, and makes no other use of it.
    nonisolated(unsafe) let receipt = provider.onScopeInvalidated(perform: action)
    return Cancellation { receipt.cancel() }
  }

  func follows() -> Bool { (provider as? ObservedScope)?.follows() ?? true }
}
