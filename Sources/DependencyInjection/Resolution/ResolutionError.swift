internal import StitcherEngine

#if STITCHER_FOUNDATION
  public import Foundation

  extension ResolutionError: LocalizedError {}
#endif

/// Why a resolution failed.
///
/// ```swift
/// do {
///   let clock = try container.tryResolve(type: (any Clock).self)
/// } catch ResolutionError.dependencyNotRegistered(let message) {
///   print(message)
/// }
/// ```
public enum ResolutionError: Error {
  /// Nothing is registered for the type, or its creation needs itself; then the message
  /// has the path.
  case dependencyNotRegistered(message: String)

  /// The type is registered, but with other arguments.
  case unmatchingArgumentType(message: String)

  /// There are more than three arguments, and nothing is registered that takes exactly these.
  case tooManyArguments(message: String)

  /// What happened, in a sentence.
  public var localizedDescription: String {
    switch self {
    case .dependencyNotRegistered(let message): "Dependency not registered: \(message)"
    case .unmatchingArgumentType(let message): "Unmatching argument type: \(message)"
    case .tooManyArguments(let message): "Too many arguments: \(message)"
    }
  }
}

extension ResolutionError: CustomStringConvertible {
  /// What happened, for whom, and which registrations come close; ``localizedDescription`` is the
  /// first sentence.
  ///
  /// All but the first sentence is that of the latest resolution that failed in the same way, in
  /// this task or on this thread if there is one, as it was when the error was thrown; the library
  /// remembers a few.
  ///
  /// - Complexity: O(1).
  public var description: String {
    let lines = FailureTrace.latest(for: localizedDescription)?.lines() ?? []
    return ([localizedDescription] + lines).joined(separator: "\n")
  }
}

extension ResolutionError {
  /// What happened, in a sentence; ``localizedDescription`` also where only an `Error` is known.
  public var errorDescription: String? { localizedDescription }
}
