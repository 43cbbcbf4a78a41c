internal import CStitcherThread
internal import StitcherEngine

#if STITCHER_FOUNDATION
  public import Foundation

  extension InjectionError: LocalizedError {}
#endif

extension InjectionError: CustomStringConvertible {
  /// What happened, what to do, for whom and where the dependency was asked for, and which
  /// registrations the graph that was asked held at that moment that come close.
  ///
  /// All but what happened and what to do is that of the latest injection that failed in the same
  /// way, in this task or on this thread if there is one; the library remembers a few.
  ///
  /// - Complexity: O(1).
  public var description: String {
    if case .unknown(let error as InjectionError) = self { return error.description }
    let trace = FailureTrace.latest(for: summary)
    // What is registered, but with other parameters, need not be registered.
    let recovery = trace?.hasRemedy == true ? nil : recoverySuggestion
    return ([summary] + (recovery.map { ["Recovery: \($0)"] } ?? []) + details(trace))
      .joined(separator: "\n")
  }

  /// Returns what is known beyond the summary and the recovery suggestion.
  ///
  /// - Parameter place: The place that is said already.
  func details(without place: SourceLocation) -> [String] {
    details(FailureTrace.latest(for: summary), without: place)
  }

  /// Returns what a trace and the error itself say beyond the summary and the recovery suggestion.
  private func details(
    _ trace: FailureTrace?, without place: SourceLocation = .unknown
  ) -> [String] {
    (trace?.lines(without: place) ?? []) + places
  }

  /// Returns what an error says of itself as a `LocalizedError`, if it is one.
  private static func localizedText(of error: any Error) -> String? {
    #if STITCHER_FOUNDATION
      // If the program does not contain the protocol, its metadata must not be used.
      if stitcher_thread_has_localized_errors() { return linkedLocalizedText(of: error) }
    #endif
    return nil
  }

  #if STITCHER_FOUNDATION
    /// Returns the same in a program that contains the protocol.
    @inline(never) private static func linkedLocalizedText(of error: any Error) -> String? {
      (error as? any LocalizedError)?.errorDescription
    }
  #endif

  /// What happened, in a sentence.
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
      GraphHasEnded(name: graph.name).summary
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

  /// What to do about it, if that is known.
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
      "Please consider injecting what is needed before the end, or from a graph that lives longer."
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

  /// Joins parameters with commas.
  private static func list(_ parameters: [AnyHashable]) -> String {
    parameters.map { "\($0)" }.joined(separator: ", ")
  }
}

extension InjectionError: CustomDebugStringConvertible {
  /// The description.
  public var debugDescription: String { description }

  /// The registrations that the error itself names, with their places, each in a line.
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
  /// The registration that needs the dependency; a decorator is called a decorator.
  fileprivate var needer: String { isDecorator ? "the decorator of \(holder)" : "\(holder)" }

  /// Which scope the needer has, if that is known, as the beginning of a clause.
  fileprivate var lifetime: String {
    holderScope.map { "\(isDecorator ? "whose result" : "which") is \($0) and" } ?? "which"
  }

  /// The registration whose scope can be changed.
  fileprivate var scopeOwner: String {
    isDecorator ? "\(holder), which it decorates" : "\(holder)"
  }
}
