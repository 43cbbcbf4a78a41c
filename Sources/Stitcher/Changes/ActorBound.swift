/// A closure together with the actor on which it was written, and has to be called.
struct ActorBound<Input: Sendable>: Sendable {
  /// The closure. It is called on its actor, if it has one.
  private let closure: @Sendable (Input) -> Void

  /// The actor.
  private let isolation: (any Actor)?

  /// Whether the actor is the main one.
  private let isMain: Bool

  /// Takes a closure over.
  init(_ closure: @escaping @Sendable @isolated(any) (Input) -> Void) {
    isolation = closure.isolation
    isMain = isolation === MainActor.shared
    // The two types differ in the isolation only, which is looked after here.
    self.closure = unsafeBitCast(closure, to: (@Sendable (Input) -> Void).self)
  }

  /// Calls the closure now, if the calling thread may; returns whether it did.
  ///
  /// - Parameter body: Gets the call, and makes it.
  func callHere(_ input: Input, within body: (() -> Void) -> Void = { $0() }) -> Bool {
    guard isolation == nil || isMain && MainQueue.isCurrent else { return false }
    body { closure(input) }
    return true
  }

  /// Calls the closure on its actor.
  ///
  /// - Parameter body: Gets the call, and makes it.
  func callThere(
    _ input: Input, within body: @Sendable (() -> Void) -> Void = { $0() }
  ) async {
    await call(input, on: isolation, within: body)
  }

  /// Calls the closure on an actor.
  private func call(
    _ input: Input, on isolation: isolated (any Actor)?, within body: @Sendable (() -> Void) -> Void
  ) async {
    body { closure(input) }
  }
}

extension ActorBound<Void> {
  /// Takes over a closure that reads state; what it returns does not count.
  init<State>(reading state: @escaping @Sendable @isolated(any) () -> State) {
    isolation = state.isolation
    isMain = isolation === MainActor.shared
    let read = unsafeBitCast(state, to: (@Sendable () -> State).self)
    closure = { _ in _ = read() }
  }
}
