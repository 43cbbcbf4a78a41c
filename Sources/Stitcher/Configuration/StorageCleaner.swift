#if canImport(UIKit) && !os(watchOS)
  internal import Foundation
  internal import UIKit
#elseif canImport(AppKit) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import Foundation
#endif

/// Has the records of objects that are gone cleaned up when an app leaves the foreground or is short of memory.
///
/// On systems without such apps it does nothing: the records are a few words each, and are cleaned up when the object is asked for again.
enum StorageCleaner {
  /// Starts cleaning; does nothing if that was done before.
  static func start() { _ = started }

  /// Subscribes, once.
  private static let started: Void = {
    #if canImport(UIKit) && !os(watchOS)
      clean(on: UIApplication.willResignActiveNotification)
      clean(on: UIApplication.didReceiveMemoryWarningNotification)
    #elseif canImport(AppKit) && !targetEnvironment(macCatalyst)
      clean(on: NSApplication.willResignActiveNotification)
    #endif
  }()

  #if (canImport(UIKit) && !os(watchOS)) || (canImport(AppKit) && !targetEnvironment(macCatalyst))
    /// Cleans up at each notification, for as long as the program runs.
    private static func clean(on name: Notification.Name) {
      _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        guard StitcherConfiguration.autoCleanupEnabled else { return }
        Task.detached(priority: .utility) { DependencyGraph.releaseUnusedStorage() }
      }
    }
  #endif
}
