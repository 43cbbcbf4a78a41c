// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of WatchKit that the package uses, for type-checking. Nothing here runs.

@_exported public import Foundation

@available(watchOS 7.0, *)
@MainActor
open class WKApplication: NSObject {
  public class var willResignActiveNotification: NSNotification.Name { fatalError() }
}
