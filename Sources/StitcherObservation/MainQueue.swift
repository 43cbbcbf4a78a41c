internal import Dispatch
internal import Foundation

/// Where the main actor runs: on the main thread, or, as on Linux, on the main queue's current thread.
package enum MainQueue {
  /// Marks the main queue. It is set once, at the first question.
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the caller runs on the main actor's executor.
  package static var isCurrent: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true
  }
}
