/// A module under the name that users of SwiftDependencyInjector import for its macros. It
/// re-exports `SwiftDependencyInjector`, which declares them.
@_exported public import SwiftDependencyInjector
