extension InjectionError {
  /// The graph that has ended.
  public struct EndedGraph: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The graph's name, if it has one.
    public let name: String?

    /// Describes a graph.
    package init(name: String?) { self.name = name }

    /// Describes a graph by its name.
    ///
    /// - Parameter name: The name.
    public init(stringLiteral name: String) { self.name = name }
  }

  /// A dependency of one graph that would be held by what is kept for longer.
  public struct CaptiveDependency: Equatable, Sendable {
    /// What was asked for.
    public let dependency: DependencyContext

    /// Where it is registered.
    public let place: String

    /// What would hold it.
    public let holder: DependencyContext

    /// Where that is registered; of a decorator, where it is written.
    public let holderPlace: String

    /// The scope of the holder as it is written, such as `'.singleton'`, if it is known.
    package let holderScope: String?

    /// Whether a decorator of the holder needs the dependency.
    package let isDecorator: Bool

    /// Describes both.
    package init(
      dependency: DependencyContext, place: String, holder: DependencyContext, holderPlace: String,
      holderScope: String? = nil, isDecorator: Bool = false
    ) {
      self.dependency = dependency
      self.place = place
      self.holder = holder
      self.holderPlace = holderPlace
      self.holderScope = holderScope
      self.isDecorator = isDecorator
    }
  }

  /// A dependency that cannot be injected in the way that was tried.
  public struct LocatedDependency: Equatable, Sendable {
    /// The key of the request.
    public let dependency: DependencyContext

    /// The place of the registration, such as `App/Session.swift:12`.
    public let place: String

    /// Describes a dependency.
    package init(dependency: DependencyContext, place: String) {
      self.dependency = dependency
      self.place = place
    }
  }

  /// A dependency that only an actor creates.
  public struct IsolatedDependency: Equatable, Sendable {
    /// The actor, such as `MainActor`.
    public let actor: String

    /// What was asked for.
    public let dependency: DependencyContext

    /// Where it is registered.
    public let place: String

    /// What to do, in a sentence.
    public let remedy: String

    /// Describes a dependency.
    package init(actor: String, dependency: DependencyContext, place: String, remedy: String) {
      self.actor = actor
      self.dependency = dependency
      self.place = place
      self.remedy = remedy
    }
  }
}

extension InjectionError: Equatable {
  /// Whether both are of one case with equal payloads.
  ///
  /// What a factory has thrown is compared as its type does it; of a type that cannot be compared,
  /// by its text.
  public static func == (left: InjectionError, right: InjectionError) -> Bool {
    switch (left, right) {
    case (.unknown(let one), .unknown(let other)): isEqual(one, other)
    case (.unsupportedOperation, .unsupportedOperation): true
    case (
      .mismatchedDependencyType(let one, let type), .mismatchedDependencyType(let other, let wanted)
    ):
      one == other && type == wanted
    case (.missingDependency(let one), .missingDependency(let other)): one == other
    case (.multipleDependencies(let one), .multipleDependencies(let other)): one == other
    case (.cyclicDependencyReference(let one), .cyclicDependencyReference(let other)): one == other
    case (
      .invalidDependencyParameters(let one, let context, let parameters),
      .invalidDependencyParameters(let other, let otherContext, let otherParameters)
    ):
      one == other && context == otherContext && parameters == otherParameters
    case (.graphEnded(let one), .graphEnded(let other)): one == other
    case (.captiveDependency(let one), .captiveDependency(let other)): one == other
    case (.scopeRequired(let one), .scopeRequired(let other)): one == other
    case (.asynchronousDependency(let one), .asynchronousDependency(let other)): one == other
    case (.isolatedDependency(let one), .isolatedDependency(let other)): one == other
    default: false
    }
  }

  /// Whether two errors are of one type and equal.
  private static func isEqual(_ one: Any, _ other: Any) -> Bool {
    guard type(of: one) == type(of: other) else { return false }
    guard let one = one as? any Equatable else { return "\(one)" == "\(other)" }
    return one.isEqual(to: other)
  }
}

extension Equatable {
  /// Whether another value is of this type and equal.
  fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
