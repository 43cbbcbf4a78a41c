/// The name that users of SwiftDependencyInjector import for its macros. They are declared in
/// `SwiftDependencyInjector` itself, which this module hands on.
@_exported public import SwiftDependencyInjector
