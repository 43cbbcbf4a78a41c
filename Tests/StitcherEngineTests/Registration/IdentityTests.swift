import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct IdentityTests {
  private let lifetimes = Lifetimes()
  private let graph = Graph()

  /// Registers a tracked object, with an owner.
  private func registration(
    _ owner: (any Hashable & Sendable)?, _ number: Int = 0, locator: Locator = .type(Tracked.self),
    scope: Scope = .singleton
  ) -> Registration {
    ParameterlessRegistration(
      Registration.Details(
        locator: locator, scope: scope, identity: owner.map { identity(of: $0) } ?? .none,
        location: .unknown)
    ) { [lifetimes] in Tracked(lifetimes, number: number) }
  }

  /// Returns the identity of an erased value.
  private func identity(of value: some Hashable & Sendable) -> RegistrationIdentity {
    RegistrationIdentity(value)
  }

  @Test func isAPartOfEquality() {
    #expect(registration("a").isEqual(to: registration("a")))
    #expect(!registration("a").isEqual(to: registration("b")))
    #expect(!registration("a").isEqual(to: registration(nil)))
    // Equality of registrations follows that of values in lookups.
    #expect(registration(1).isEqual(to: registration(1.0)))
    let nested = registration("inner").within(RegistrationIdentity("outer"))
    #expect(nested.isEqual(to: registration("inner").within(RegistrationIdentity("outer"))))
    #expect(!nested.isEqual(to: registration("outer").within(RegistrationIdentity("inner"))))
    #expect(!nested.isEqual(to: registration("inner")))
    #expect(nested.identity.description == "outer, inner")
  }

  @Test func isAddedToAFactoryOfAnyKind() async throws {
    let outer = RegistrationIdentity("outer")
    let asker = Requester(graph)
    let contextual = asking(
      locator: .type(String.self), scope: .instance
    ) { (_: any Asking, number: Int) -> String in "\(number)" }
    let asynchronous = Registration.async(Double.self) { _ in 2.5 }
    let all: [Registration] = [
      .type(Int.self, also: [(any Sendable).self], scope: .singleton, isEager: true) { 1 },
      contextual, asynchronous,
    ]
    var set = RegistrationSet()
    for registration in all {
      let copy = registration.within(outer)
      #expect(copy.identity == outer && registration.identity == .none)
      #expect(copy.locator == registration.locator && copy.location == registration.location)
      #expect(copy.scope.kind == registration.scope.kind)
      #expect(copy.isEager == registration.isEager)
      #expect(ObjectIdentifier(copy.producedType) == ObjectIdentifier(registration.producedType))
      #expect(copy.takes(registration.parameterTypes))
      let isAdded = set.insert(copy)
      #expect(isAdded)
    }
    graph.activate(DeclaredRegistry(contents: set))
    #expect(try graph.resolve(Int.self) == 1)
    #expect(try graph.resolve(String.self, arguments: 7) == "7")
    withExtendedLifetime(asker) {}
    #expect(try await graph.resolve(Double.self, in: nil) == 2.5)
  }

  @Test(arguments: [2, 30]) func keepsApartWhatASetWouldLeaveOut(padding: Int) {
    var set = RegistrationSet()
    for number in 0..<padding { set.insert(.name("padding \(number)") { 0 }) }
    let locators: [Locator] = [.type(Tracked.self), .name("n"), .value(1)]
    for locator in locators {
      let added = ["a", "b", nil, "a", nil].map {
        set.insert(registration($0, locator: locator))
      }
      #expect(added == [true, true, true, false, false])
    }
    let first = set.registrations[padding]
    #expect(set.equal(of: registration("a", 9)) === first)
    #expect(set.equal(of: registration("c")) == nil)
  }

  @Test(arguments: [Scope.singleton, .shared, .managed(Lifetime()), .scoped])
  func decidesWhetherAnInstanceIsKept(scope: Scope) throws {
    let registry = DeclaredRegistry(contents: [registration("a", 1, scope: scope)])
    graph.activate(registry)
    defer { graph.deactivateAll() }
    do {
      let held = try graph.resolve(Tracked.self)
      registry.replaceContents([registration("a", 2, scope: scope)])
      #expect(try graph.resolve(Tracked.self) === held)
    }
    if scope.kind != .shared { #expect(lifetimes.living == 1) }
    registry.replaceContents([registration("b", 3, scope: scope)])
    #expect(lifetimes.living == 0)
    #expect(try graph.resolve(Tracked.self).number == 3)
    registry.replaceContents([registration(nil, 4, scope: scope)])
    #expect(try graph.resolve(Tracked.self).number == 4)
  }

  @Test func bothAreFoundIfTwoDifferInNothingElse() throws {
    graph.activate(DeclaredRegistry(contents: [registration("a", 1), registration("b", 2)]))
    defer { graph.deactivateAll() }
    #expect(failure { try graph.resolve(Tracked.self) } == .multiple(.type(Tracked.self), count: 2))
    #expect(try graph.resolveAll(Tracked.self).map(\.number) == [1, 2])
    #expect(lifetimes.living == 2)
  }

  @Test func aNearerGraphHidesAFartherOneWhateverItsIdentity() throws {
    graph.activate(DeclaredRegistry(contents: [registration("a", 1)]))
    let child = Graph(parent: graph)
    child.activate(DeclaredRegistry(contents: [registration("b", 2)]))
    defer { graph.deactivateAll() }
    #expect(try child.resolve(Tracked.self).number == 2)
    #expect(try graph.resolve(Tracked.self).number == 1)
  }

  @Test func veryManyOfOneTypeHavePlacesOfTheirOwn() throws {
    let count = 300
    var set = RegistrationSet(minimumCapacity: count)
    for number in 0..<count { set.insert(registration(number, number)) }
    graph.activate(DeclaredRegistry(contents: set))
    defer { graph.deactivateAll() }
    let all = try graph.resolveAll(Tracked.self)
    #expect(all.map(\.number) == Array(0..<count))
    #expect(zip(try graph.resolveAll(Tracked.self), all).allSatisfy { $0 === $1 })
  }

  /// A value that injects while it is compared, hashed and deinitialized.
  private final class Meddler: Hashable, Sendable {
    let act: @Sendable () -> Void
    init(_ act: @escaping @Sendable () -> Void) { self.act = act }
    deinit { act() }
    static func == (one: Meddler, other: Meddler) -> Bool {
      one.act()
      return true
    }
    func hash(into hasher: inout Hasher) { act() }
  }

  @Test func mayInjectWhileItIsComparedAndWhenItGoes() throws {
    graph.activate(DeclaredRegistry(contents: [.type(Int.self) { 5 }]))
    let seen = Log<Int>()
    let act: @Sendable () -> Void = { [graph] in
      // The first lookup of a key runs under the locks of the graph and its table.
      _ = try? graph.resolve(value: seen.entries.count, as: Int.self)
      seen.add((try? graph.resolve(Int.self)) ?? 0)
    }
    do {
      let registry = DeclaredRegistry(contents: [registration(Meddler(act), 1)])
      graph.activate(registry)
      #expect(try graph.resolve(Tracked.self).number == 1)
      let comparisons = seen.entries.count
      registry.replaceContents([registration(Meddler(act), 2)])
      #expect(try graph.resolve(Tracked.self).number == 1)
      #expect(seen.entries.count > comparisons)
      graph.deactivate(registry)
      #expect(lifetimes.living == 0)
    }
    #expect(seen.entries.allSatisfy { $0 == 5 })
    graph.deactivateAll()
  }
}
