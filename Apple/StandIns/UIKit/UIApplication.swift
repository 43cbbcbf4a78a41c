// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of UIKit that the package uses, for type-checking. Nothing here runs.

@_exported public import Foundation

@MainActor
open class UIResponder: NSObject {}

@MainActor
open class UIApplication: UIResponder {
  nonisolated public class var willResignActiveNotification: NSNotification.Name { fatalError() }
  nonisolated public class var didReceiveMemoryWarningNotification: NSNotification.Name {
    fatalError()
  }
}
