internal import StitcherEngine

/// Something that has happened in a graph, or in one that is built on it.
///
/// ```swift
/// let watching = DependencyGraph.process.observe { event in logger.debug("\(event)") }
/// ```
///
/// See ``DependencyGraph/observe(_:)-swift.method``.
public enum GraphEvent: Sendable {
  /// An instance was created. If it is kept, it can be found by now.
  case created(Creation)

  /// An injection has waited for an instance that another thread or task was creating.
  case waited(Occurrence)

  /// A creation has failed.
  case failed(Failure)

  /// A kept instance was let go: its graph does not hold it any more.
  case released(Occurrence)

  /// A kept instance was torn down.
  case tornDown(Occurrence)

  /// What can be injected has changed.
  case changed(graph: String?)

  /// A dependency, as events name it.
  public struct Subject: Sendable, Hashable, CustomStringConvertible {
    /// The registration. Texts are made of it when they are asked for: they cost more than many
    /// creations.
    private let registration: Registration

    /// Names a registration.
    init(_ registration: Registration) { self.registration = registration }

    /// What finds the dependency first: its type, its name or its value, as it is printed.
    public var key: String {
      InjectionError.DependencyContext(registration.locator.keys[0].shown).description
    }

    /// Where it is registered, such as `App/Services.swift:12`.
    public var place: String { registration.location.description }

    /// The key and the place.
    public var description: String { "\(key) (\(place))" }

    /// Whether both have the same key and place.
    public static func == (left: Subject, right: Subject) -> Bool {
      left.registration === right.registration
        || left.place == right.place && left.key == right.key
    }

    /// Feeds the key and the place into a hasher.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(key)
      hasher.combine(place)
    }
  }

  /// A creation that has succeeded.
  public struct Creation: Sendable {
    /// What was created.
    public let dependency: Subject

    /// The name of the graph that has created it, if it has one.
    public let graph: String?

    /// How long it took.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public var duration: Duration { span.duration }

    /// How long it took, in seconds.
    public var durationInSeconds: Double { span.inSeconds }

    /// How long it took without what was created in its factory.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public var ownDuration: Duration { ownSpan.duration }

    /// How long it took without what was created in its factory, in seconds.
    public var ownDurationInSeconds: Double { ownSpan.inSeconds }

    /// How long it took.
    let span: TimeSpan

    /// How long it took without what was created in its factory.
    let ownSpan: TimeSpan

    /// For what it was created: whose factory has asked for it. Nil if it was injected elsewhere.
    public let requester: Subject?

    /// A number that no other creation of the process has.
    public let number: UInt64

    /// The number of the creation for which it was created.
    public let requesterNumber: UInt64?

    /// Describes a creation of the engine.
    init(_ record: CreationRecord, _ graph: String?) {
      dependency = Subject(record.registration)
      self.graph = graph
      span = record.duration
      ownSpan = record.ownDuration
      requester = record.requester.map { Subject($0) }
      number = record.number
      requesterNumber = record.outer
    }
  }

  /// A creation that has failed.
  public struct Failure: Sendable {
    /// The creation; its durations are those until it failed.
    public let creation: Creation

    /// What the factory has thrown, or why it could not run.
    public let error: any Error
  }

  /// A wait, a release or a teardown.
  public struct Occurrence: Sendable {
    /// The dependency.
    public let dependency: Subject

    /// The name of the graph, if it has one: the graph that was asked, or that has created the
    /// instance.
    public let graph: String?

    /// The duration of the wait or of the teardown; nil for a release.
    @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
    public var duration: Duration? { span?.duration }

    /// The duration of the wait or of the teardown in seconds; nil for a release.
    public var durationInSeconds: Double? { span?.inSeconds }

    /// The duration of the wait or of the teardown; nil for a release.
    fileprivate private(set) var span: TimeSpan?

    /// The error of the teardown, which may be a ``TeardownError/Timeout``; nil if it succeeded.
    public private(set) var error: (any Error)?
  }

  /// Describes what the engine tells of.
  init(_ record: GraphEventRecord) {
    let graph = record.graphName
    switch record.kind {
    case .created(let creation): self = .created(Creation(creation, graph))
    case .failed(let creation, let error):
      let error: any Error =
        error is CancellationError ? error : InjectionError.wrapping(error)
      self = .failed(Failure(creation: Creation(creation, graph), error: error))
    case .waited(let registration, let duration):
      self = .waited(
        Occurrence(dependency: Subject(registration), graph: graph, span: duration))
    case .released(let registration):
      self = .released(Occurrence(dependency: Subject(registration), graph: graph))
    case .tornDown(let registration, let duration, let error):
      self = .tornDown(
        Occurrence(
          dependency: Subject(registration), graph: graph, span: duration,
          error: error.map { TeardownError.translated($0) }))
    case .changed: self = .changed(graph: graph)
    }
  }
}

extension GraphEvent: CustomStringConvertible {
  /// What has happened, in a line.
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

  /// Returns what an error says first. For whom and where an injection has failed is not known yet
  /// when its creation is told of.
  private static func summary(of error: any Error) -> String {
    (error as? InjectionError)?.summary ?? "\(error)"
  }

  /// Returns a part of a line that says which graph.
  private static func place(_ graph: String?) -> String { graph.map { " in graph '\($0)'" } ?? "" }
}
