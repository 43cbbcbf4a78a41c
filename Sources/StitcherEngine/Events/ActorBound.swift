internal import Builtin

/// A closure together with the actor on which it has to be called.
///
/// A closure that is isolated to no actor can be called on any thread.
package struct ActorBound<Input: Sendable>: Sendable {
  /// The closure. If there is an actor, the closure has to be called on it.
  private let closure: @Sendable (Input) -> Void

  /// The actor to which the closure is isolated; `nil` if it is isolated to none.
  let isolation: (any Actor)?

  /// Whether any thread may call the closure, even if the closure is isolated to an actor.
  private let isAllowedAnywhere: Bool

  /// Wraps a closure together with the actor to which it is isolated, if any.
  package init(_ closure: @escaping @Sendable @isolated(any) (Input) -> Void) {
    self.init(closure) { $0 }
  }

  /// Wraps a closure whose argument is derived from the input by the function `part`.
  ///
  /// The closure keeps the actor to which it is isolated, if any.
  ///
  /// - Parameters:
  ///   - closure: The closure.
  ///   - part: Returns the closure's argument, given the input.
  package init<Part>(
    _ closure: @escaping @Sendable @isolated(any) (Part) -> Void,
    part: @escaping @Sendable (Input) -> Part
  ) {
    let isolation = closure.isolation
    // Safe: the two types differ only in the isolation, and this structure checks the actor before
    // each call.
    let call: @Sendable (Part) -> Void = Builtin.reinterpretCast(closure)
    self.init(on: isolation) { call(part($0)) }
  }

  /// Wraps a closure that has to be called on the given actor.
  ///
  /// - Parameters:
  ///   - isolation: The actor; `nil` if the closure may be called on any thread.
  ///   - isAllowedAnywhere: Whether any thread may call the closure, even if there is an actor.
  ///     Pass `true` only if the closure reads only state that its callers may read as well.
  ///   - closure: The closure.
  package init(
    on isolation: (any Actor)?, isAllowedAnywhere: Bool = false,
    _ closure: @escaping @Sendable (Input) -> Void
  ) {
    self.isolation = isolation
    self.isAllowedAnywhere = isAllowedAnywhere || isolation == nil
    self.closure = closure
  }

  /// Whether the calling thread may call the closure.
  ///
  /// That is the case if any thread may call the closure, or if the thread runs on the closure's
  /// actor.
  var isCallableHere: Bool { isAllowedAnywhere || isolation.map { isCurrent($0) } ?? false }

  /// Calls the closure on the calling thread.
  ///
  /// The thread must be allowed to call the closure.
  func call(_ input: Input) { closure(input) }

  /// Runs the given function on the actor to which the closure is isolated.
  func run(_ body: @Sendable () -> Void) async { await run(body, on: isolation) }

  /// Runs the given function on the given actor.
  private func run(_ body: @Sendable () -> Void, on isolation: isolated (any Actor)?) async {
    body()
  }
}

extension ActorBound<Void> {
  /// Wraps a closure that reads observed state.
  ///
  /// The result of the closure is ignored.
  package init<State>(reading state: @escaping @Sendable @isolated(any) () -> State) {
    let isolation = state.isolation
    let read: @Sendable () -> State = Builtin.reinterpretCast(state)
    self.init(on: isolation) { _ in _ = read() }
  }
}
