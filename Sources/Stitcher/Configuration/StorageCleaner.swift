#if canImport(UIKit) && !os(watchOS)
  internal import Foundation
  internal import UIKit
#elseif canImport(WatchKit)
  internal import Foundation
  internal import WatchKit
#elseif canImport(AppKit)
  internal import AppKit
  internal import Foundation
#endif

/// Frees the records of deallocated instances when an app leaves the foreground or is short of
/// memory.
///
/// On systems without such apps, the cleaner has no effect. There, the graph frees a record when
/// the dependency is requested again.
enum StorageCleaner {
  /// Starts to free the records of deallocated instances at certain system notifications; later
  /// calls have no effect.
  static func start() { _ = started }

  /// Subscribes, once, to the system notifications at which the records of deallocated instances
  /// are freed.
  ///
  /// A task subscribes, since the names of some notifications are isolated to the main actor.
  private static let started: Void = {
    #if canImport(UIKit) || canImport(WatchKit) || canImport(AppKit)
      Task { @MainActor in
        for name in occasions { clean(on: name) }
      }
    #endif
  }()

  #if canImport(UIKit) || canImport(WatchKit) || canImport(AppKit)
    /// The system notifications at which the records of deallocated instances are freed.
    @MainActor private static var occasions: [Notification.Name] {
      #if canImport(UIKit) && !os(watchOS)
        [
          UIApplication.willResignActiveNotification,
          UIApplication.didReceiveMemoryWarningNotification,
        ]
      #elseif canImport(WatchKit)
        if #available(watchOS 7.0, *) { [WKApplication.willResignActiveNotification] } else { [] }
      #else
        [NSApplication.willResignActiveNotification]
      #endif
    }

    /// Frees the records of deallocated instances each time the named notification is posted, until
    /// the process ends.
    private static func clean(on name: Notification.Name) {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        guard StitcherConfiguration.autoCleanupEnabled else { return }
        Task.detached(priority: .utility) { DependencyGraph.releaseUnusedStorage() }
      }
    }
  #endif
}
