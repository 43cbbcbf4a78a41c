/// Something that a world of graphs gets wrong on purpose, as a library might, to see that the
/// comparison finds it.
package enum GraphFault: CaseIterable, Sendable {
  /// A state that has changed is followed, but not at once.
  case followsLate
  /// What a container holds does not follow its state.
  case doesNotFollow
  /// Asynchronous code loses the graph that runs it.
  case losesTasks
  /// What was taken out of a registry stays.
  case keepsWhatWasUnregistered
  /// What is added to a registry is not seen where that is attached already.
  case overlooksWhatIsRegistered
  /// A registry stays attached.
  case staysAttached
  /// What is kept is made anew each time.
  case makesKeptOnesAnew
  /// An isolated graph shares the instances of its parents.
  case sharesInstances
  /// A graph goes on after its end.
  case goesOnAfterTheEnd
  /// An instance is held for ever.
  case leaks
}
