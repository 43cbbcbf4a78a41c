internal import CStitcherThread

#if os(Windows) && !NoFoundation
  internal import Dispatch
#endif

/// Checks whether the caller runs on the main actor's executor.
///
/// That executor is the main thread, or the thread that is running blocks of the main queue. On
/// Linux, this may be any thread.
///
/// Dispatch and Foundation have functions for this, which would add 0.1 and 45 MB to a program that
/// links them statically.
package enum MainQueue {
  /// Whether the caller runs on the main actor's executor.
  package static var isCurrent: Bool { isMainThread || isOnMainQueue }

  /// Whether the caller runs on the main thread.
  package static var isMainThread: Bool { stitcher_thread_is_main() }

  #if os(Windows) && !NoFoundation
    /// The key of a mark on the main queue. Code that runs on the queue finds the mark.
    ///
    /// The main queue is marked when this property is first used.
    private static let key = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()

    private static var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: key) == true }
  #else
    private static var isOnMainQueue: Bool { stitcher_thread_is_on_main_queue() }
  #endif
}
