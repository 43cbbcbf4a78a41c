// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of UIKit that the package uses, for type-checking. Nothing here runs.

@_exported public import Foundation

@available(iOS 2.0, tvOS 9.0, *)
@available(watchOS, unavailable)
@MainActor
open class UIResponder: NSObject {}

@available(iOS 2.0, tvOS 9.0, *)
@available(watchOS, unavailable)
@MainActor
open class UIApplication: UIResponder {
  nonisolated public class var willResignActiveNotification: NSNotification.Name { fatalError() }
  nonisolated public class var didReceiveMemoryWarningNotification: NSNotification.Name {
    fatalError()
  }
}
