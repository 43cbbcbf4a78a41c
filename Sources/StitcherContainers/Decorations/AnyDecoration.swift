package import StitcherEngine

/// What is put around the instances that a key finds, as this module calls it.
///
/// It takes what the factory, or an earlier decoration, has made, and returns what is injected
/// instead.
package class AnyDecoration: Decoration, @unchecked Sendable {
  // Safe: stored properties are constants, and closures are `@Sendable`.

  /// What finds the instances.
  package let key: LookupKey

  /// Where it was written.
  package let location: SourceLocation

  /// The type that it takes and returns.
  package let type: any Any.Type

  /// The actor on which alone it is called; nil if it may be called anywhere.
  let isolation: (any Actor)?

  /// Whether it has to be awaited.
  let isAsynchronous: Bool

  /// What it is known to ask for; nil if it may ask for anything.
  package let edges: [DeclaredEdge]?

  /// Creates a decoration; called by the subclasses.
  fileprivate init(
    _ key: LookupKey, _ location: SourceLocation, _ type: any Any.Type,
    isolation: (any Actor)?, isAsynchronous: Bool, edges: [DeclaredEdge]?
  ) {
    self.key = key
    self.location = location
    self.type = type
    self.isolation = isolation
    self.isAsynchronous = isAsynchronous
    self.edges = edges
  }

  /// Returns an instance that is of the type, decorated, in the calling task.
  func decorate(_ instance: UncheckedBox<Any>) async throws -> UncheckedBox<Any> {
    fatalError("overridden")
  }

  /// Returns an instance that is of the type, decorated, on the calling thread.
  func decorateNow(_ instance: Any) throws -> Any { fatalError("overridden") }

  package func registration(
    of base: Candidate, isOwn: Bool, keptFarther distance: Int, _ all: [any Decoration]
  ) -> Registration { fatalError("overridden") }
}

/// A decoration whose type is known.
package class DecorationOf<Inner>: AnyDecoration, @unchecked Sendable {
  // Safe: see `AnyDecoration`.

  package final override func registration(
    of base: Candidate, isOwn: Bool, keptFarther distance: Int, _ all: [any Decoration]
  ) -> Registration {
    // There are no other decorations than those of this module.
    let all = all.map { Borrowed<AnyObject>($0).cast(to: AnyDecoration.self).object }
    var details = base.decoratedDetails(by: all, isOwn: isOwn, keptFarther: distance)
    if details.needsTask {
      // It goes to each actor by itself.
      details.registration.isolation = nil
      return AsyncRegistration(
        details.registration, AsyncDecoratedProducer<Inner>(base, all), producedType: Inner.self,
        parameterTypes: base.registration.parameterTypes, decorated: base.registration)
    }
    return DecoratedRegistration(
      details.registration, DecoratedProducer<Inner>(base, all), of: Inner.self,
      decorated: base.registration)
  }

  /// Returns an instance as what is decorated.
  ///
  /// - Throws: A mismatch.
  fileprivate final func inner(_ instance: Any) throws -> Inner { try castHere(instance) }
}

/// A decoration that is over when its call returns.
package final class SynchronousDecoration<Inner>: DecorationOf<Inner>, @unchecked Sendable {
  // Safe: see `AnyDecoration`.

  /// Decorates an instance, on the actor if there is one.
  let call: @Sendable (Inner) throws -> Inner

  /// The same, as others may await it.
  private let awaited: @Sendable @isolated(any) (Inner) throws -> Inner

  /// Creates a decoration of what a key finds.
  ///
  /// - Parameter edges: What it is known to ask for; nil if it may ask for anything.
  package init(
    _ key: LookupKey, location: SourceLocation, edges: [DeclaredEdge]? = nil,
    _ decorate: @escaping @Sendable @isolated(any) (Inner) throws -> Inner
  ) {
    call = callable(decorate)
    awaited = decorate
    super.init(
      key, location, Inner.self, isolation: decorate.isolation, isAsynchronous: false,
      edges: edges)
  }

  override func decorateNow(_ instance: Any) throws -> Any { try call(inner(instance)) }

  override func decorate(_ instance: UncheckedBox<Any>) async throws -> UncheckedBox<Any> {
    if isolation == nil { return UncheckedBox(try call(inner(instance.value))) }
    let decorate = TakenOver<Inner>(awaited)
    return try await decorate.call(instance)
  }
}

/// A decoration that has to be awaited.
package final class AsynchronousDecoration<Inner: Sendable>: DecorationOf<Inner>,
  @unchecked Sendable  // Safe: see `AnyDecoration`.
{
  /// Decorates an instance.
  private let call: @Sendable @isolated(any) (Inner) async throws -> Inner

  /// Creates a decoration of what a key finds.
  package init(
    _ key: LookupKey, location: SourceLocation,
    _ decorate: @escaping @Sendable @isolated(any) (Inner) async throws -> Inner
  ) {
    call = decorate
    super.init(key, location, Inner.self, isolation: nil, isAsynchronous: true, edges: nil)
  }

  override func decorate(_ instance: UncheckedBox<Any>) async throws -> UncheckedBox<Any> {
    try await decorate(instance, on: call.isolation)
  }

  /// Casts an instance on the actor of the closure, since the conformance may be isolated to the
  /// actor, and calls the closure.
  private func decorate(
    _ instance: UncheckedBox<Any>, on isolation: isolated (any Actor)?
  ) async throws -> UncheckedBox<Any> {
    UncheckedBox(try await call(try inner(instance.value)))
  }
}
