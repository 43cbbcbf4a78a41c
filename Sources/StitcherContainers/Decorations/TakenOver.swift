internal import StitcherEngine

/// A closure of an actor that is given an instance which nobody else has, and whose result only the
/// caller gets.
struct TakenOver<Instance>: Sendable {
  /// The closure, called on its actor with a box.
  let call: @Sendable (UncheckedBox<Instance>) async throws -> UncheckedBox<Any>

  /// Takes a closure over.
  init(_ closure: @escaping @Sendable @isolated(any) (Instance) throws -> Instance) {
    let actor = closure.isolation
    let closure = callable(closure)
    call = { try await Self.run(closure, $0, on: actor) }
  }

  /// Calls a closure on its actor.
  private static func run(
    _ closure: @Sendable (Instance) throws -> Instance, _ instance: UncheckedBox<Instance>,
    on isolation: isolated (any Actor)?
  ) throws -> UncheckedBox<Any> {
    UncheckedBox<Any>(try closure(instance.value))
  }
}
