internal import StitcherEngine

/// An error with all teardowns that failed during one change of a graph, such as its end or the
/// deactivation of a container.
///
/// If a teardown fails, the remaining teardowns still run. The error is thrown after the last one.
public struct TeardownError: Error, Sendable {
  /// A failed teardown: its dependency and its error.
  public struct Failure: Sendable {
    /// The key of the dependency with the failed teardown.
    public let dependency: InjectionError.DependencyContext

    /// The source location where the dependency is registered, such as `App/Files.swift:12`.
    public let place: String

    /// The error that the teardown has thrown, or a ``Timeout`` if it has exceeded its time limit.
    public let error: any Error

    /// Creates the public description of a failed teardown that the engine reports.
    init(_ failure: TeardownFailure) {
      dependency = InjectionError.DependencyContext(failure.registration.locator.keys[0].shown)
      place = failure.registration.location.description
      error = TeardownError.translated(failure.error)
    }
  }

  /// Converts the engine's error for an exceeded time limit to a ``Timeout``; returns another error
  /// unchanged.
  static func translated(_ error: any Error) -> any Error {
    (error as? TeardownTimeout).map { Timeout($0.limit) } ?? error
  }

  /// The error of a teardown that was still running at its time limit, which
  /// ``Dependency/teardown(within:_:)`` sets.
  ///
  /// The teardown was cancelled, but may still be running.
  public struct Timeout: Error, Equatable, CustomStringConvertible {
    private let span: TimeSpan

    /// The time limit that the teardown has exceeded.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public var limit: Duration { span.duration }

    /// The time limit that the teardown has exceeded, in seconds.
    public var limitInSeconds: Double { span.inSeconds }

    /// Creates the error of a teardown that has exceeded the given time limit.
    ///
    /// - Parameter limit: The longest time that the teardown may take.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    package init(limit: Duration) { span = TimeSpan(limit) }

    /// Creates the error of a teardown that has exceeded the given time limit in seconds.
    ///
    /// - Parameter limit: The longest time that the teardown may take, in seconds.
    package init(limitInSeconds limit: Double) { span = TimeSpan(seconds: limit) }

    /// Creates the error of a teardown from the time limit that it has exceeded, which the engine
    /// has measured.
    init(_ span: TimeSpan) { self.span = span }

    /// A sentence that names the exceeded time limit.
    public var description: String { "It took longer than \(span)." }
  }

  /// The failed teardowns, in the order in which they failed.
  public let failures: [Failure]

  /// Throws one ``TeardownError`` with the given failed teardowns, if there are any.
  static func check(_ failures: [TeardownFailure]) throws {
    if !failures.isEmpty { throw TeardownError(failures: failures.map { Failure($0) }) }
  }
}

extension TeardownError: CustomStringConvertible {
  /// A text with the number of failed teardowns, then one line for each with its dependency, source
  /// location and error.
  public var description: String {
    let count = failures.count == 1 ? "A teardown has" : "\(failures.count) teardowns have"
    let lines = failures.map { "\n  \($0.dependency) (\($0.place)): \($0.error)" }
    return "\(count) failed; everything else is closed.\(lines.joined())"
  }

  /// The same text as the error's ``description``.
  public var errorDescription: String? { description }
}
