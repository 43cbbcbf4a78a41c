internal import StitcherEngine

/// Something that has happened in a container, or in one that has it as a parent.
///
/// ```swift
/// let watching = container.observe { event in print(event) }
/// ```
///
/// See ``Container/observe(_:)``.
public struct ContainerEvent: Sendable {
  /// The kinds of events.
  public enum Kind: Sendable, Hashable {
    /// An instance was created. If it is shared, it can be found by now.
    case created

    /// A creation has failed.
    case failed

    /// A resolution has waited for an instance that another thread or task was creating.
    case waited

    /// A container has released a shared instance.
    case released

    /// A shared instance was torn down.
    case tornDown

    /// The registrations that can be resolved have changed.
    case changed
  }

  /// What kind of event it is.
  public let kind: Kind

  /// How long the creation, the wait or the teardown took; nil for other events.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public var duration: Duration? { span?.duration }

  /// How long the creation, the wait or the teardown took, in seconds; nil for other events.
  public var durationInSeconds: Double? { span?.inSeconds }

  /// Of a creation, how long it took without what was created in its factory.
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public var ownDuration: Duration? { ownSpan?.duration }

  /// Of a creation, how long it took without what was created in its factory, in seconds.
  public var ownDurationInSeconds: Double? { ownSpan?.inSeconds }

  /// How long it took.
  private(set) var span: TimeSpan?

  /// Of a creation, how long it took without what was created in its factory.
  private(set) var ownSpan: TimeSpan?

  /// What the factory or the teardown has thrown, or why a factory could not run.
  public private(set) var error: (any Error)?

  /// What it is about. Texts are made of it when they are asked for.
  private var registration: Registration?

  /// For what it was created.
  private var asker: Registration?

  /// The type by which the dependency is registered, with those of its arguments; nil for a change.
  public var dependency: String? { registration.map(\.locator.text) }

  /// Where the dependency is registered, such as `App/Services.swift:12`; nil for a change.
  public var place: String? { registration.map(\.location.description) }

  /// Of a creation, for what it was made: whose factory has asked for it. Nil if it was resolved
  /// elsewhere.
  public var requester: String? { asker.map(\.locator.text) }
}

extension ContainerEvent {
  /// Describes a creation of the engine.
  init(_ record: CreationRecord, _ error: (any Error)?, in container: any Any.Type) {
    self.init(
      kind: error == nil ? .created : .failed, span: record.duration,
      ownSpan: record.ownDuration,
      error: error.map {
        ResolutionError.explaining($0, creating: record.registration, in: container)
      },
      registration: record.registration, asker: record.requester)
  }

  /// Describes an event of the engine.
  init(_ record: GraphEventRecord, in container: any Any.Type) {
    switch record.kind {
    case .created(let creation): self.init(creation, nil, in: container)
    case .failed(let creation, let error): self.init(creation, error, in: container)
    case .waited(let registration, let duration):
      self.init(kind: .waited, span: duration, registration: registration)
    case .released(let registration): self.init(kind: .released, registration: registration)
    case .tornDown(let registration, let duration, let error):
      self.init(
        kind: .tornDown, span: duration,
        error: error.map { ContainerTeardownError.translated($0) }, registration: registration)
    case .changed: self.init(kind: .changed)
    }
  }
}

extension ContainerEvent: CustomStringConvertible {
  /// What has happened, in a line.
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
  /// Returns what an error says first. For whom a resolution has failed is not known yet when its
  /// creation is told of.
  private static func summary(of error: any Error) -> String {
    (error as? ResolutionError)?.localizedDescription ?? "\(error)"
  }
}
