internal import StitcherEngine

/// A registration of a dependency without its static type. Containers hold their registrations in
/// this form.
///
/// Two registrations are equal if they have equal locators, identities, produced types, parameter
/// types, scopes and eagerness. Their factories are not compared.
public struct RawDependencyRegistration: Hashable, Sendable {
  /// The registration in the form that the engine uses.
  let base: Registration

  init(_ base: Registration) { self.base = base }

  /// Creates a type-erased registration from the given dependency.
  package init<T, Trait: DependencyLocatorTrait>(_ dependency: Dependency<T, Trait>) {
    CompositeRegistrations.note(dependency.locator.base)
    var details = Registration.Details(
      locator: dependency.locator.base, scope: dependency.scope.base,
      isEager: dependency.eagerness == .eager, identity: dependency.identity?.base ?? .none,
      location: dependency.location, teardown: dependency.teardown)
    details.edges = dependency.factory.edges
    base = dependency.factory.makeRegistration(details)
  }

  /// Creates a type-erased registration from a value of a custom type that represents a dependency.
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

  /// The key by which injections find the dependency.
  package var locator: DependencyLocator { DependencyLocator(base.locator) }

  /// The scope, which decides how long the graph keeps the instance.
  package var scope: DependencyScope { DependencyScope(base.scope) }

  /// The eagerness with which the dependency was registered.
  package var eagerness: DependencyEagerness { base.isEager ? .eager : .lazy }

  /// Whether the activation of the container creates the instance, as its eagerness, scope and
  /// factory together decide.
  package var canInstantiateEagerly: Bool { base.canInstantiateEagerly }

  /// Returns whether two registrations describe the same dependency.
  public static func == (lhs: RawDependencyRegistration, rhs: RawDependencyRegistration) -> Bool {
    lhs.base.isEqual(to: rhs.base)
  }

  /// Feeds the properties that `==` compares into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(base.locator)
    hasher.combine(base.identity)
    hasher.combine(ObjectIdentifier(base.producedType))
    hasher.combine(base.scope.kind)
    hasher.combine(base.isEager)
  }
}
