// With this export, a client that imports only `Stitcher` can subscribe to its publishers and
// cancel subscriptions. No other names of the framework are exported.
#if canImport(Combine)
  @_exported public import class Combine.AnyCancellable
  @_exported public import struct Combine.AnyPublisher
#elseif OpenCombine
  @_exported public import class OpenCombine.AnyCancellable
  @_exported public import struct OpenCombine.AnyPublisher
#endif
