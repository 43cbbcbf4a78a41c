internal import CStitcherThread

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
