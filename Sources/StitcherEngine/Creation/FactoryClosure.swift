internal import Builtin

/// A factory's closure, together with the actor on which the closure must be called.
///
/// Invariant: each registration of the closure also contains its isolation. So the engine calls a
/// closure without an actor anywhere, and any other closure on its actor only.
/// ``Registration/checkIsolation()`` has succeeded before, or a task has switched to the actor.
package struct FactoryClosure<Product, Arguments>: @unchecked Sendable {
  // Safe: a closure with an actor is called on that actor only. Any other closure is the program's,
  // and runs on the threads on which the program injects.

  /// The actor to which the closure is isolated, or `nil` if it is isolated to none.
  package let isolation: (any Actor)?

  /// The factory's closure, which takes all its arguments as one tuple.
  package let call: @Sendable (ArgumentTuple<Arguments>) throws -> Product

  /// Creates a factory closure from a closure with parameters.
  package init<Failure: Error, each Parameter>(
    _ closure: @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> Product
  ) where Arguments == (repeat each Parameter) {
    isolation = closure.isolation
    let closure = withoutIsolation(ofTyped: closure)
    call = { (arguments: ArgumentTuple<(repeat each Parameter)>) in
      var position = arguments.start
      return try closure(repeat next((each Parameter).self, at: &position))
    }
  }
}

/// A reference to the tuple of a factory's arguments, valid during the call of the factory.
///
/// It is a reference to the tuple, which does not have to be copied. A closure that took the tuple
/// itself would get its elements as a parameter pack, and would copy each of them.
package struct ArgumentTuple<Elements> {
  /// The address of the tuple of arguments.
  fileprivate let address: UnsafePointer<Elements>

  /// The position of the first element in the tuple.
  fileprivate var start: UnsafeRawPointer { UnsafeRawPointer(address) }
}

/// Reads the next element of a tuple of arguments, and moves the position to the end of this
/// element.
///
/// The elements are read one after the other, since an access to the tuple would copy all of them
/// first. The elements of a tuple are aligned like the stored properties of a structure.
@inline(__always)
private func next<Element>(_ type: Element.Type, at position: inout UnsafeRawPointer) -> Element {
  let element = position.alignedUp(for: type).assumingMemoryBound(to: type)
  position = UnsafeRawPointer(element) + MemoryLayout<Element>.size
  return element.pointee
}

/// Calls a closure with a reference to the given tuple of arguments.
@inline(__always)
package func withArguments<Elements, Result>(
  _ elements: Elements, _ body: (ArgumentTuple<Elements>) throws -> Result
) rethrows -> Result {
  // `withUnsafePointer` would be called with a closure, which costs as much as a simple factory.
  try body(ArgumentTuple(address: UnsafePointer(Builtin.addressOfBorrow(elements))))
}

/// Returns a closure that is isolated to the given actor. The actor is known only at run time.
///
/// - Parameters:
///   - isolation: The actor, or `nil` for a closure that is isolated to no actor.
///   - write: Returns the closure, and does nothing else, since `write` does not run on the actor.
///     The closure has to capture the parameter of `write`. So the compiler isolates the closure to
///     the actor.
package func bound<Product, Resolver>(
  to isolation: (any Actor)?,
  _ write: @escaping (isolated (any Actor)?) -> @isolated(any) (Resolver) -> Product
) -> @isolated(any) (Resolver) -> Product {
  let write: ((any Actor)?) -> @isolated(any) (Resolver) -> Product = Builtin.reinterpretCast(write)
  return write(isolation)
}

/// Returns a closure with one parameter that is isolated to the given actor.
///
/// The actor is known only at run time.
///
/// - Parameters:
///   - isolation: The actor, or `nil` for a closure that is isolated to no actor.
///   - write: Returns the closure, and does nothing else, as in the form without an argument.
package func bound<Product, Resolver, Argument>(
  to isolation: (any Actor)?,
  _ write: @escaping (isolated (any Actor)?) -> @isolated(any) (Resolver, Argument) -> Product
) -> @isolated(any) (Resolver, Argument) -> Product {
  let write: ((any Actor)?) -> @isolated(any) (Resolver, Argument) -> Product =
    Builtin.reinterpretCast(write)
  return write(isolation)
}

extension FactoryClosure {
  /// Creates a factory closure from a closure that takes a context and then its parameters.
  package init<Context, Failure: Error, each Parameter>(
    in home: Home<Context>,
    _ closure:
      @escaping @isolated(any) (Context, repeat each Parameter) throws(Failure) -> Product
  ) where Arguments == (repeat each Parameter) {
    isolation = closure.isolation
    let closure = withoutIsolation(ofTyped: closure)
    call = { (arguments: ArgumentTuple<(repeat each Parameter)>) in
      var position = arguments.start
      return try closure(home.context, repeat next((each Parameter).self, at: &position))
    }
  }

