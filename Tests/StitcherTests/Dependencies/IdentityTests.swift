import Observation
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// An instance that is kept for one owner is not returned for the next owner.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct IdentityTests {
  class Crate {
    let owner: String
    init(_ owner: String) { self.owner = owner }
  }
  protocol Cart: AnyObject { var owner: String { get } }
  final class Basket: Crate, Cart {}
  struct Shelf: Hashable { var number: Int }

  /// The signed-in user, which any thread may change.
  @Observable final class Account: Sendable {
    private let current = Box<String?>(nil)

    var user: String? {
      get {
        access(keyPath: \.user)
        return current.value
      }
      set { withMutation(keyPath: \.user) { current.value = newValue } }
    }
  }

  /// A way to declare a basket that depends on an owner, with the matching request.
  struct Spelling: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable (String) -> DependencyContainer
    let inject: Request

    init(
      _ name: String,
      inject: @escaping Request = byType,
      @DependencyRegistrarBuilder build: @escaping @Sendable (String) -> DependenciesRegistrar
    ) {
      testDescription = name
      self.build = { owner in DependencyContainer { build(owner) } }
      self.inject = inject
    }
  }

  struct BasketDependency: DependencyRepresenting {
    var owner: String
    var scope: DependencyScope { .singleton }
    var identity: DependencyIdentity? { DependencyIdentity(owner) }
    var dependencyProvider: DependencyFactory.Provider<Basket> {
      .init { [owner] in Basket(owner) }
    }
  }

  struct Baskets: DependencyGroupRepresenting {
    var owner: String
    @DependencyRegistrarBuilder func dependencies() -> DependenciesRegistrar {
      Dependency { [owner] in Basket(owner) }.scope(.singleton)
    }
  }

  static let shelf = ChangeSource()

  /// A request for the basket.
  typealias Request = @Sendable () throws -> any Cart
  static let byType: Request = { try DependencyGraph.inject(byType: Basket.self) }
  static let byProtocol: Request = { try DependencyGraph.inject() as any Cart }
  static let bySuperclass: Request = { try DependencyGraph.inject() as Crate as! Basket }
  static let byName: Request = { try DependencyGraph.inject(byName: "basket") as Basket }
  static let byValue: Request = { try DependencyGraph.inject(byValue: Shelf(number: 1)) as Basket }
  static let byParameter: Request = { try DependencyGraph.inject(parameters: 7) as Basket }
  static let byLastName: Request = { try DependencyGraph.inject(byName: "basket 9") as Basket }

  static let spellings: [Spelling] = [
    Spelling("type") { owner in
      Dependency { Basket(owner) }.id(owner).scope(.singleton)
    },
    Spelling("protocol", inject: byProtocol) { owner in
      Dependency { Basket(owner) }.scope(.singleton).id(owner).conforms(to: (any Cart).self)
    },
    Spelling("superclass", inject: bySuperclass) { owner in
      Dependency(inheritingFrom: Crate.self) { Basket(owner) }.scope(.singleton).id(owner)
    },
    Spelling("name", inject: byName) { owner in
      Dependency(named: "basket") { Basket(owner) }.scope(.singleton).id(owner)
    },
    Spelling("later name", inject: byName) {
      Dependency { [owner = $0] in Basket(owner) }.id($0).named("basket").scope(.singleton)
    },
    Spelling("value", inject: byValue) { owner in
      Dependency { Basket(owner) }.id(owner).associated(with: Shelf(number: 1)).scope(.singleton)
    },
    Spelling("eager") { owner in
      Dependency { Basket(owner) }.scope(.singleton).eagerness(.eager).id(owner)
    },
    Spelling("managed") { owner in
      Dependency { Basket(owner) }.scope(.managed(by: shelf)).id(owner)
    },
    Spelling("with parameters", inject: byParameter) {
      owner in Dependency { (_: Int) in Basket(owner) }.scope(.singleton).id(owner)
    },
    Spelling("generated") { owner in
      GeneratedDependencyRegistration<Basket>(
        locator: .type(Basket.self), scope: .singleton, eagerness: .lazy
      ) { Basket(owner) }.id(owner)
    },
    Spelling("representation") { owner in BasketDependency(owner: owner) },
    Spelling("group with an id") { owner in
      DependencyGroup(id: owner) { Dependency { Basket(owner) }.scope(.singleton) }
    },
    Spelling("group for a value") { owner in
      DependencyGroup(for: owner) { user in Dependency { Basket(user) }.scope(.singleton) }
    },
    Spelling("custom group in a group") { owner in
      DependencyGroup(for: owner) { Baskets(owner: $0) }
    },
    Spelling("outer group") { owner in
      DependencyGroup(id: owner) {
        DependencyGroup(id: 1) { Dependency { Basket(owner) }.scope(.singleton).id(2) }
      }
    },
    Spelling("inner group") { owner in
      DependencyGroup(id: 1) {
        DependencyGroup(id: owner) { Dependency { Basket(owner) }.scope(.singleton) }
      }
    },
    Spelling("dependency in a group") { owner in
      DependencyGroup(id: 1) { Dependency { Basket(owner) }.scope(.singleton).id(owner) }
    },
    Spelling("large group", inject: byLastName) {
      owner in
      DependencyGroup(id: owner) {
        for number in 0..<20 {
          Dependency(named: "basket \(number)") { Basket(owner) }.scope(.singleton)
        }
      }
    },
  ]

  @Test func fromAdaStraightToBobBobGetsHisBasket() throws {
    let account = Account()
    account.user = "Ada"
    let container = DependencyContainer {
      DependencyGroup(for: account.user) { user in
        Dependency { Basket(user) }.scope(.singleton)
      }
    }
    try withActive(container) { () throws in
      let first: Basket = try DependencyGraph.inject()
      #expect(first.owner == "Ada")
      account.user = "Bob"
      let second: Basket = try DependencyGraph.inject()
      #expect(second.owner == "Bob" && second !== first)
      account.user = nil
      #expect(try DependencyGraph.inject() as Basket? == nil)
    }
  }

  @Test(arguments: spellings) func anotherIdIsAnotherInstanceAndTheSameKeepsIt(_ it: Spelling)
    throws
  {
    @Dependencies var container = it.build("Ada")
    let ada = try it.inject()
    #expect(ada.owner == "Ada")
    #expect(try it.inject() === ada || it.testDescription == "with parameters")
    container = it.build("Ada")
    #expect(try it.inject() === ada || it.testDescription == "with parameters")
    container = it.build("Bob")
    let bob = try it.inject()
    #expect(bob.owner == "Bob")
    #expect(try it.inject() === bob || it.testDescription == "with parameters")
    container = it.build("Ada")
    // The graph has released Ada's earlier basket.
    let again = try it.inject()
    #expect(again.owner == "Ada" && again !== ada)
  }

  @Test func withoutAnIdTheOldInstanceStays() throws {
    @Dependencies var container = Spelling("") { owner in Baskets(owner: owner) }.build("Ada")
    let ada: Basket = try DependencyGraph.inject()
    container = Spelling("") { owner in Baskets(owner: owner) }.build("Bob")
    #expect(try DependencyGraph.inject() as Basket === ada)
  }

  @Test func anEagerOneIsMadeAnewForAnotherOwnerOnly() {
    let made = Record<String>()
    let build = Spelling("") { owner in
      Dependency {
        made.append(owner)
        return Basket(owner)
      }
      .scope(.singleton).eagerness(.eager).id(owner)
    }.build
    @Dependencies var container = build("Ada")
    container = build("Ada")
    #expect(made.elements == ["Ada"])
    container = build("Bob")
    #expect(made.elements == ["Ada", "Bob"])
  }

  @Test func aGroupForNothingIsNotThereWhateverElseIsSaid() {
    let registrar = DependencyContainer {
      DependencyGroup(for: String?.none) { user in Dependency { user.count } }.enabled(true)
      DependencyGroup(for: "Ada") { user in Dependency { user.count } }.enabled(false)
    }.registrar
    #expect(registrar.isEmpty)
  }

  @Test func twoThatDifferInTheirIdsOnlyAreBothThereAndNeitherIsChosen() throws {
    struct Seat: Equatable { var owner: String }
    let container = DependencyContainer {
      for owner in ["Ada", "Bob", "Ada"] {
        Dependency { Seat(owner: owner) }.id(owner)
        Dependency(named: "seat") { Seat(owner: owner) }.id(owner)
      }
      Dependency(named: "other seat") { Seat(owner: "nobody") }
      Dependency(named: "other seat") { "not there" }
    }
    #expect(container.registrar.count == 5)
    try withActive(container) {
      #expect(try DependencyGraph.inject() as [Seat] == [Seat(owner: "Ada"), Seat(owner: "Bob")])
      let byType = try injectionError { try DependencyGraph.inject() as Seat }
      #expect(byType.summary == "Multiple dependencies found for Type[Seat].")
      let byName = try injectionError { try DependencyGraph.inject(byName: "seat") as Seat }
      #expect(byName.summary == "Multiple dependencies found for Name[seat].")
      #expect(try DependencyGraph.inject(byName: "other seat") as Seat == Seat(owner: "nobody"))
    }
  }

  @Test func theLastIdCountsAndIdsAreAPartOfEquality() {
    func raw(
      _ dependency: Dependency<Int, MaybeTypeLocatedDependency>
    ) -> RawDependencyRegistration { RawDependencyRegistration(dependency) }
    let plain = Dependency { 1 }
    #expect(raw(plain.id(1).id("a")) == raw(plain.id("a")))
    #expect(raw(plain.id("a")) != raw(plain.id("b")))
    #expect(raw(plain.id("a")) != raw(plain))
    #expect(Set([raw(plain.id("a")), raw(plain.id("b")), raw(plain.id("a"))]).count == 2)
    let dependency = plain.id("a").scope(.singleton).eagerness(.eager)
    #expect(dependency.identity == DependencyIdentity("a") && dependency.scope == .singleton)
    #expect(dependency.named("n").identity == DependencyIdentity("a"))
    #expect(dependency.eagerness == .eager && plain.identity == nil)
  }

  @Test func idsCombineInOrder() {
    func registrar(
      @DependencyRegistrarBuilder _ build: () -> DependenciesRegistrar
    ) -> DependenciesRegistrar { build() }
    let nested = registrar {
      DependencyGroup(id: 1) { DependencyGroup(id: 2) { Dependency { "nested" } } }
    }
    #expect(
      nested == registrar { DependencyGroup(id: 1) { Dependency { "one" }.id(2) } })
    #expect(nested != registrar { DependencyGroup(id: 2) { Dependency { "other" }.id(1) } })
    #expect(nested != registrar { DependencyGroup(id: 2) { Dependency { "inner" } } })
    #expect(nested != registrar { DependencyGroup(id: 1) { Dependency { "outer" } } })
  }

  @Test func aProjectionSaysTheIdentity() throws {
    final class Labeled: Sendable {}
    let container = DependencyContainer {
      DependencyGroup(id: "identity-group") { Dependency { Labeled() }.id(7) }
      Dependency(named: "identity-none") { Labeled() }
    }
    try withActive(container) {
      DependencyGraph.validate { registrations in
        let found = registrations.matches { $0.isLocatedBy(type: Labeled.self) }
        #expect(found.map { $0.identity?.description } == ["identity-group, 7"])
        #expect(found.allSatisfy { $0.isIdentified(by: "identity-group") })
        #expect(found.allSatisfy { $0.isIdentified(by: 7) && !$0.isIdentified(by: 8) })
        let other = registrations.matches { $0.isLocatedBy(name: "identity-none") }
        #expect(other.map(\.identity) == [nil])
        #expect(!other.contains { $0.isIdentified(by: 7) })
      }
    }
  }

  /// A hashable owner that belongs to one thread.
  final class Owner: Hashable {
    var name: String
    init(_ name: String) { self.name = name }
    static func == (one: Owner, other: Owner) -> Bool { one.name == other.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
  }

  @Test func anIdNeedNotBeSendable() {
    func registrar(_ name: String) -> DependenciesRegistrar {
      DependencyContainer {
        Dependency { name }.id(Owner(name))
        GeneratedDependencyRegistration<Int>(
          locator: .type(Int.self), scope: .instance, eagerness: .lazy
        ) { 1 }.id(Owner(name))
        DependencyGroup(id: Owner(name)) { Dependency { 1.5 } }
        DependencyGroup(for: Owner(name)) { _ in Dependency { true } }
      }.registrar
    }
    #expect(registrar("Ada") == registrar("Ada"))
    #expect(!registrar("Ada").contains { registrar("Bob").contains($0) })
    #expect(DependencyIdentity(Owner("Ada")) == DependencyIdentity(Owner("Ada")))
  }
}

