internal import StitcherEngine

/// How long the graph keeps the instance of a dependency.
///
/// ```swift
/// Dependency { Database() }
///   .scope(.singleton)
/// ```
///
/// An instance that is kept is made once, however many threads ask for it. It is removed when its
/// container is deactivated, or rebuilt without an equal registration. Whoever injects it gets the
/// same one, on any thread and actor, which the compiler does not see: keep what is not `Sendable`
/// only where those who inject it never use it at the same time, as on one actor.
///
/// Two scopes are equal if they are the same case; the source of a managed scope does not count.
public enum DependencyScope: @unchecked Sendable {
  // Safe: the source is only called; the protocol asks its conformers for calls from any thread.

  /// A new instance for each injection.
  case instance

  /// The same object for as long as somebody holds it, then a new one. Values are made
  /// anew each time.
  case shared

  /// The same instance until it is removed with its registration.
  case singleton

  /// The same instance until a source says that its lifetime has ended, or it is removed.
  case managed(any ManagedDependencyScopeProviding)

  /// The same instance for each graph that is asked, until that graph ends or goes.
  ///
  /// ```swift
  /// Dependency { UnitOfWork() }
  ///   .scope(.scoped)
  /// ```
  ///
  /// Its factory injects from the graph that is asked. The graph of the process has no instance: an
  /// injection there throws ``InjectionError/scopeRequired(_:)``. A dependency with another scope
  /// that keeps instances must not inject it while it is created: it would hold one graph's
  /// instance for all others. That throws ``InjectionError/captiveDependency(_:)``.
  case scoped

  /// The scope that a dependency has if none is given.
  ///
  /// - Parameter type: The type that the factory declares to return.
  /// - Returns: ``shared`` for classes and actors, ``instance`` for all else, protocols among it.
  public static func automatic<T>(for type: T.Type) -> DependencyScope {
    type is AnyObject.Type ? .shared : .instance
  }

  /// The same instance until a change source fires.
  ///
  /// ```swift
  /// let signedOut = ChangeSource()
  ///
  /// Dependency { Mailbox() }
  ///   .scope(.managed(by: signedOut))
  /// ```
  ///
  /// When ``ChangeSource/fire()`` returns, the instance is forgotten.
  ///
  /// - Parameter source: The source; it is kept.
  /// - Returns: A managed scope.
  public static func managed(by source: ChangeSource) -> DependencyScope { .managed(source) }

  /// The same instance until a sequence yields its next element, whatever that is.
  ///
  /// The elements are awaited by a task, so the lifetime ends soon after one was yielded.
  /// An `AsyncStream` will not do, since it ends with its first consumer, that is, with
  /// the first instance.
  ///
  /// - Parameter sequence: The sequence, which is iterated once, from the first instance on. Its
  ///   end, or an error, ends nothing.
  /// - Returns: A managed scope.
  @_disfavoredOverload
  public static func managed<Changes: AsyncSequence & Sendable>(by sequence: Changes)
    -> DependencyScope
  {
    .managed(SequenceScope(sequence))
  }

  /// The same instance until `@Observable` state changes.
  ///
  /// ```swift
  /// Dependency { Mailbox() }
  ///   .scope(.managed(by: { session.user }))
  /// ```
  ///
  /// The lifetime ends just before the state changes, on the thread that changes it. An instance
  /// that another thread creates at that moment ends a millisecond later, when the change has
  /// landed. State of an actor is read there only: what is created elsewhere before the first read
  /// ends with that read, since the state may have changed in between. A change of
  /// state of no actor may end one lifetime more: when it overlaps another change, or when it is
  /// one of an object that the state has led to before.
  ///
  /// - Parameter state: Reads the state when an instance is created, and before and after each
  ///   change, so it must not take a lock that is held while the state changes. State of an actor
  ///   is read on the actor on which the closure was written, as soon as that is free.
  /// - Returns: A managed scope.
  public static func managed<State>(
    @_inheritActorContext by state: @escaping @Sendable @isolated(any) () -> State
  ) -> DependencyScope {
    .managed(ObservedScope(ActorBound(reading: state)))
  }

  /// The engine's scope.
  var base: Scope {
    switch self {
    case .instance: .instance
    case .shared: .shared
    case .singleton: .singleton
    case .managed(let provider): .managed(ProvidedLifetime(provider))
    case .scoped: .scoped
    }
  }

  /// Creates a scope from the engine's.
  init(_ base: Scope) {
    switch base {
    case .instance: self = .instance
    case .shared: self = .shared
    case .singleton: self = .singleton
    case .managed(let source):
      // Only this module makes managed scopes of the engine.
      self = (source as? ProvidedLifetime).map { .managed($0.provider) } ?? .singleton
    case .scoped: self = .scoped
    }
  }
}

extension DependencyScope: Hashable {
  /// Whether both are the same case.
  public static func == (lhs: DependencyScope, rhs: DependencyScope) -> Bool {
    lhs.base.kind == rhs.base.kind
  }

  /// Feeds the case into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(base.kind) }
}

/// Whether the graph makes an instance before somebody asks for it.
public enum DependencyEagerness: Hashable, Sendable {
  /// The instance is made at its first injection.
  case lazy

  /// The instance is made when its container is activated, if its scope keeps it and its factory
  /// takes no parameters.
  case eager
}

/// A source that ends the lifetime of managed instances.
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
/// The graph subscribes before it makes an instance, and cancels the receipt when it drops the
/// instance. Both may happen on any thread.
///
/// All instances that one provider manages end together, with the first action that it calls. So no
/// instance is kept that was made from an ended one. Instances of different providers end one after
/// the other, also if the providers follow the same source: give such instances the same provider.
public protocol ManagedDependencyScopeProviding: AnyObject {
  /// Has an action called each time the lifetime ends.
  ///
  /// The action may be called from any thread, any number of times. When it returns, the instance
  /// is forgotten: the next injection makes a new one.
  ///
  /// - Parameter action: Forgets the instance.
  /// - Returns: A receipt that stops the calls.
  func onScopeInvalidated(perform action: @Sendable @escaping () -> Void)
    -> any ManagedDependencyScopeReceipt
}

/// A subscription to a ``ManagedDependencyScopeProviding``.
public protocol ManagedDependencyScopeReceipt {
  /// Stops the calls of the subscribed action.
  func cancel()
}

/// A provider that is one of several for the same object, such as the scopes of one publisher.
protocol SharedLifetime {
  /// The object that ends the lifetimes.
  var origin: AnyObject { get }
}

/// Adapts a provider to the engine.
final class ProvidedLifetime: LifetimeSource, @unchecked Sendable {
  // Safe: the only property is a constant; the protocol asks its conformers for calls
  // from any thread.

  /// The provider that ends lifetimes.
  let provider: any ManagedDependencyScopeProviding

  /// Adapts a provider.
  init(_ provider: any ManagedDependencyScopeProviding) { self.provider = provider }

  var identity: ObjectIdentifier {
    ObjectIdentifier((provider as? any SharedLifetime)?.origin ?? provider)
  }

  func onLifetimeEnd(_ action: @escaping @Sendable () -> Void) -> any LifetimeReceipt {
    Receipt(base: provider.onScopeInvalidated(perform: action))
  }

  func follows() -> Bool { (provider as? ObservedScope)?.follows() ?? true }

  /// Adapts a receipt to the engine.
  private struct Receipt: LifetimeReceipt, @unchecked Sendable {
    // Safe: the engine cancels a receipt once, and does nothing else with it.
    let base: any ManagedDependencyScopeReceipt

    func cancel() { base.cancel() }
  }
}
