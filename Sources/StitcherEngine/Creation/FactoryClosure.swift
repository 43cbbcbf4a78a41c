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

/// A reference to the tuple of a factory's arguments, and to the owner of the graph that runs the
/// factory. It is valid during the call of the factory.
///
/// It is a reference to the tuple, which does not have to be copied. A closure that took the tuple
/// itself would get its elements as a parameter pack, and would copy each of them.
@usableFromInline
package struct ArgumentTuple<Elements> {
  /// The address of the tuple of arguments.
  @usableFromInline let address: UnsafePointer<Elements>

  /// The owner of the graph that runs the factory; `nil` if there is no such graph, or if it has no
  /// owner.
  package let owner: UnretainedReference<AnyObject>?

  /// Creates a reference to the tuple at the given address.
  @inline(__always)
  fileprivate init(_ address: UnsafePointer<Elements>, _ graph: UnretainedReference<Graph>?) {
    self.address = address
    // Relaxed, since the owner is set before another thread can run a factory in the graph.
    owner = graph.flatMap {
      UnretainedReference(optional: $0.with { $0.owner.load(ordering: .relaxed) })
    }
  }

  /// The position of the first element in the tuple.
  @inlinable
  @inline(__always)
  package var start: UnsafeRawPointer { UnsafeRawPointer(address) }
}

/// Reads the next element of a tuple of arguments, and moves the position to the end of this
/// element.
///
/// The elements are read one after the other, since an access to the tuple would copy all of them
/// first. The elements of a tuple are aligned like the stored properties of a structure.
@inlinable
@inline(__always)
package func next<Element>(_ type: Element.Type, at position: inout UnsafeRawPointer) -> Element {
  let element = position.alignedUp(for: type).assumingMemoryBound(to: type)
  position = UnsafeRawPointer(element) + MemoryLayout<Element>.size
  return element.pointee
}

/// Calls a closure with a reference to the given tuple of arguments.
///
/// - Parameter graph: The graph that runs the factory to which the closure passes the arguments.
@inline(__always)
package func withArguments<Elements, Result>(
  _ elements: Elements, in graph: UnretainedReference<Graph>? = nil,
  _ body: (ArgumentTuple<Elements>) throws -> Result
) rethrows -> Result {
  // `withUnsafePointer` would be called with a closure, which costs as much as a simple factory.
  try body(ArgumentTuple(UnsafePointer(Builtin.addressOfBorrow(elements)), graph))
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

/// Casts a closure that is isolated to an actor to a closure type without isolation.
///
/// The caller must call the result on that actor; see ``FactoryClosure``.
///
/// Both closure types have the same layout. `unsafeBitCast` of a structure with the closure adds no
/// wrapper. It needs the metadata of `@isolated(any)` types, which exists since iOS 18.
/// `Builtin.reinterpretCast` needs no metadata, but wraps the closure in two other closures.
package func withoutIsolation<Product, each Parameter>(
  of closure: @escaping @isolated(any) (repeat each Parameter) throws -> Product
) -> @Sendable (repeat each Parameter) throws -> Product {
  if #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) {
    return unsafeBitCast(
      IsolatedClosure(closure: closure), to: SendableClosure<Product, repeat each Parameter>.self
    ).closure
  }
  return Builtin.reinterpretCast(closure)
}

/// A structure that contains a closure of an `@isolated(any)` type.
///
/// It exists to cast the closure without a wrapper around it.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
private struct IsolatedClosure<Product, each Parameter> {
  let closure: @isolated(any) (repeat each Parameter) throws -> Product
}

/// A structure that contains a `@Sendable` closure, with the same memory layout as
/// ``IsolatedClosure``.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
private struct SendableClosure<Product, each Parameter> {
  let closure: @Sendable (repeat each Parameter) throws -> Product
}

/// Casts an isolated closure with typed throws to a closure type without isolation.
///
/// The result throws the same type of error. The caller must call the result on the closure's
/// actor; see ``FactoryClosure``.
private func withoutIsolation<Product, Failure: Error, each Parameter>(
  ofTyped closure: @escaping @isolated(any) (repeat each Parameter) throws(Failure) -> Product
) -> @Sendable (repeat each Parameter) throws(Failure) -> Product {
  if #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) {
    return unsafeBitCast(
      IsolatedTypedClosure(closure: closure),
      to: SendableTypedClosure<Product, Failure, repeat each Parameter>.self
    ).closure
  }
  return Builtin.reinterpretCast(closure)
}

/// A structure that contains a closure of an `@isolated(any)` type.
///
/// It exists to cast the closure without a wrapper around it.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
private struct IsolatedTypedClosure<Product, Failure: Error, each Parameter> {
  let closure: @isolated(any) (repeat each Parameter) throws(Failure) -> Product
}

/// A structure that contains a `@Sendable` closure, with the same memory layout as
/// ``IsolatedTypedClosure``.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
private struct SendableTypedClosure<Product, Failure: Error, each Parameter> {
  let closure: @Sendable (repeat each Parameter) throws(Failure) -> Product
}

/// Casts the closure of a factory to a closure type without isolation. The closure takes the
/// factory's container, and then the arguments.
///
/// The caller must call the result on the closure's actor; see ``FactoryClosure``.
///
/// The result takes a `Borrowed`, which cannot be copied, so a call does not retain the container.
/// `Container` must be an existential type. `Borrowed` must be a noncopyable structure with one
/// stored property, of the type `Container`. Values of both types are passed by address.
package func withoutIsolation<Product, Container, Borrowed: ~Copyable, each Parameter>(
  ofFactory closure: @escaping @isolated(any) (Container, repeat each Parameter) throws -> Product
) -> @Sendable (borrowing Borrowed, repeat each Parameter) throws -> Product {
  if #available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *) {
    return unsafeBitCast(
      IsolatedContainerClosure(closure: closure),
      to: SendableContainerClosure<Product, Borrowed, repeat each Parameter>.self
    ).closure
  }
  return Builtin.reinterpretCast(closure)
}

/// Casts a factory's closure that takes only a container to a closure type without isolation.
///
/// The requirements of the function for factories with arguments apply. `Builtin.reinterpretCast`
/// adds no wrapper here, since the closure type has no parameter pack.
package func withoutIsolation<Product, Container, Borrowed: ~Copyable>(
  ofFactory closure: @escaping @isolated(any) (Container) throws -> Product
) -> @Sendable (borrowing Borrowed) throws -> Product {
  Builtin.reinterpretCast(closure)
}

/// A structure that contains a closure of an `@isolated(any)` type that takes a container.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
private struct IsolatedContainerClosure<Product, Container, each Parameter> {
  let closure: @isolated(any) (Container, repeat each Parameter) throws -> Product
}

/// A structure that contains a `@Sendable` closure that takes a borrowed container, with the same
/// memory layout as ``IsolatedContainerClosure``.
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
private struct SendableContainerClosure<Product, Container: ~Copyable, each Parameter> {
  let closure: @Sendable (borrowing Container, repeat each Parameter) throws -> Product
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
  _ closure: @escaping @isolated(any) (Instance) throws -> Product
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
