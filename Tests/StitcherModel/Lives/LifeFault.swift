/// A deliberate error of creations or teardowns, which the comparison with the model must detect.
package enum LifeFault: CaseIterable, Sendable {
  /// A scoped instance is created again for each request.
  case makesScopedOnesAnew
  /// Instances are not torn down.
  case forgetsTeardowns
  /// Instances are torn down twice.
  case tearsDownTwice
  /// The error of a teardown is lost.
  case swallowsTeardownErrors
  /// An instance is decorated twice.
  case decoratesTwice
  /// A factory does not notice its cancellation.
  case hidesCancellations
  /// A creation fails once more after a failure.
  case remembersFailures
  /// Observers are not notified of failures.
  case tellsNothingOfFailures
  /// Observers receive creations without their requesters.
  case forgetsRequesters
  /// A managed instance survives the end of its lifetime.
  case forgetsLifetimes
  /// A teardown that exceeds its time limit counts as completed.
  case hurriesTeardowns
  /// An unreferenced graph is never released.
  case keepsDroppedGraphs
  /// A cancelled activation continues.
  case ignoresCancelledActivations
  /// An instance is never released.
  case leaks
}
