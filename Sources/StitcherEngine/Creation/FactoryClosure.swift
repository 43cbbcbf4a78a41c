/// A factory as it was written, together with the actor on which it has to be called.
///
/// Invariant: who registers the closure registers its isolation with it, so that the engine calls
/// it where it may: anywhere if there is no actor, else on that one, after
/// ``Registration/checkIsolation()`` has said so or a task has gone there.
package struct FactoryClosure<Product, each Parameter>: @unchecked Sendable {
  // Safe: a closure of an actor is called there only; any other is the program's, and runs on the
  // threads on which the program injects.

  /// The actor on which the closure was written; nil if it belongs to none.
  package let isolation: (any Actor)?

  /// The closure.
  package let call: @Sendable (repeat each Parameter) throws -> Product

  /// Takes over a closure.
  package init(_ closure: @escaping @isolated(any) (repeat each Parameter) throws -> Product) {
    isolation = closure.isolation
    // The two types differ in what the compiler knows only. Closures whose parameters are a pack
    // are cast in a structure; the compiler does not agree with itself about them elsewhere.
    call =
      unsafeBitCast(
        Written(closure: closure), to: Callable<Product, repeat each Parameter>.self
      ).closure
  }

  /// Takes over a closure with typed throws. The compiler cannot convert such a closure to one that
  /// throws any error where the parameters are a pack, so another closure calls it.
  package init<Failure: Error>(
    typed closure: @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> Product
  ) {
    isolation = closure.isolation
    let typed = unsafeBitCast(
      WrittenTyped(closure: closure),
      to: CallableTyped<Product, Failure, repeat each Parameter>.self
    ).closure
    call = { (parameters: repeat each Parameter) throws -> Product in
      try typed(repeat each parameters)
    }
  }

  /// Returns a closure that belongs to the same actor, or to none.
  ///
  /// - Parameter write: Writes it where the compiler takes its parameter for the actor, which the
  ///   closure has to capture. It may only write the closure, since it does not run there.
  package func bound<Bound>(_ write: (isolated (any Actor)?) -> Bound) -> Bound {
    withoutActuallyEscaping(write) { write in
      unsafeBitCast(write, to: (((any Actor)?) -> Bound).self)(isolation)
    }
  }
}

/// A closure that belongs to an actor or to none, as the compiler sees it.
private struct Written<Product, each Parameter> {
  /// The closure.
  let closure: @isolated(any) (repeat each Parameter) throws -> Product
}

/// The same closure, as the engine calls it.
private struct Callable<Product, each Parameter> {
  /// The closure.
  let closure: @Sendable (repeat each Parameter) throws -> Product
}

/// A closure with typed throws that belongs to an actor or to none, as the compiler sees it.
private struct WrittenTyped<Product, Failure: Error, each Parameter> {
  /// The closure.
  let closure: @isolated(any) (repeat each Parameter) throws(Failure) -> Product
}

/// The same closure, as ``FactoryClosure`` calls it.
private struct CallableTyped<Product, Failure: Error, each Parameter> {
  /// The closure.
  let closure: @Sendable (repeat each Parameter) throws(Failure) -> Product
}

/// A factory whose first parameter is an existential of an object, together with its actor; see
/// ``FactoryClosure``. It can be called with a ``LentExistential`` instead.
package struct LendingClosure<Product, Existential, each Parameter>: @unchecked Sendable {
  // Safe: see `FactoryClosure`.

  /// The actor on which the closure was written; nil if it belongs to none.
  let isolation: (any Actor)?

  /// The closure.
  let call: @Sendable (borrowing LentExistential, repeat each Parameter) throws -> Product

  /// Takes over a closure.
  package init(
    _ closure: @escaping @isolated(any) (Existential, repeat each Parameter) throws -> Product
  ) {
    precondition(
      ExistentialShape(Existential.self) == .opaque
        && MemoryLayout<Existential>.size == MemoryLayout<LentExistential>.size,
      "\(Existential.self) has not the form of what is lent.")
    isolation = closure.isolation
    call =
      unsafeBitCast(
        WrittenLending(closure: closure), to: CallableLending<Product, repeat each Parameter>.self
      ).closure
  }

  /// Takes over a closure with typed throws; see ``FactoryClosure/init(typed:)``.
  package init<Failure: Error>(
    typed closure:
      @escaping @isolated(any) (Existential, repeat each Parameter) throws(Failure) -> Product
  ) {
    precondition(
      ExistentialShape(Existential.self) == .opaque
        && MemoryLayout<Existential>.size == MemoryLayout<LentExistential>.size,
      "\(Existential.self) has not the form of what is lent.")
    isolation = closure.isolation
    let typed = unsafeBitCast(
      WrittenTypedLending(closure: closure),
      to: CallableTypedLending<Product, Failure, repeat each Parameter>.self
    ).closure
    call = { (existential, parameters: repeat each Parameter) throws -> Product in
      try typed(existential, repeat each parameters)
    }
  }
}

/// A closure that takes an existential, as the compiler sees it.
private struct WrittenLending<Product, Existential, each Parameter> {
  /// The closure.
  let closure: @isolated(any) (Existential, repeat each Parameter) throws -> Product
}

/// The same closure, as the engine calls it.
private struct CallableLending<Product, each Parameter> {
  /// The closure.
  let closure: @Sendable (borrowing LentExistential, repeat each Parameter) throws -> Product
}

/// A closure with typed throws that takes an existential, as it was declared.
private struct WrittenTypedLending<Product, Failure: Error, Existential, each Parameter> {
  /// The closure.
  let closure: @isolated(any) (Existential, repeat each Parameter) throws(Failure) -> Product
}

/// The same closure, as ``LendingClosure`` calls it.
private struct CallableTypedLending<Product, Failure: Error, each Parameter> {
  /// The closure.
  let closure:
    @Sendable (borrowing LentExistential, repeat each Parameter) throws(Failure) -> Product
}

/// Returns a closure as one that the compiler lets anybody call. Who registers it sees to what
/// ``FactoryClosure`` says; that structure would wrap the closure in another one.
package func withoutIsolation<Product>(
  _ closure: @escaping @isolated(any) () -> Product?
) -> @Sendable () -> Product? {
  unsafeBitCast(closure, to: (@Sendable () -> Product?).self)
}

/// Returns a closure without its isolation, so that the engine can call it. The caller keeps the
/// isolation beside the closure; see ``FactoryClosure``.
package func callable<Product, Failure: Error>(
  _ closure: @escaping @Sendable @isolated(any) () throws(Failure) -> Product
) -> @Sendable () throws -> Product {
  unsafeBitCast(closure, to: (@Sendable () throws(Failure) -> Product).self)
}

/// Returns a closure that takes an instance as one that the compiler lets anybody call. Whoever
/// keeps it keeps its isolation with it, as ``FactoryClosure`` says.
package func callable<Instance, Product>(
  _ closure: @escaping @Sendable @isolated(any) (Instance) throws -> Product
) -> @Sendable (Instance) throws -> Product {
  unsafeBitCast(closure, to: (@Sendable (Instance) throws -> Product).self)
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
