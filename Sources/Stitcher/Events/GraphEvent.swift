internal import StitcherEngine

/// An event in a graph or in one of its children.
///
/// ```swift
/// let watching = DependencyGraph.process.observe { event in logger.debug("\(event)") }
/// ```
///
/// See ``DependencyGraph/observe(_:)-swift.method``.
public enum GraphEvent: Sendable {
  /// An instance was created. If its scope keeps the instance, later injections return it.
  case created(Creation)

  /// An injection has waited while another thread or task created the requested instance.
  case waited(Occurrence)

  /// The creation of an instance has failed.
  case failed(Failure)

  /// A graph has evicted an instance, and no longer holds it.
  case released(Occurrence)

  /// An instance was torn down after its eviction.
  case tornDown(Occurrence)

  /// Registrations were added or removed, so that later injections can have other results.
  case changed(graph: String?)

  /// The dependency that an event is about.
  public struct Subject: Sendable, Hashable, CustomStringConvertible {
    /// The registration of the dependency that the event is about.
    ///
    /// Texts are created from it only on request: that costs more than the creation of many
    /// instances.
    private let registration: Registration

    /// Creates the description of the dependency that an event is about, from its registration.
    init(_ registration: Registration) { self.registration = registration }

    /// The main lookup key of the dependency as text: its type, its name or its value.
    public var key: String {
      InjectionError.DependencyContext(registration.locator.keys[0].shown).description
    }

    /// The source location where the dependency is registered, such as `App/Services.swift:12`.
    public var place: String { registration.location.description }

    /// A text with the key of the dependency and the source location of its registration.
    public var description: String { "\(key) (\(place))" }

    /// Returns whether both dependencies have the same key and source location.
    public static func == (left: Subject, right: Subject) -> Bool {
      left.registration === right.registration
        || left.place == right.place && left.key == right.key
    }

    /// Feeds the dependency's key and source location into a hasher.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(key)
      hasher.combine(place)
    }
  }

  /// The creation of an instance by a factory, with its duration and requester.
  public struct Creation: Sendable {
    /// The dependency of which an instance was created.
    public let dependency: Subject

    /// The name of the graph that has created the instance, if it has one.
    public let graph: String?

    /// The duration of the instance's creation, including nested creations.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public var duration: Duration { span.duration }

    /// The duration of the instance's creation in seconds, including nested creations.
    public var durationInSeconds: Double { span.inSeconds }

    /// The duration of the instance's creation minus the durations of its nested creations.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public var ownDuration: Duration { ownSpan.duration }

    /// The duration of the instance's creation in seconds, minus the durations of its nested
    /// creations.
    public var ownDurationInSeconds: Double { ownSpan.inSeconds }

    /// The duration of the instance's creation, including nested creations.
    let span: TimeSpan

    /// The duration of the instance's creation minus the durations of its nested creations.
    let ownSpan: TimeSpan

    /// The dependency with the factory that requested the instance; `nil` if the injection was made
    /// outside of factories.
    public let requester: Subject?

    /// The number that identifies the creation of the instance, unique in the process.
    public let number: UInt64

    /// The ``number`` of the creation with the factory that requested this instance; `nil` if the
    /// injection was made outside of factories.
    public let requesterNumber: UInt64?

    /// Creates the public description of an instance's creation that the engine has recorded.
    @_optimize(speed) init(_ record: borrowing GraphEventRecord) {
      dependency = Subject(record.registration)
      graph = record.graphName
      span = record.duration
      ownSpan = record.ownDuration
      requester = record.requester.map { Subject($0) }
      number = record.number
      requesterNumber = record.outer
    }
  }

  /// The failed creation of an instance, with its error.
  public struct Failure: Sendable {
    /// The failed creation of an instance, with its durations until the failure.
    public let creation: Creation

    /// The error that the factory has thrown, or the reason why the factory could not run.
    public let error: any Error
  }

  /// An event of an instance: an injection has waited for it, or it was evicted or torn down.
  public struct Occurrence: Sendable {
    /// The dependency with the instance that was waited for, evicted or torn down.
    public let dependency: Subject

    /// The name of the graph in which an injection waited for the instance, or of the graph that
    /// created the evicted or torn-down instance; `nil` if that graph has no name.
    public let graph: String?

    /// The time that an injection waited for the instance, or that the instance's teardown took;
    /// `nil` for an eviction.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public var duration: Duration? { span?.duration }

    /// The time in seconds that an injection waited for the instance, or that the instance's
    /// teardown took; `nil` for an eviction.
    public var durationInSeconds: Double? { span?.inSeconds }

    /// The time that an injection waited for the instance, or that the instance's teardown took;
    /// `nil` for an eviction.
    fileprivate let span: TimeSpan?

    /// The error of the instance's failed teardown, such as a ``TeardownError/Timeout``; otherwise
    /// `nil`.
    public let error: (any Error)?

    /// Creates the public description of a wait, an eviction or a teardown that the engine has
    /// recorded, with its duration; the duration is `nil` for an eviction.
    fileprivate init(_ record: borrowing GraphEventRecord, _ span: TimeSpan?) {
      dependency = Subject(record.registration)
      graph = record.graphName
      self.span = span
      error = record.error.map { TeardownError.translated($0) }
    }
  }

  /// Converts an event of the engine to a public event.
  @_optimize(speed) init(_ record: borrowing GraphEventRecord) {
    switch record.kind {
    case .created:
      let creation = Creation(record)
      self =
        record.error.map { cause in
          let error: any Error =
            cause is CancellationError ? cause : InjectionError.wrapping(cause)
          return .failed(Failure(creation: creation, error: error))
        } ?? .created(creation)
    case .waited: self = .waited(Occurrence(record, record.duration))
    case .released: self = .released(Occurrence(record, nil))
    case .tornDown: self = .tornDown(Occurrence(record, record.duration))
    case .changed: self = .changed(graph: record.graphName)
    }
  }
}

extension GraphEvent: CustomStringConvertible {
  /// A text of one line that describes the event.
  public var description: String {
    switch self {
    case .created(let creation):
      let requester = creation.requester.map { " for \($0.key)" } ?? ""
      return "created \(creation.dependency)\(requester) in \(creation.span.short),"
        + " own \(creation.ownSpan.short)\(Self.place(creation.graph))"
    case .waited(let wait):
      return "waited \(wait.span?.short ?? "") for \(wait.dependency)\(Self.place(wait.graph))"
    case .failed(let failure):
      return "failed to create \(failure.creation.dependency) in"
        + " \(failure.creation.span.short)\(Self.place(failure.creation.graph)):"
        + " \(Self.summary(of: failure.error))"
    case .released(let release):
      return "released \(release.dependency)\(Self.place(release.graph))"
    case .tornDown(let closing):
      let result = closing.error.map { ", which has failed: \(Self.summary(of: $0))" } ?? ""
      return "tore down \(closing.dependency) in \(closing.span?.short ?? "")"
        + "\(Self.place(closing.graph))\(result)"
    case .changed(let graph): return "changed\(Self.place(graph))"
    }
  }

  /// Returns the sentence at the beginning of an error's text. The rest names the requester and the
  /// source location of the injection, which are not yet known when the event is sent.
  private static func summary(of error: any Error) -> String {
    (error as? InjectionError)?.summary ?? "\(error)"
  }

  /// Returns the part of an event's text that names the graph; empty if the graph has no name.
  private static func place(_ graph: String?) -> String { graph.map { " in graph '\($0)'" } ?? "" }
}