/// No instance of the former owner stays, as far as the library promises.
@MainActor @Suite(.timeLimit(.minutes(20)), .dependencies()) struct FormerOwnerTests {
  final class Basket: Sendable {
    let owner: String
    init(_ owner: String) { self.owner = owner }
  }

  /// The signed-in user.
  @Observable final class Account {
    var user = "Ada"
  }

  private let account = Account()
  private let signedOut = ChangeSource()

  /// Returns a container of the user's basket, with an id or without one.
  private func makeContainer(isIdentified: Bool) -> DependencyContainer {
    DependencyContainer { [account, signedOut] in
      let user = account.user
      let basket = Dependency { @Sendable in Basket(user) }.scope(.managed(by: signedOut))
      if isIdentified { basket.id(user) } else { basket }
    }
  }

  @Test(arguments: [true, false])
  func onItsActorAnInjectionSeesWhoIsSignedInNow(isIdentified: Bool) async throws {
    try await withActive(makeContainer(isIdentified: isIdentified)) {
      let ada = try DependencyGraph.inject() as Basket
      #expect(ada.owner == "Ada")
      signedOut.fire()
      account.user = "Bob"
      let bob = try DependencyGraph.inject() as Basket
      #expect(bob.owner == "Bob")
      await DependencyGraph.waitForUpdates()
      #expect(try DependencyGraph.inject() as Basket === bob)
    }
  }

  @Test func whatIsMadeOffTheActorBeforeItFollowsDoesNotStay() async throws {
    try await withActive(makeContainer(isIdentified: true)) {
      signedOut.fire()
      account.user = "Bob"
      // The main actor is busy, so another thread still finds the previous registration.
      let ada = boundWorker { Weak(object: try? DependencyGraph.inject() as Basket) }
      #expect(ada.join().object?.owner != "Bob")
      let bob = try DependencyGraph.inject() as Basket
      #expect(bob.owner == "Bob")
      await DependencyGraph.waitForUpdates()
      #expect(try DependencyGraph.inject() as Basket === bob)
    }
  }

  @Test func whatIsBeingMadeWhileTheIdChangesDoesNotStay() throws {
    let (isBeingMade, mayGoOn) = (Gate(), Gate())
    let container = DependencyContainer { [account] in
      let user = account.user
      Dependency { @Sendable in
        if user == "Ada" {
          isBeingMade.open()
          mayGoOn.wait()
        }
        return Basket(user)
      }
      .scope(.singleton).id(user)
    }
    try withActive(container) {
      let worker = boundWorker { try? DependencyGraph.inject() as Basket }
      isBeingMade.wait()
      account.user = "Bob"
      let bob = try DependencyGraph.inject() as Basket
      #expect(bob.owner == "Bob")
      mayGoOn.open()
      // Only the request that started the creation gets its instance.
      var ada = worker.join()
      #expect(ada?.owner == "Ada")
      let former = Weak(object: ada)
      ada = nil
      #expect(former.object == nil)
      #expect(try DependencyGraph.inject() as Basket === bob)
      #expect(boundWorker { try? DependencyGraph.inject() as Basket }.join() === bob)
    }
  }
}
