internal import CStitcherThread

/// Whether the caller runs on an actor's executor, as far as that can be known; it never stops the
/// program. Called from a synchronous function, it says what is so for its caller.
///
/// Of executors that are not the system's, the runtime knows the tasks that they run. Of anything
/// else that they run, it asks `isIsolatingCurrentContext()`.
package func isCurrent(_ actor: any Actor) -> Bool {
  // The address of the actor or executor, and that of its witnesses.
  let (identity, implementation) = unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
  return stitcher_executor_is_current(identity, implementation)
    || (actor === MainActor.shared && stitcher_thread_is_on_main_queue())
}

extension TaskLocal {
  /// The address at which the current task finds the value, or zero if none is bound.
  ///
  /// A child task finds the value of its parent, at the same address. A task that is started with
  /// `Task` has a copy at another address, and a detached task has none. The runtime's `TaskLocal`
  /// uses its own address as the key.
  var bindingAddress: UInt {
    UInt(bitPattern: stitcher_task_local_binding(Unmanaged.passUnretained(self).toOpaque()))
  }
}
