internal import CStitcherThread

/// Whether the caller runs on an actor, as far as that can be known without stopping the program.
///
/// Called from a synchronous function, it says what is so for its caller.
package func isCurrent(_ actor: any Actor) -> Bool {
  if actor === MainActor.shared { return MainQueue.isCurrent }
  let executor = unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
  return stitcher_executor_is_current(executor.0, executor.1)
}
