extension InjectionError {
  /// A graph that was ended or deallocated, as an error describes it.
  public struct EndedGraph: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name of the graph, or `nil` if it has none.
    public let name: String?

    /// Creates a reference to the ended graph with the given name, if it has one.
    package init(name: String?) { self.name = name }

    /// Creates a reference to the ended graph with the given name.
    ///
    /// - Parameter name: The name.
    public init(stringLiteral name: String) { self.name = name }
  }

  /// An error's details: a scoped dependency, and the dependency with a longer lifetime that would
  /// capture its instance.
  public struct CaptiveDependency: Equatable, Sendable {
    /// The key of the scoped dependency.
    public let dependency: DependencyContext

    /// The source location of the scoped registration, such as `App/Session.swift:12`.
    public let place: String

    /// The key of the dependency with a longer lifetime, which would capture the scoped instance.
    public let holder: DependencyContext

    /// The source location of the capturing registration, or of its decorator if the decorator
    /// requests the scoped dependency.
    public let holderPlace: String

    /// The capturing dependency's scope in source code, such as `'.singleton'`, or `nil` if the
    /// scope is unknown.
    package let holderScope: String?

    /// Whether a decorator of the dependency with the longer lifetime, not its factory, requests
    /// the scoped dependency.
    package let isDecorator: Bool

    /// Creates the details of an error: a scoped dependency, and the dependency that would capture
    /// its instance.
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

  /// A requested dependency with the source location of its registration.
  public struct LocatedDependency: Equatable, Sendable {
    /// The lookup key of the request.
    public let dependency: DependencyContext

    /// The source location of the registration, such as `App/Session.swift:12`.
    public let place: String

    /// Creates the description of a requested dependency with its source location.
    package init(dependency: DependencyContext, place: String) {
      self.dependency = dependency
      self.place = place
    }
  }

  /// A dependency with a factory that runs only on an actor.
  public struct IsolatedDependency: Equatable, Sendable {
    /// The name of the actor, such as `MainActor`.
    public let actor: String

    /// The lookup key of the request.
    public let dependency: DependencyContext

    /// The source location of the registration, such as `App/Screen.swift:12`.
    public let place: String

    /// A sentence that says how to make the injection succeed.
    package let remedy: String

    /// Creates the description of a dependency with a factory that runs only on an actor.
    package init(actor: String, dependency: DependencyContext, place: String, remedy: String) {
      self.actor = actor
      self.dependency = dependency
      self.place = place
      self.remedy = remedy
    }
  }
}

extension InjectionError: Equatable {
  /// Returns whether two errors are of the same case and have equal associated values.
  ///
  /// Errors of factories are compared with `==` if they are `Equatable`, otherwise by their
  /// descriptions.
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

  /// Returns whether two values have the same type and are equal; values that are not `Equatable`
  /// count as equal if their descriptions are equal.
  private static func isEqual(_ one: Any, _ other: Any) -> Bool {
    guard type(of: one) == type(of: other) else { return false }
    guard let one = one as? any Equatable else { return "\(one)" == "\(other)" }
    return one.isEqual(to: other)
  }
}

extension Equatable {
  /// Returns whether another value has the same type as this one and is equal to it.
  fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
