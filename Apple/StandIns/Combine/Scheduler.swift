// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// In the SDK, Dispatch and Foundation declare the schedulers and publishers at the end
// of this file.

public import Dispatch
public import Foundation

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public protocol Scheduler<SchedulerTimeType> {
  associatedtype SchedulerTimeType
  associatedtype SchedulerOptions
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
public struct ImmediateScheduler: Scheduler {
  public typealias SchedulerOptions = Never
  public struct SchedulerTimeType {}
  public static var shared: ImmediateScheduler { fatalError() }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { fatalError() }
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension DispatchQueue: Scheduler {
  public struct SchedulerTimeType {}
  public struct SchedulerOptions {}
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { fatalError() }
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension RunLoop: Scheduler {
  public struct SchedulerTimeType {}
  public struct SchedulerOptions {}
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { fatalError() }
}

@available(macOS 10.15, iOS 13.0, tvOS 13.0, watchOS 6.0, *)
extension NotificationCenter {
  public struct Publisher: Combine.Publisher {
    public typealias Output = Notification
    public typealias Failure = Never
    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Notification, S.Failure == Never {
      fatalError()
    }
  }

  public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
    fatalError()
  }
}
