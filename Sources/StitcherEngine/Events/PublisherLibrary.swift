// The publisher library: Combine, or OpenCombine if the package trait of that name is enabled. The
// trait is decisive, not whether the module can be imported: another package may have built it. All
// files that use publishers import this module.
#if canImport(Combine)
  @_exported public import Combine
#elseif OpenCombine
  @_exported public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  /// The `Publisher` protocol of the publisher library: Combine or OpenCombine.
  ///
  /// For code in which `Publisher` means another type.
  public typealias LibraryPublisher = Publisher
#endif
