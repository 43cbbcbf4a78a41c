// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// Declarations of Darwin that the package's tools use, for type-checking. Nothing here runs.

public var SIGPIPE: Int32 { fatalError() }
public var SIG_IGN: (@convention(c) (Int32) -> Void)? { fatalError() }
@discardableResult
public func signal(
  _ signal: Int32, _ handler: (@convention(c) (Int32) -> Void)?
) -> (@convention(c) (Int32) -> Void)? {
  fatalError()
}
public func exit(_ status: Int32) -> Never { fatalError() }
public func strcspn(_ text: UnsafePointer<CChar>?, _ set: UnsafePointer<CChar>?) -> Int {
  fatalError()
}
