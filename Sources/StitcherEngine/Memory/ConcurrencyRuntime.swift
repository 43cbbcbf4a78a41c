internal import CStitcherThread

/// Whether the calling code runs on the given actor's executor, as far as the runtime knows.
///
/// This check never stops the program, unlike `assertIsolated()`. Call it from a synchronous
/// function.
///
/// If the executor is not one of the system's, the runtime knows only the tasks that run on the
/// executor. For other code, the runtime calls `isIsolatingCurrentContext()` of the executor.
package func isCurrent(_ actor: any Actor) -> Bool {
  // The address of the actor or the executor, and the address of its witness table.
  let (identity, implementation) = unsafeBitCast(actor.unownedExecutor, to: (UInt, UInt).self)
  return stitcher_executor_is_current(identity, implementation)
    || (actor === MainActor.shared && stitcher_thread_is_on_main_queue())
}

extension TaskLocal {
  /// The address at which the current task stores the value of this task-local variable, or zero.
  ///
  /// A child task inherits the value of its parent, at the same address. A task that `Task` starts
  /// has a copy at another address, and a detached task has no value. The runtime identifies a
  /// `TaskLocal` by its own address.
  var bindingAddress: UInt {
    UInt(bitPattern: stitcher_task_local_binding(Unmanaged.passUnretained(self).toOpaque()))
  }
}
