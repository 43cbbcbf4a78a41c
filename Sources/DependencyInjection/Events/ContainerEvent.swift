internal import StitcherEngine

/// An event in a container or in one of its children.
///
/// ```swift
/// let watching = container.observe { event in print(event) }
/// ```
///
/// See ``Container/observe(_:)``.
public struct ContainerEvent: Sendable {
  /// The kinds of events.
  public enum Kind: Sendable, Hashable {
    /// An instance was created. Later resolutions return the same instance if it is shared.
    case created

    /// A creation has failed.
    case failed

    /// A resolution has waited while another thread or task created the instance.
    case waited

    /// A shared instance was evicted: its container no longer holds it.
    case released

    /// A shared instance was torn down after its eviction.
    case tornDown

    /// Registrations were added or removed, so later resolutions may have other results.
    case changed
  }

  /// The kind of the event.
  public let kind: Kind

  /// The duration of the creation, the wait or the teardown; `nil` for other kinds of events.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public var duration: Duration? { span?.duration }

  /// The ``duration`` in seconds; `nil` for other kinds of events.
  public var durationInSeconds: Double? { span?.inSeconds }

  /// The duration of a creation minus the durations of its nested creations; `nil` for other kinds
  /// of events.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public var ownDuration: Duration? { ownSpan?.duration }

  /// The ``ownDuration`` in seconds; `nil` for other kinds of events.
  public var ownDurationInSeconds: Double? { ownSpan?.inSeconds }

  private(set) var span: TimeSpan?

  private(set) var ownSpan: TimeSpan?

  /// The error of the factory or of the teardown, or the reason why the factory could not run;
  /// otherwise `nil`.
  public private(set) var error: (any Error)?

  /// The registration of the dependency. Its texts are created only on request.
  private var registration: Registration?

  /// The registration of the requester.
  private var requesterRegistration: Registration?

  /// The registered type and its argument types; `nil` for the event ``Kind/changed``.
  public var dependency: String? { registration.map(\.locator.text) }

  /// The source location of the registration, such as `App/Services.swift:12`; `nil` for the event
  /// ``Kind/changed``.
  public var place: String? { registration.map(\.location.description) }

  /// The dependency whose factory requested the created instance; `nil` if the resolution was made
  /// outside of factories.
  public var requester: String? { requesterRegistration.map(\.locator.text) }
}

extension ContainerEvent {
  /// Creates the public event of a container from an event of the container's graph.
  init(_ record: GraphEventRecord, in container: any Any.Type) {
    let registration = record.registration
    switch record.kind {
    case .created:
      self.init(
        kind: record.error == nil ? .created : .failed, span: record.duration,
        ownSpan: record.ownDuration,
        error: record.error.map {
          ResolutionError.explaining($0, creating: registration, in: container)
        },
        registration: registration, requesterRegistration: record.requester)
    case .waited: self.init(kind: .waited, span: record.duration, registration: registration)
    case .released: self.init(kind: .released, registration: registration)
    case .tornDown:
      self.init(
        kind: .tornDown, span: record.duration,
        error: record.error.map { ContainerTeardownError.translated($0) },
        registration: registration)
    case .changed: self.init(kind: .changed)
    }
  }
}

extension ContainerEvent: CustomStringConvertible {
  /// The event as a text of one line.
  public var description: String {
    let subject = "\(dependency ?? "") (\(place ?? ""))"
    let took = span?.short ?? ""
    switch kind {
    case .created:
      let requester = requester.map { " for \($0)" } ?? ""
      return "created \(subject)\(requester) in \(took), own \(ownSpan?.short ?? "")"
    case .failed:
      let reason = error.map { ": \(Self.summary(of: $0))" } ?? ""
      return "failed to create \(subject) in \(took)\(reason)"
    case .waited: return "waited \(took) for \(subject)"
    case .released: return "released \(subject)"
    case .tornDown:
      let result = error.map { ", which has failed: \(Self.summary(of: $0))" } ?? ""
      return "tore down \(subject) in \(took)\(result)"
    case .changed: return "changed"
    }
  }
  /// Returns the first sentence of an error. The rest names the requester, which is not yet known
  /// when the event is sent.
  private static func summary(of error: any Error) -> String {
    (error as? ResolutionError)?.localizedDescription ?? "\(error)"
  }
}
