import StitcherTestSupport

extension Tracked {
  /// Creates an object with a number; `ends` counts the living objects.
  convenience init(
    _ number: Int = 0, ends: Lifetimes = Lifetimes(), onDeinit: (@Sendable () -> Void)? = nil
  ) {
    self.init(ends, number: number, onDeinit: onDeinit)
  }
}
