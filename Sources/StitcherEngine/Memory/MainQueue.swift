#if canImport(Darwin) || os(Linux) || os(Android)
  internal import CStitcherThread
#else
  internal import Dispatch
  internal import Foundation
#endif

/// Checks of whether the caller runs on the main actor's executor.
///
/// The main actor runs on the main thread. On some systems, such as Linux, it runs on any thread
/// that runs the main queue.
package enum MainQueue {
  #if canImport(Darwin) || os(Linux) || os(Android)
    // Dispatch and Foundation offer the same checks, but would add 0.1 MB and 45 MB to a statically
    // linked program.

    /// Whether the caller runs on the main actor's executor.
    package static var isCurrent: Bool { isMainThread || stitcher_thread_is_on_main_queue() }

    /// Whether the caller runs on the main thread.
    package static var isMainThread: Bool { stitcher_thread_is_main() }
  #else
    /// The key that marks the main queue. The first use sets the mark.
    private static let key = {
      let key = DispatchSpecificKey<Bool>()
      DispatchQueue.main.setSpecific(key: key, value: true)
      return key
    }()

    /// Whether the caller runs on the main actor's executor.
    package static var isCurrent: Bool {
      isMainThread || DispatchQueue.getSpecific(key: key) == true
    }

    /// Whether the caller runs on the main thread.
    package static var isMainThread: Bool { Thread.isMainThread }
  #endif
}
