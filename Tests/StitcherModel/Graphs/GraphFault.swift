/// A deliberate error of graphs, which the comparison with the model must detect.
package enum GraphFault: CaseIterable, Sendable {
  /// A container follows its state too late.
  case followsLate
  /// The contents of a container do not follow its state.
  case doesNotFollow
  /// Asynchronous code loses its current graph.
  case losesTasks
  /// A registration stays after its removal from a registry.
  case keepsWhatWasUnregistered
  /// A registration that is added to an attached registry is ignored.
  case overlooksWhatIsRegistered
  /// A registry stays attached after it was detached.
  case staysAttached
  /// A kept instance is created again for each request.
  case makesKeptOnesAnew
  /// An isolated graph shares the instances of its parents.
  case sharesInstances
  /// A graph still resolves after its end.
  case goesOnAfterTheEnd
  /// An instance is never released.
  case leaks
}
