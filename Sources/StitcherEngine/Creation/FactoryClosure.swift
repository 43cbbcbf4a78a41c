/// A factory closure together with the actor on which it must be called.
///
/// Invariant: each registration of the closure also contains its isolation. So the engine calls a
/// closure without an actor anywhere, and any other closure on its actor only.
/// ``Registration/checkIsolation()`` has succeeded before, or a task has switched to the actor.
package struct FactoryClosure<Product, Arguments>: @unchecked Sendable {
  // Safe: a closure with an actor is called on that actor only. Any other closure is the program's,
  // and runs on the threads on which the program injects.

  /// The actor to which the closure is isolated, or `nil` if it is isolated to none.
  package let isolation: (any Actor)?

  /// The closure, which takes the tuple of its parameters.
  package let call: @Sendable (Arguments) throws -> Product

  /// Wraps a closure with parameters.
  package init<Failure: Error, each Parameter>(
    _ closure: @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> Product
  ) where Arguments == (repeat each Parameter) {
    isolation = closure.isolation
    let closure = withoutIsolation(ofTyped: closure)
    call = { try closure(repeat each $0) }
  }

  /// Wraps a closure without parameters.
  package init<Failure: Error>(
    _ closure: @escaping @isolated(any) () throws(Failure) -> Product
  ) where Arguments == Void {
    isolation = closure.isolation
    let closure = unsafeBitCast(closure, to: (@Sendable () throws(Failure) -> Product).self)
    call = { _ in try closure() }
  }
}

/// Returns a closure that is isolated to an actor that is only known at run time.
///
/// - Parameters:
///   - isolation: The actor, or `nil` for a closure that is isolated to none.
///   - write: Returns the closure, which has to capture the parameter, so that the compiler
///     isolates the closure to it. It must do nothing else, since it does not run on the actor.
package func bound<Bound>(
  to isolation: (any Actor)?, _ write: (isolated (any Actor)?) -> Bound
) -> Bound {
  withoutActuallyEscaping(write) { write in
    unsafeBitCast(write, to: (((any Actor)?) -> Bound).self)(isolation)
  }
}

extension FactoryClosure {
  /// Wraps a closure that takes a context before its parameters.
  package init<Context, Failure: Error, each Parameter>(
    in home: Home<Context>,
    _ closure:
      @escaping @isolated(any) (Context, repeat each Parameter) throws(Failure) -> Product
  ) where Arguments == (repeat each Parameter) {
    isolation = closure.isolation
    let closure = withoutIsolation(ofTyped: closure)
    call = { try closure(home.context, repeat each $0) }
  }

  /// Wraps a closure that takes a context only.
  package init<Context, Failure: Error>(
    in home: Home<Context>,
    _ closure: @escaping @isolated(any) (Context) throws(Failure) -> Product
  ) where Arguments == Void {
    isolation = closure.isolation
    let closure = unsafeBitCast(
      closure, to: (@Sendable (Context) throws(Failure) -> Product).self)
    call = { _ in try closure(home.context) }
  }
}

/// Casts a closure to a type that does not name its actor.
///
/// The caller must call the result on that actor; see ``FactoryClosure``.
package func withoutIsolation<Product, each Parameter>(
  of closure: @escaping @isolated(any) (repeat each Parameter) throws -> Product
) -> @Sendable (repeat each Parameter) throws -> Product {
  withoutIsolation(ofTyped: closure)
}

/// Casts a closure to a type that does not name its actor, and keeps the type of its errors.
///
/// Both types have the same layout. The cast goes through a structure, since the compiler lays out
/// closures with a parameter pack differently elsewhere.
private func withoutIsolation<Product, Failure: Error, each Parameter>(
  ofTyped closure: @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> Product
) -> @Sendable (repeat each Parameter) throws(Failure) -> Product {
  unsafeBitCast(
    IsolatedClosure(closure: closure),
    to: SendableClosure<Product, Failure, repeat each Parameter>.self
  ).closure
}

/// A wrapper for a closure with its isolation.
private struct IsolatedClosure<Product, Failure: Error, each Parameter> {
  let closure: @isolated(any) (repeat each Parameter) throws(Failure) -> Product
}

/// A wrapper for the same closure with a type that does not name the actor.
private struct SendableClosure<Product, Failure: Error, each Parameter> {
  let closure: @Sendable (repeat each Parameter) throws(Failure) -> Product
}

/// Casts a closure without parameters to a type that does not name its actor.
///
/// The caller must call the result on that actor; see ``FactoryClosure``, which would wrap the
/// closure in another one.
package func withoutIsolation<Product>(
  _ closure: @escaping @isolated(any) () -> Product?
) -> @Sendable () -> Product? {
  unsafeBitCast(closure, to: (@Sendable () -> Product?).self)
}

/// Casts a closure that takes an instance to a type that does not name its actor.
///
/// The caller must keep the isolation with the result; see ``FactoryClosure``.
package func callable<Instance, Product>(
  _ closure: @escaping @Sendable @isolated(any) (Instance) throws -> Product
) -> @Sendable (Instance) throws -> Product {
  unsafeBitCast(closure, to: (@Sendable (Instance) throws -> Product).self)
}

extension Registration {
  /// Throws if the factory is isolated to an actor and the caller does not run on that actor.
  final func checkIsolation() throws {
    guard let isolation, !isCurrent(isolation) else { return }
    throw ResolutionFailure(
      .isolated(
        IsolatedFactory(actor: "\(type(of: isolation))", locator: locator, location: location)),
      registrations: [self])
  }
}
