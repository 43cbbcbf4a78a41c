internal import Builtin

/// A factory as it was written, together with the actor on which it has to be called.
///
/// Invariant: who registers the closure registers its isolation with it, so that the engine calls
/// it where it may: anywhere if there is no actor, else on that one, after
/// ``Registration/checkIsolation()`` has said so or a task has gone there.
package struct FactoryClosure<Product, Arguments>: @unchecked Sendable {
  // Safe: a closure of an actor is called there only; any other is the program's, and runs on the
  // threads on which the program injects.

  /// The actor on which the closure was written; nil if it belongs to none.
  package let isolation: (any Actor)?

  /// The closure. It takes the tuple of its parameters.
  package let call: @Sendable (Arguments) throws -> Product

  /// Takes over a closure.
  package init<Failure: Error, each Parameter>(
    _ closure: @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> Product
  ) where Arguments == (repeat each Parameter) {
    isolation = closure.isolation
    let closure = withoutIsolation(ofTyped: closure)
    call = { try closure(repeat each $0) }
  }

  /// Takes over a closure without parameters.
  package init<Failure: Error>(
    _ closure: @escaping @isolated(any) () throws(Failure) -> Product
  ) where Arguments == Void {
    isolation = closure.isolation
    let closure: @Sendable () throws(Failure) -> Product = Builtin.reinterpretCast(closure)
    call = { _ in try closure() }
  }
}

/// Returns a closure that belongs to an actor, or to none.
///
/// - Parameters:
///   - isolation: The actor.
///   - write: Writes the closure where the compiler takes its parameter for the actor, which the
///     closure has to capture. It may only write the closure, since it does not run there.
package func bound<Product, Resolver>(
  to isolation: (any Actor)?,
  _ write: @escaping (isolated (any Actor)?) -> @isolated(any) (Resolver) -> Product
) -> @isolated(any) (Resolver) -> Product {
  let write: ((any Actor)?) -> @isolated(any) (Resolver) -> Product = Builtin.reinterpretCast(write)
  return write(isolation)
}

/// Returns a closure with an argument that belongs to an actor, or to none.
///
/// - Parameters:
///   - isolation: The actor.
///   - write: Writes the closure, as in the form without an argument.
package func bound<Product, Resolver, Argument>(
  to isolation: (any Actor)?,
  _ write: @escaping (isolated (any Actor)?) -> @isolated(any) (Resolver, Argument) -> Product
) -> @isolated(any) (Resolver, Argument) -> Product {
  let write: ((any Actor)?) -> @isolated(any) (Resolver, Argument) -> Product =
    Builtin.reinterpretCast(write)
  return write(isolation)
}

extension FactoryClosure {
  /// Takes over a closure that takes a context before its parameters.
  package init<Context, Failure: Error, each Parameter>(
    in home: Home<Context>,
    _ closure:
      @escaping @isolated(any) (Context, repeat each Parameter) throws(Failure) -> Product
  ) where Arguments == (repeat each Parameter) {
    isolation = closure.isolation
    let closure = withoutIsolation(ofTyped: closure)
    call = { try closure(home.context, repeat each $0) }
  }

  /// Takes over a closure that takes a context only.
  package init<Context, Failure: Error>(
    in home: Home<Context>,
    _ closure: @escaping @isolated(any) (Context) throws(Failure) -> Product
  ) where Arguments == Void {
    isolation = closure.isolation
    let closure: @Sendable (Context) throws(Failure) -> Product = Builtin.reinterpretCast(closure)
    call = { _ in try closure(home.context) }
  }
}

/// Casts a closure to a type that does not name the actor of the closure. The caller has to call
/// it on that actor; see ``FactoryClosure``.
package func withoutIsolation<Product, each Parameter>(
  of closure: @escaping @isolated(any) (repeat each Parameter) throws -> Product
) -> @Sendable (repeat each Parameter) throws -> Product {
  withoutIsolation(ofTyped: closure)
}

/// Casts a closure, as ``withoutIsolation(of:)`` does; the result throws errors of the same type.
///
/// The two types differ in what the compiler knows only. `unsafeBitCast` would ask the runtime for
/// both of them, and types of closures that are `@isolated(any)` exist from iOS 18 on only. The
/// compiler's own cast asks for nothing, and works for parameters that are a pack.
private func withoutIsolation<Product, Failure: Error, each Parameter>(
  ofTyped closure: @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> Product
) -> @Sendable (repeat each Parameter) throws(Failure) -> Product {
  Builtin.reinterpretCast(closure)
}

/// Returns a closure as one that the compiler lets anybody call. Who registers it sees to what
/// ``FactoryClosure`` says; that structure would wrap the closure in another one.
package func withoutIsolation<Product>(
  _ closure: @escaping @isolated(any) () -> Product?
) -> @Sendable () -> Product? {
  Builtin.reinterpretCast(closure)
}

/// Returns a closure of a container as one that the compiler lets anybody call. The caller keeps
/// the isolation of the closure, and calls it there.
package func withoutIsolation<Product>(
  ofContent closure: @escaping @Sendable @isolated(any) () -> Product
) -> @Sendable () -> Product {
  Builtin.reinterpretCast(closure)
}

/// Returns a closure that takes an instance as one that the compiler lets anybody call. Whoever
/// keeps it keeps its isolation with it, as ``FactoryClosure`` says.
package func callable<Instance, Product>(
  _ closure: @escaping @Sendable @isolated(any) (Instance) throws -> Product
) -> @Sendable (Instance) throws -> Product {
  Builtin.reinterpretCast(closure)
}

extension Registration {
  /// Throws if the factory belongs to an actor and the caller does not run on it.
  final func checkIsolation() throws {
    guard let isolation, !isCurrent(isolation) else { return }
    throw ResolutionFailure(
      .isolated(
        IsolatedFactory(actor: "\(type(of: isolation))", locator: locator, location: location)),
      registrations: [self])
  }
}
