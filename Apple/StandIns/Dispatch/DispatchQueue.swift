// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of Dispatch that the package and its examples use, for type-checking.
// Nothing here runs.

open class DispatchQueue: @unchecked Sendable {
  // Safe: a stand-in without state, annotated as the SDK's type is.
  public class var main: DispatchQueue { fatalError() }
  public func async(execute work: @escaping @Sendable () -> Void) {
    fatalError()
  }
}
