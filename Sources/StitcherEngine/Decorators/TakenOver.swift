/// A closure of an actor that is given an instance which nobody else has, and whose result only the
/// caller gets.
struct TakenOver<Instance>: Sendable {
  /// The closure, called on its actor with a box.
  let call: @Sendable (UncheckedBox<Any>) async throws -> UncheckedBox<Any>

  /// Takes a closure over.
  init(_ closure: @escaping @Sendable @isolated(any) (Instance) throws -> Instance) {
    let actor = closure.isolation
    let closure = callable(closure)
    call = { instance in
      try await withTurn { try await Self.run(closure, instance, on: actor, $0) }
    }
  }

  /// Casts an instance on the actor of a closure, since the conformance may be isolated to it, and
  /// calls the closure there.
  private static func run(
    _ closure: @Sendable (Instance) throws -> Instance, _ instance: UncheckedBox<Any>,
    on isolation: isolated (any Actor)?, _ turn: ActorTurn<UncheckedBox<Any>>
  ) throws -> UncheckedBox<Any> {
    try turn.begin()
    return UncheckedBox<Any>(try closure(try castHere(instance.value)))
  }
}
