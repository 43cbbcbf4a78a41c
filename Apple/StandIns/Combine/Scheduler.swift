// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// In the SDK, Dispatch and Foundation declare the schedulers and publishers at the end
// of this file.

public import Dispatch
public import Foundation

public protocol Scheduler<SchedulerTimeType> {
  associatedtype SchedulerTimeType
  associatedtype SchedulerOptions
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
}

public struct ImmediateScheduler: Scheduler {
  public typealias SchedulerOptions = Never
  public struct SchedulerTimeType {}
  public static var shared: ImmediateScheduler { fatalError() }
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { fatalError() }
}

extension DispatchQueue: Scheduler {
  public struct SchedulerTimeType {}
  public struct SchedulerOptions {}
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { fatalError() }
}

extension RunLoop: Scheduler {
  public struct SchedulerTimeType {}
  public struct SchedulerOptions {}
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { fatalError() }
}

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
