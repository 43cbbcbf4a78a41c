/// A decorator of the instances that are injected for one key.
///
/// A decorator receives the instance that the factory or an earlier decorator has made, and returns
/// the instance to inject instead.
package protocol Decoration: AnyObject, Sendable {
  /// The key for which the decorated instances are injected.
  var key: LookupKey { get }

  /// The source location at which the decorator is declared.
  var location: SourceLocation { get }

  /// The dependencies that the decorator's closure is declared to inject; `nil` if it may inject
  /// anything.
  var edges: [DeclaredEdge]? { get }

  /// The type of the instances that the decorator's closure takes and returns.
  var type: any Any.Type { get }

  /// The actor to which the decorator's synchronous closure is isolated; `nil` if any thread may
  /// call it.
  var isolation: (any Actor)? { get }

  /// Whether the decorator's closure is asynchronous.
  var isAsynchronous: Bool { get }

  /// Decorates an instance in the calling task, and returns the decorated instance.
  ///
  /// The instance must have the decorator's type.
  var decorate: @Sendable (UncheckedSendableBox<Any>) async throws -> UncheckedSendableBox<Any> {
    get
  }

  /// Decorates an instance on the calling thread, and returns the decorated instance.
  ///
  /// The instance must have the decorator's type, and the closure must be synchronous.
  func decorateNow(_ instance: Any) throws -> Any

  /// Returns a registration that applies the given decorators to the instances of the registration
  /// in `base`.
  ///
  /// `base` is a candidate: a registration with its cell and graph. This decorator is the outermost
  /// one.
  ///
  /// - Parameter needsTask: Whether only a task can create the instances, since a closure is
  ///   asynchronous or the closures have different actors.
  func registration(
    _ details: Registration.Details, around base: Candidate, _ all: [any Decoration],
    needsTask: Bool
  ) -> Registration
}

extension Decoration {
  /// Whether this decorator has the same source location, key and type as another one.
  package func isLike(_ other: any Decoration) -> Bool {
    location == other.location && type == other.type && key == other.key
  }
}

/// A decorator with a closure that takes and returns instances of one type.
package final class TypedDecoration<Inner>: Decoration {
  package let key: LookupKey
  package let location: SourceLocation
  package let edges: [DeclaredEdge]?
  package let isolation: (any Actor)?

  /// The decorator's closure if it is synchronous; otherwise `nil`.
  let call: (@Sendable (Inner) throws -> Inner)?

  /// Decorates an instance in the calling task, and returns the decorated instance.
  package let decorate:
    @Sendable (UncheckedSendableBox<Any>) async throws -> UncheckedSendableBox<Any>

  package var type: any Any.Type { Inner.self }

  package var isAsynchronous: Bool { if case nil = call { true } else { false } }

  /// Creates a decorator from a synchronous closure.
  ///
  /// - Parameter edges: The declared dependencies of the closure, or `nil` if the closure may
  ///   inject anything.
  package init(
    _ key: LookupKey, location: SourceLocation, edges: [DeclaredEdge]? = nil,
    _ decorate: @escaping @Sendable @isolated(any) (Inner) throws -> Inner
  ) {
    let (actor, call) = (decorate.isolation, callable(decorate))
    (self.key, self.location, self.edges) = (key, location, edges)
    (isolation, self.call) = (actor, call)
    self.decorate = { instance in
      if actor == nil { return UncheckedSendableBox(try call(castHere(instance.value))) }
      let decorated = try await withTurn { try await Self.run(call, instance, on: actor, $0) }
      return decorated as! UncheckedSendableBox<Any>
    }
  }

  /// Creates a decorator from an asynchronous closure.
  package init(
    asynchronous key: LookupKey, location: SourceLocation,
    _ decorate: @escaping @Sendable @isolated(any) (Inner) async throws -> Inner
  ) where Inner: Sendable {
    (self.key, self.location, edges) = (key, location, nil)
    (isolation, call) = (nil, nil)
    self.decorate = { try await Self.run(decorate, $0, on: decorate.isolation) }
  }

  package func decorateNow(_ instance: Any) throws -> Any {
    guard let call else { preconditionFailure("An asynchronous decorator needs 'await'.") }
    return try call(castHere(instance))
  }

  package func registration(
    _ details: Registration.Details, around base: Candidate, _ all: [any Decoration],
    needsTask: Bool
  ) -> Registration {
    if !needsTask { return DecoratedRegistration<Inner>(details, base, all) }
    return AsyncRegistration(details, around: base, all, type: Inner.self)
  }

  /// Calls a decorator's synchronous closure with an instance, on the closure's actor.
  ///
  /// The instance is cast on the actor, since its conformance may be isolated to the actor.
  private static func run(
    _ closure: @Sendable (Inner) throws -> Inner, _ instance: UncheckedSendableBox<Any>,
    on isolation: isolated (any Actor)?, _ begin: @Sendable () throws -> Void
  ) throws -> UncheckedSendableBox<Any> {
    try begin()
    return UncheckedSendableBox<Any>(try closure(try castHere(instance.value)))
  }

  /// Calls a decorator's asynchronous closure with an instance, on the closure's actor.
  ///
  /// The instance is cast on the actor, since its conformance may be isolated to the actor.
  private static func run(
    _ closure: @Sendable @isolated(any) (Inner) async throws -> Inner,
    _ instance: UncheckedSendableBox<Any>, on isolation: isolated (any Actor)?
  ) async throws -> UncheckedSendableBox<Any> where Inner: Sendable {
    UncheckedSendableBox(try await closure(try castHere(instance.value)))
  }
}
