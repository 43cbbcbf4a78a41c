#if canImport(Darwin) || os(Linux) || os(Android)
  internal import CStitcherThread
#else
  internal import Dispatch
  internal import Foundation
#endif

/// Where the main actor runs: on the main thread, or, as on Linux, on the main
/// queue's current thread.
package enum MainQueue {
  #if canImport(Darwin) || os(Linux) || os(Android)
    // Dispatch's and Foundation's own answers would link 0.1 and 45 MB of them into a program that
    // has them linked statically.

    /// Whether the caller runs on the main actor's executor.
    package static var isCurrent: Bool { isMainThread || stitcher_thread_is_on_main_queue() }

    /// Whether the caller runs on the main thread.
    package static var isMainThread: Bool { stitcher_thread_is_main() }
  #else
    /// Marks the main queue. It is set once, at the first question.
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
