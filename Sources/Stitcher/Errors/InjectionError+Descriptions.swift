internal import StitcherEngine

extension InjectionError: CustomStringConvertible {
  /// A text with the injection's failure, its remedy, the source location of the injection, and
  /// similar registrations.
  ///
  /// The source location and the similar registrations were recorded when the error was thrown. The
  /// library keeps the records of the latest failures. If several injections failed in the same
  /// way, the description is about the latest one of this task or thread.
  ///
  /// - Complexity: O(1).
  public var description: String {
    if case .unknown(let error as InjectionError) = self { return error.description }
    let trace = FailureTrace.latest(for: summary)
    // If the trace itself names a remedy, such as other parameters, the general suggestion is
    // omitted, since it would mislead.
    let recovery = trace?.hasRemedy == true ? nil : recoverySuggestion
    return ([summary] + (recovery.map { ["Recovery: \($0)"] } ?? []) + details(trace))
      .joined(separator: "\n")
  }

  /// Returns the lines that follow the summary and the recovery suggestion in the error message,
  /// for the latest failure with this error.
  ///
  /// - Parameter place: A source location that the message already contains.
  func details(without place: SourceLocation) -> [String] {
    details(FailureTrace.latest(for: summary), without: place)
  }

  /// Returns the lines that follow the summary and the recovery suggestion in the error message,
  /// for the given trace of a failure.
  private func details(
    _ trace: FailureTrace?, without place: SourceLocation = .unknown
  ) -> [String] {
    (trace?.lines(without: place) ?? []) + places
  }

  /// A sentence that describes why the injection failed.
  package var summary: String {
    switch self {
    case .unknown(let error as InjectionError):
      error.summary
    case .unknown(let error):
      "Unknown error. Details: \(Self.localizedText(of: error) ?? "\(error)")"
    case .unsupportedOperation:
      "This operation is not supported."
    case .mismatchedDependencyType(let type, let expected):
      "Mismatched dependency type, expected '\(expected)' instead of '\(type)'."
    case .missingDependency(let context):
      "No dependency could be found for \(context)."
    case .multipleDependencies(let context):
      "Multiple dependencies found for \(context)."
    case .cyclicDependencyReference(let backtrace):
      "Dependency cycle detected, \(backtrace)."
    case .invalidDependencyParameters(let context, let parameterContext, let parameters):
      "Invalid instantiation parameter(s) [\(Self.list(parameters))] for \(context)."
        + " \(parameterContext)"
    case .graphEnded(let graph):
      GraphEnd(name: graph.name).summary
    case .captiveDependency(let captive):
      "\(captive.dependency) is '.scoped' and would be captured by \(captive.needer), \(captive.lifetime)"
        + " outlives the scope."
    case .scopeRequired(let scoped):
      "\(scoped.dependency) is '.scoped', and was injected in the graph of the process, where all"
        + " requests would share its instance."
    case .asynchronousDependency(let dependency):
      "The factory of \(dependency.dependency) is asynchronous, and there is no instance yet."
    case .isolatedDependency(let dependency):
      "The factory of \(dependency.dependency) runs on \(dependency.actor) only, and the injection"
        + " does not."
    }
  }

  /// A suggestion that helps to correct the failure, or `nil` if there is none.
  public var recoverySuggestion: String? {
    switch self {
    case .unknown, .unsupportedOperation:
      nil
    case .mismatchedDependencyType:
      "Please consider checking that the registered dependency has the required type."
    case .missingDependency(let context):
      "Please consider registering a dependency that matches \(context)"
        + " in an active dependency container."
    case .multipleDependencies(let context):
      "Please consider checking whether multiple dependencies are registered for \(context)."
        + " Maybe the dependency is registered in multiple active dependency containers."
    case .cyclicDependencyReference:
      "Please consider using lazy injection to break the cycle,"
        + " by using the '@WeakInjected' property wrapper for the reference back."
    case .invalidDependencyParameters(let context, _, let parameters):
      "Please consider checking the number and types of the parameters required to instantiate"
        + " \(context) match the received parameters [\(Self.list(parameters))]."
    case .graphEnded:
      "Inject the dependency before the graph ends, or from a graph that ends later."
    case .captiveDependency(let captive):
      "Write '.scope(.scoped)' or '.scope(.instance)' on \(captive.scopeOwner); or take"
        + " \(captive.dependency) as a parameter, or inject it later, where it is used."
    case .scopeRequired:
      "Inject it in a child graph: 'DependencyGraph.current.child().run { … }'. Detached tasks,"
        + " dispatch queues, threads and callbacks lose the current graph: pass them the closure"
        + " that 'DependencyGraph.current.bound { … }' returns."
    case .asynchronousDependency:
      "Please consider writing 'injectAsync', and awaiting it."
    case .isolatedDependency(let dependency):
      dependency.remedy
    }
  }

  private static func list(_ parameters: [AnyHashable]) -> String {
    parameters.map { "\($0)" }.joined(separator: ", ")
  }
}

extension InjectionError: CustomDebugStringConvertible {
  /// The same text as the error's ``description``.
  public var debugDescription: String { description }

  /// The registrations that the error names, with their source locations, one in each line.
  private var places: [String] {
    switch self {
    case .captiveDependency(let captive):
      [
        "  - \(captive.dependency), registered at \(captive.place)",
        captive.isDecorator
          ? "  - decorator of \(captive.holder), written at \(captive.holderPlace)"
          : "  - \(captive.holder), registered at \(captive.holderPlace)",
      ]
    case .scopeRequired(let dependency), .asynchronousDependency(let dependency):
      ["  - \(dependency.dependency), registered at \(dependency.place)"]
    case .isolatedDependency(let dependency):
      ["  - \(dependency.dependency), registered at \(dependency.place)"]
    default: []
    }
  }
}

extension InjectionError.CaptiveDependency {
  /// A phrase for the registration that would capture an instance with a shorter lifetime, or for
  /// its decorator.
  fileprivate var needer: String { isDecorator ? "the decorator of \(holder)" : "\(holder)" }

  /// The beginning of a clause about the capturing dependency, such as `which is '.singleton' and`;
  /// only `which` if its scope is unknown.
  fileprivate var lifetime: String {
    holderScope.map { "\(isDecorator ? "whose result" : "which") is \($0) and" } ?? "which"
  }

  /// The name of the registration that must get another scope.
  fileprivate var scopeOwner: String {
    isDecorator ? "\(holder), which it decorates" : "\(holder)"
  }
}
