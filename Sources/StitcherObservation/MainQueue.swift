internal import Dispatch

#if canImport(Darwin) || os(Linux) || os(Android)
  internal import CStitcherThread
#else
  internal import Foundation
#endif

/// Where the main actor runs: on the main thread, or, as on Linux, on the main
/// queue's current thread.
package enum MainQueue {
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
  package static var isMainThread: Bool {
    #if canImport(Darwin) || os(Linux) || os(Android)
      // Foundation's answer would link 45 MB of it into a program that has it linked statically.
      stitcher_thread_is_main()
    #else
      Thread.isMainThread
    #endif
  }
}
