internal import StitcherEngine

/// The error of a failed resolution.
///
/// ```swift
/// do {
///   let clock = try container.tryResolve(type: (any Clock).self)
/// } catch ResolutionError.dependencyNotRegistered(let message) {
///   print(message)
/// }
/// ```
public enum ResolutionError: Error {
  /// The type is not registered, or its creation requires an instance of the same type. In the
  /// second case, the message contains the path of the cycle.
  case dependencyNotRegistered(message: String)

  /// The type is registered, but with other arguments.
  case unmatchingArgumentType(message: String)

  /// The resolution has more than three arguments, and no registration has exactly these argument
  /// types.
  case tooManyArguments(message: String)

  /// A sentence that describes the error.
  public var localizedDescription: String {
    switch self {
    case .dependencyNotRegistered(let message): "Dependency not registered: \(message)"
    case .unmatchingArgumentType(let message): "Unmatching argument type: \(message)"
    case .tooManyArguments(let message): "Too many arguments: \(message)"
    }
  }
}

extension ResolutionError: CustomStringConvertible {
  /// The ``localizedDescription``, followed by the requesters and by similar registrations.
  ///
  /// The details after the first sentence come from a record of recent failures, not from the
  /// error. They describe the latest failed resolution with the same first sentence, preferably in
  /// this task or on this thread.
  ///
  /// - Complexity: O(1).
  public var description: String {
    let lines = FailureTrace.latest(for: localizedDescription)?.lines() ?? []
    return ([localizedDescription] + lines).joined(separator: "\n")
  }
}

extension ResolutionError {
  /// The same text as ``localizedDescription``, also for a value of type `any Error`.
  public var errorDescription: String? { localizedDescription }
}
