// Who imports `Stitcher` alone may subscribe to a publisher of its, and cancel. No other name of
// the library comes along.
#if canImport(Combine)
  @_exported public import class Combine.AnyCancellable
  @_exported public import struct Combine.AnyPublisher
#elseif OpenCombine
  @_exported public import class OpenCombine.AnyCancellable
  @_exported public import struct OpenCombine.AnyPublisher
#endif
