// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of AppKit that the package uses, for type-checking. Nothing here runs.

@_exported public import Foundation

@MainActor
open class NSResponder: NSObject {}

@MainActor
open class NSApplication: NSResponder {
  public class var willResignActiveNotification: NSNotification.Name { fatalError() }
}
