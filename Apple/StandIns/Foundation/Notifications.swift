// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

open class NSNotification: NSObject {
  public struct Name: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(_ rawValue: String) { fatalError() }
    public init(rawValue: String) { fatalError() }
  }
}

public struct Notification {
  public typealias Name = NSNotification.Name
  public var name: Name
  public var object: Any?
}

public protocol NSObjectProtocol: AnyObject {}
extension NSObject: NSObjectProtocol {}

open class OperationQueue: NSObject, @unchecked Sendable {
  // Safe: a stand-in without state, annotated as the SDK's type is.
  public class var main: OperationQueue { fatalError() }
}

open class NotificationCenter: NSObject, @unchecked Sendable {
  // Safe: a stand-in without state, annotated as the SDK's type is.
  public class var `default`: NotificationCenter { fatalError() }
  @discardableResult
  open func addObserver(
    forName name: NSNotification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol {
    fatalError()
  }
}

open class RunLoop: NSObject {
  public class var main: RunLoop { fatalError() }
}

open class Thread: NSObject {
  public class var isMainThread: Bool { fatalError() }
  public class func sleep(forTimeInterval interval: Double) { fatalError() }
}
