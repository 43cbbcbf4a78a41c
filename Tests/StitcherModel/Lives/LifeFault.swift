/// Something that a world of lives gets wrong on purpose, as a library might, to see that the
/// comparison finds it.
package enum LifeFault: CaseIterable, Sendable {
  /// What is kept in each graph is made anew each time.
  case makesScopedOnesAnew
  /// Instances are not torn down.
  case forgetsTeardowns
  /// Instances are torn down twice.
  case tearsDownTwice
  /// What a teardown has thrown is lost.
  case swallowsTeardownErrors
  /// Something is decorated twice.
  case decoratesTwice
  /// A factory does not learn of its cancellation.
  case hidesCancellations
  /// A creation that has failed fails once more.
  case remembersFailures
  /// Those who watch are not told of failures.
  case tellsNothingOfFailures
  /// Those who watch are told that nobody has asked.
  case forgetsRequesters
  /// What is managed lives on when its lifetime ends.
  case forgetsLifetimes
  /// A teardown that takes too long is said to be done.
  case hurriesTeardowns
  /// A graph that nobody holds stays.
  case keepsDroppedGraphs
  /// An activation that is cancelled goes on.
  case ignoresCancelledActivations
  /// An instance is held for ever.
  case leaks
}
