internal import StitcherEngine

/// A registration as a container holds it.
///
/// Two are equal if their locators, identities, types, parameters, scopes and eagerness are. What
/// their factories do does not count.
public struct RawDependencyRegistration: Hashable, Sendable {
  /// The engine's registration.
  let base: Registration

  /// Wraps the engine's registration.
  init(_ base: Registration) { self.base = base }

  /// Registers a dependency.
  package init<T, Trait: DependencyLocatorTrait>(_ dependency: Dependency<T, Trait>) {
    CompositeRegistrations.note(dependency.locator.base)
    var details = Registration.Details(
      locator: dependency.locator.base, scope: dependency.scope.base,
      isEager: dependency.eagerness == .eager, identity: dependency.identity?.base ?? .none,
      location: dependency.location, teardown: dependency.teardown)
    details.edges = dependency.factory.edges
    base = dependency.factory.makeRegistration(details)
  }

  /// Registers what a custom type represents.
  package init<Representation: DependencyRepresenting>(
    _ representation: Representation, file: StaticString = #fileID, line: UInt = #line
  ) {
    let located = representation as? any LocatedRepresentation
    let locator = representation.locator.base
    CompositeRegistrations.note(locator)
    var details = Registration.Details(
      locator: locator, scope: representation.scope.base,
      isEager: representation.eagerness == .eager,
      identity: representation.identity?.base ?? .none,
      location: located?.location ?? SourceLocation(file: file, line: line),
      teardown: representation.dependencyProvider.teardown)
    details.edges = located?.edges
    details.isGenerated = located != nil
    base = representation.dependencyProvider.factory.makeRegistration(details)
  }

  /// What the dependency is found by.
  package var locator: DependencyLocator { DependencyLocator(base.locator) }

  /// How long the instance is kept.
  package var scope: DependencyScope { DependencyScope(base.scope) }

  /// Whether the instance is made on activation.
  package var eagerness: DependencyEagerness { base.isEager ? .eager : .lazy }

  /// Whether activation makes the instance.
  package var canInstantiateEagerly: Bool { base.canInstantiateEagerly }

  /// Whether both describe the same dependency.
  public static func == (lhs: RawDependencyRegistration, rhs: RawDependencyRegistration) -> Bool {
    lhs.base.isEqual(to: rhs.base)
  }

  /// Feeds what counts for equality into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(base.locator)
    hasher.combine(base.identity)
    hasher.combine(ObjectIdentifier(base.producedType))
    hasher.combine(base.scope.kind)
    hasher.combine(base.isEager)
  }
}
