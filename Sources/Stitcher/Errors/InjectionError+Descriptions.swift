public import Foundation
internal import StitcherEngine

extension InjectionError: CustomStringConvertible, LocalizedError {
  /// What happened, in a sentence.
  public var description: String {
    switch self {
    case .unknown(let error as InjectionError):
      error.description
    case .unknown(let error):
      "Unknown error. Details: \(error), \(error.localizedDescription)"
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
        + "Maybe the dependency is registered in multiple active dependency containers."
    case .cyclicDependencyReference:
      "Please consider using lazy injection to break the cycle,"
        + " by using the '@Injected' property wrapper."
    case .invalidDependencyParameters(let context, _, let parameters):
      "Please consider checking the number and types of the parameters required to instantiate"
        + " \(context) match the received parameters [\(Self.list(parameters))]."
    }
  }

  /// Joins parameters with commas.
  private static func list(_ parameters: [AnyHashable]) -> String {
    parameters.map { "\($0)" }.joined(separator: ", ")
  }
}

extension InjectionError: CustomDebugStringConvertible {
  /// The description, the recovery suggestion, and what the graph holds now that comes close
  /// to the request.
  ///
  /// - Complexity: O(*n*) in the number of active dependencies.
  public var debugDescription: String {
    var lines = [description]
    if let recoverySuggestion { lines.append("Recovery: \(recoverySuggestion)") }
    lines += DependencyGraph.shared.diagnosis(of: subject)
    return lines.joined(separator: "\n")
  }

  /// What the graph is asked for about the error.
  var subject: Diagnosis.Subject {
    switch self {
    case .missingDependency(let context): .missing(context.subjectKey)
    case .multipleDependencies(let context): .multiple(context.subjectKey)
    case .cyclicDependencyReference(let backtrace):
      .cycle(backtrace.cycle.map(\.subjectKey))
    case .mismatchedDependencyType(let type, let expected):
      .mismatch(found: type, expected: expected)
    case .unknown, .unsupportedOperation, .invalidDependencyParameters: .other
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
