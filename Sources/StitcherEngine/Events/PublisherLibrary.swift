// The one place that says which library's publishers there are: Combine's, or OpenCombine's where
// the package trait of that name is on. The trait counts, not whether the module can be found:
// another package may have built it. What speaks of publishers imports this module.
#if canImport(Combine)
  @_exported public import Combine
#elseif OpenCombine
  @_exported public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  /// The library's protocol, for types that are called `Publisher` themselves.
  public typealias LibraryPublisher = Publisher
#endif
