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

/// Has the records of objects that are gone cleaned up when an app leaves the foreground or is
/// short of memory.
///
/// On systems without such apps it does nothing: the records are a few words each, and are cleaned
/// up when the object is asked for again.
enum StorageCleaner {
  /// Starts cleaning; does nothing if that was done before.
  static func start() { _ = started }

  /// Subscribes, once: soon, since some of the notifications' names belong to the main actor.
  private static let started: Void = {
    #if canImport(UIKit) || canImport(WatchKit) || canImport(AppKit)
      Task { @MainActor in
        for name in occasions { clean(on: name) }
      }
    #endif
  }()

  #if canImport(UIKit) || canImport(WatchKit) || canImport(AppKit)
    /// The notifications on which to clean up.
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

    /// Cleans up at each notification, for as long as the program runs.
    private static func clean(on name: Notification.Name) {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        guard StitcherConfiguration.autoCleanupEnabled else { return }
        Task.detached(priority: .utility) { DependencyGraph.releaseUnusedStorage() }
      }
    }
  #endif
}
