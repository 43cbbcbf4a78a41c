/// What is put around the instances that a key finds.
///
/// It takes what the factory, or an earlier decoration, has made, and returns what is injected
/// instead.
package protocol Decoration: AnyObject, Sendable {
  /// What it takes and returns.
  associatedtype Inner

  /// What finds the instances.
  var key: LookupKey { get }

  /// Where it was written.
  var location: SourceLocation { get }

  /// What it is known to ask for; nil if it may ask for anything.
  var edges: [DeclaredEdge]? { get }

  /// The actor on which alone it is called; nil if it may be called anywhere.
  var isolation: (any Actor)? { get }

  /// Whether it has to be awaited.
  var isAsynchronous: Bool { get }

  /// Returns an instance that is of the type, decorated, in the calling task.
  func decorate(_ instance: UncheckedBox<Any>) async throws -> UncheckedBox<Any>

  /// Returns an instance that is of the type, decorated, on the calling thread. Not called if it
  /// has to be awaited.
  func decorateNow(_ instance: Any) throws -> Any
}

extension Decoration {
  /// The type that it takes and returns.
  package var type: any Any.Type { Inner.self }

  /// Whether both stand for the same: they were written in one place, for one key and type.
  package func isLike(_ other: any Decoration) -> Bool {
    location == other.location && type == other.type && key == other.key
  }

  /// Returns a registration of what a candidate makes, with all decorations of which this one is
  /// the last.
  ///
  /// - Parameters:
  ///   - isOwn: Whether the candidate has a place of its own.
  ///   - distance: How many graphs farther away than they the candidate is kept.
  func registration(
    of base: Candidate, isOwn: Bool, keptFarther distance: Int, _ all: [any Decoration]
  ) -> Registration {
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
  fileprivate func inner(_ instance: Any) throws -> Inner { try castHere(instance) }
}

/// A decoration that is over when its call returns.
package final class SynchronousDecoration<Inner>: Decoration {
  package let key: LookupKey
  package let location: SourceLocation
  package let edges: [DeclaredEdge]?

  package var isolation: (any Actor)? { awaited.isolation }

  package var isAsynchronous: Bool { false }

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
    (self.key, self.location, self.edges) = (key, location, edges)
    call = callable(decorate)
    awaited = decorate
  }

  package func decorateNow(_ instance: Any) throws -> Any { try call(inner(instance)) }

  package func decorate(_ instance: UncheckedBox<Any>) async throws -> UncheckedBox<Any> {
    if isolation == nil { return UncheckedBox(try call(inner(instance.value))) }
    let decorate = TakenOver<Inner>(awaited)
    return try await decorate.call(instance)
  }
}

/// A decoration that has to be awaited.
package final class AsynchronousDecoration<Inner: Sendable>: Decoration {
  package let key: LookupKey
  package let location: SourceLocation

  /// Decorates an instance.
  private let call: @Sendable @isolated(any) (Inner) async throws -> Inner

  /// Creates a decoration of what a key finds.
  package init(
    _ key: LookupKey, location: SourceLocation,
    _ decorate: @escaping @Sendable @isolated(any) (Inner) async throws -> Inner
  ) {
    (self.key, self.location) = (key, location)
    call = decorate
  }

  package var edges: [DeclaredEdge]? { nil }

  package var isolation: (any Actor)? { nil }

  package var isAsynchronous: Bool { true }

  package func decorate(_ instance: UncheckedBox<Any>) async throws -> UncheckedBox<Any> {
    try await decorate(instance, on: call.isolation)
  }

  /// Casts an instance on the actor of the closure, since the conformance may be isolated to the
  /// actor, and calls the closure.
  private func decorate(
    _ instance: UncheckedBox<Any>, on isolation: isolated (any Actor)?
  ) async throws -> UncheckedBox<Any> {
    UncheckedBox(try await call(try inner(instance.value)))
  }

  package func decorateNow(_ instance: Any) throws -> Any {
    preconditionFailure("An asynchronous decoration has to be awaited.")
  }
}
