internal import CStitcherThread
public import Foundation
internal import StitcherDiagnosis
internal import StitcherEngine

extension InjectionError: CustomStringConvertible, LocalizedError {
  /// What happened, what to do, for whom and where the dependency was asked for, and what the graph
  /// that was asked holds now that comes close.
  ///
  /// For whom and where is that of the latest injection that failed in the same way, in this task
  /// or on this thread if there is one; the library remembers a few.
  ///
  /// - Complexity: O(*n*) in the number of active dependencies.
  public var description: String {
    if case .unknown(let error as InjectionError) = self { return error.description }
    let graph = FailureTrace.latest(for: summary)?.asked ?? DependencyGraph.lent.object
    return graph.explanation(of: summary, recovery: recoverySuggestion, subject)
  }

  /// Returns what is known beyond the summary and the recovery suggestion.
  ///
  /// - Parameter place: The place that is said already.
  func details(without place: SourceLocation) -> [String] {
    let trace = FailureTrace.latest(for: summary)
    let graph = trace?.asked ?? DependencyGraph.lent.object
    return (trace?.lines(of: subject, without: place) ?? []) + graph.diagnosis(of: subject, trace)
  }

  /// Returns what an error says of itself as a `LocalizedError`, if it is one.
  private static func localizedText(of error: any Error) -> String? {
    // Where the protocol was not linked, nothing conforms to it, and nobody may ask for its type.
    stitcher_thread_has_localized_errors() ? linkedLocalizedText(of: error) : nil
  }

  /// Returns the same in a program that has the protocol.
  @inline(never) private static func linkedLocalizedText(of error: any Error) -> String? {
    (error as? any LocalizedError)?.errorDescription
  }

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
      EndOfGraph.summary(graph.name)
    case .captiveDependency(let captive):
      "\(captive.dependency) lives as long as the graph that is asked, and \(captive.holder),"
        + " which needs it, is kept for longer."
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
        + " by using the '@Injected' property wrapper."
    case .invalidDependencyParameters(let context, _, let parameters):
      "Please consider checking the number and types of the parameters required to instantiate"
        + " \(context) match the received parameters [\(Self.list(parameters))]."
    case .graphEnded:
      "Please consider injecting what is needed before the end, or from a graph that lives longer."
    case .captiveDependency:
      "Please consider taking it as a parameter, or injecting it later, where it is used."
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

  /// What the graph is asked for about the error.
  var subject: Diagnosis.Subject {
    switch self {
    case .missingDependency(let context): .missing(context.subjectKey)
    case .multipleDependencies(let context): .multiple(context.subjectKey)
    case .cyclicDependencyReference(let backtrace):
      .cycle(backtrace.cycle.map(\.subjectKey))
    case .mismatchedDependencyType(let type, let expected):
      .mismatch(found: type, expected: expected)
    case .unknown: .thrown
    case .captiveDependency(let captive):
      .other([
        ("\(captive.dependency)", captive.place), ("\(captive.holder)", captive.holderPlace),
      ])
    case .asynchronousDependency(let dependency):
      .other([("\(dependency.dependency)", dependency.place)])
    case .isolatedDependency(let dependency):
      .other([("\(dependency.dependency)", dependency.place)])
    case .unsupportedOperation, .invalidDependencyParameters, .graphEnded: .other([])
    }
  }
}

extension InjectionError.DependencyContext {
  /// The context as the engine's diagnosis takes it.
  fileprivate var subjectKey: Diagnosis.Key {
    switch self {
    case .name(let name): .name(name)
    case .type(let type): .type(type)
    case .value(let value): .value(value)
    }
  }
}
