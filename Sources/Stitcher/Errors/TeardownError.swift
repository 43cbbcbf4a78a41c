public import Foundation
internal import StitcherEngine

/// What went wrong while the instances of a graph, or of a container, were closed.
///
/// All of them were closed, or tried to be, whatever failed before.
public struct TeardownError: Error, Sendable {
  /// One teardown that has failed.
  public struct Failure: Sendable {
    /// What was closed.
    public let dependency: InjectionError.DependencyContext

    /// Where it is registered.
    public let place: String

    /// What the teardown has thrown, or a ``Timeout``.
    public let error: any Error

    /// Describes a failure of the engine.
    init(_ failure: TeardownFailure) {
      dependency = InjectionError.DependencyContext(failure.registration.locator.keys[0].shown)
      place = failure.registration.location.description
      error = TeardownError.translated(failure.error)
    }
  }

  /// Returns what a teardown has thrown, with a ``Timeout`` for that of the engine.
  static func translated(_ error: any Error) -> any Error {
    (error as? TeardownTimeout).map { Timeout($0.limit) } ?? error
  }

  /// A teardown took longer than ``Dependency/teardown(within:_:)`` says. It was cancelled, and may
  /// still go on.
  public struct Timeout: Error, Equatable, CustomStringConvertible {
    /// How long it may take.
    private let span: TimeSpan

    /// How long it may take.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public var limit: Duration { span.duration }

    /// How long it may take, in seconds.
    public var limitInSeconds: Double { span.inSeconds }

    /// Creates the error.
    ///
    /// - Parameter limit: How long the teardown may take.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    package init(limit: Duration) { span = TimeSpan(limit) }

    /// Creates the error.
    ///
    /// - Parameter limit: How long the teardown may take, in seconds.
    package init(limitInSeconds limit: Double) { span = TimeSpan(seconds: limit) }

    /// Describes a limit of the engine.
    init(_ span: TimeSpan) { self.span = span }

    /// What happened, in a sentence.
    public var description: String { "It took longer than \(span)." }
  }

  /// The failures, in the order in which they happened.
  public let failures: [Failure]

  /// Throws an error of the engine's failures, if there are any.
  static func check(_ failures: [TeardownFailure]) throws {
    if !failures.isEmpty { throw TeardownError(failures: failures.map { Failure($0) }) }
  }
}

extension TeardownError: CustomStringConvertible, LocalizedError {
  /// How many have failed, and each on a line of its own: what, where, and why.
  public var description: String {
    let count = failures.count == 1 ? "A teardown has" : "\(failures.count) teardowns have"
    let lines = failures.map { "\n  \($0.dependency) (\($0.place)): \($0.error)" }
    return "\(count) failed; everything else is closed.\(lines.joined())"
  }

  /// The description.
  public var errorDescription: String? { description }
}
