// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of Dispatch that the package, its tools and its examples use, for type-checking. All
// of them are older than the lowest releases of the package. Nothing here runs.

open class DispatchObject {
  init() {}
}

open class DispatchQueue: DispatchObject, @unchecked Sendable {
  // Safe: a stand-in without state, annotated as the SDK's type is.
  public class var main: DispatchQueue { fatalError() }
  public class func global() -> DispatchQueue { fatalError() }
  public class func concurrentPerform(iterations: Int, execute work: (Int) -> Void) { fatalError() }
  public func async(group: DispatchGroup? = nil, execute work: @escaping @Sendable () -> Void) {
    fatalError()
  }
}

open class DispatchGroup: DispatchObject, @unchecked Sendable {
  // Safe: a stand-in without state, annotated as the SDK's type is.
  public override init() { fatalError() }
  public func wait() { fatalError() }
}

open class DispatchSemaphore: DispatchObject, @unchecked Sendable {
  // Safe: a stand-in without state, annotated as the SDK's type is.
  public init(value: Int) { fatalError() }
  public func wait() { fatalError() }
  @discardableResult public func signal() -> Int { fatalError() }
}