  /// Creates a factory closure from a closure that takes only a context.
  package init<Context, Failure: Error>(
    in home: Home<Context>,
    _ closure: @escaping @isolated(any) (Context) throws(Failure) -> Product
  ) where Arguments == Void {
    isolation = closure.isolation
    let closure: @Sendable (Context) throws(Failure) -> Product = Builtin.reinterpretCast(closure)
    call = { _ in try closure(home.context) }
  }
}

/// Casts a closure that is isolated to an actor to a closure type without isolation.
///
/// The caller must call the result on that actor; see ``FactoryClosure``.
package func withoutIsolation<Product, each Parameter>(
  of closure: @escaping @isolated(any) (repeat each Parameter) throws -> Product
) -> @Sendable (repeat each Parameter) throws -> Product {
  withoutIsolation(ofTyped: closure)
}

/// Casts a closure that is isolated to an actor to a closure type without isolation.
///
/// The type of the closure's errors remains.
///
/// Both types have the same layout. The cast of a structure keeps the closure as it is. It needs
/// the metadata of `@isolated(any)` closures, which exists from iOS 18 on. The cast of the compiler
/// needs no metadata, but wraps the closure in two others.
private func withoutIsolation<Product, Failure: Error, each Parameter>(
  ofTyped closure: @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> Product
) -> @Sendable (repeat each Parameter) throws(Failure) -> Product {
  if #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) {
    return unsafeBitCast(
      IsolatedClosure(closure: closure),
      to: SendableClosure<Product, Failure, repeat each Parameter>.self
    ).closure
  }
  return Builtin.reinterpretCast(closure)
}

/// A structure that contains a closure of an `@isolated(any)` type.
///
/// It exists to cast the closure without a wrapper around it.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
private struct IsolatedClosure<Product, Failure: Error, each Parameter> {
  let closure: @isolated(any) (repeat each Parameter) throws(Failure) -> Product
}

/// A structure that contains a `@Sendable` closure, with the same memory layout as
/// ``IsolatedClosure``.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
private struct SendableClosure<Product, Failure: Error, each Parameter> {
  let closure: @Sendable (repeat each Parameter) throws(Failure) -> Product
}

/// Casts a closure without parameters to a closure type without isolation.
///
/// The caller must call the result on the closure's actor; see ``FactoryClosure``.
package func withoutIsolation<Product>(
  _ closure: @escaping @isolated(any) () -> Product
) -> @Sendable () -> Product {
  Builtin.reinterpretCast(closure)
}

/// Casts a closure without parameters to a closure type without isolation.
///
/// The type of the closure's errors remains. The cast of a structure keeps the closure as it is,
/// without another one around it.
///
/// The caller must call the result on the closure's actor; see ``FactoryClosure``.
package func withoutIsolation<Product, Failure: Error>(
  throwing closure: @escaping @isolated(any) () throws(Failure) -> Product
) -> @Sendable () throws(Failure) -> Product {
  let closure: ParameterlessSendableClosure<Product, Failure> = Builtin.reinterpretCast(
    ParameterlessIsolatedClosure(closure: closure))
  return closure.closure
}

/// A structure that contains a closure of an `@isolated(any)` type without parameters.
private struct ParameterlessIsolatedClosure<Product, Failure: Error> {
  let closure: @isolated(any) () throws(Failure) -> Product
}

/// A structure that contains a `@Sendable` closure without parameters.
///
/// It has the same memory layout as ``ParameterlessIsolatedClosure``.
private struct ParameterlessSendableClosure<Product, Failure: Error> {
  let closure: @Sendable () throws(Failure) -> Product
}

/// Casts an isolated closure with one parameter to a closure type without isolation.
///
/// The caller must keep the isolation with the result; see ``FactoryClosure``.
package func callable<Instance, Product>(
  _ closure: @escaping @Sendable @isolated(any) (Instance) throws -> Product
) -> @Sendable (Instance) throws -> Product {
  Builtin.reinterpretCast(closure)
}

extension Registration {
  /// Throws an error if the calling thread does not run on the actor to which the factory is
  /// isolated.
  final func checkIsolation() throws {
    guard let isolation, !isCurrent(isolation) else { return }
    throw ResolutionFailure(
      .isolated(
        IsolatedFactory(actor: "\(type(of: isolation))", locator: locator, location: location)),
      registrations: [self])
  }
}
