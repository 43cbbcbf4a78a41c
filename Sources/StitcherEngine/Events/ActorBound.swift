internal import Builtin

/// A closure together with the actor on which it has to be called.
package struct ActorBound<Input: Sendable>: Sendable {
  /// The closure. It is called on its actor, if it has one.
  private let closure: @Sendable (Input) -> Void

  /// The actor on which the closure was written; nil if it may be called anywhere.
  let isolation: (any Actor)?

  /// Whether the caller may say that the closure is called where it stands.
  private let isAllowedAnywhere: Bool

  /// Takes over a closure that belongs to the actor on which it was written.
  package init(_ closure: @escaping @Sendable @isolated(any) (Input) -> Void) {
    self.init(closure) { $0 }
  }

  /// Takes over a closure that belongs to the actor on which it was written, and gets a part
  /// of the input.
  package init<Part>(
    _ closure: @escaping @Sendable @isolated(any) (Part) -> Void,
    part: @escaping @Sendable (Input) -> Part
  ) {
    let isolation = closure.isolation
    // The two types differ in the isolation only, which is looked after here.
    let call: @Sendable (Part) -> Void = Builtin.reinterpretCast(closure)
    self.init(on: isolation) { call(part($0)) }
  }

  /// Takes over a closure that an actor, or nobody in particular, is asked to call.
  ///
  /// - Parameter isAllowedAnywhere: Whether any thread may call it: for a closure
  ///   that reads what its callers may read as well.
  package init(
    on isolation: (any Actor)?, isAllowedAnywhere: Bool = false,
    _ closure: @escaping @Sendable (Input) -> Void
  ) {
    self.isolation = isolation
    self.isAllowedAnywhere = isAllowedAnywhere || isolation == nil
    self.closure = closure
  }

  /// Whether the calling thread may call the closure, as far as that can be known.
  var isCallableHere: Bool { isAllowedAnywhere || isolation.map { isCurrent($0) } ?? false }

  /// Calls the closure on a thread that may.
  func call(_ input: Input) { closure(input) }

  /// Calls another closure on the actor.
  func run(_ body: @Sendable () -> Void) async { await run(body, on: isolation) }

  /// Calls another closure on an actor.
  private func run(_ body: @Sendable () -> Void, on isolation: isolated (any Actor)?) async {
    body()
  }
}

extension ActorBound<Void> {
  /// Takes over a closure that reads state; what it returns does not count.
  package init<State>(reading state: @escaping @Sendable @isolated(any) () -> State) {
    let isolation = state.isolation
    let read: @Sendable () -> State = Builtin.reinterpretCast(state)
    self.init(on: isolation) { _ in _ = read() }
  }
}
