import DependencyInjection
import StitcherTestSupport
import Testing

/// Initializers with parameters that the container resolves.
@Suite struct AutoregistrationTests {
  struct None {}
  struct Six {
    let a: Int
    let b: String
    let c: Bool
    let d: Double
    let e: Character
    let f: [Int]
    init(_ a: Int, _ b: String, _ c: Bool, _ d: Double, _ e: Character, _ f: [Int] = [9]) {
      (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }
  }
  protocol Shape { var sides: Int { get } }
  struct Square: Shape { let sides: Int }

  @Test func anyNumberOfParametersIsResolvedInOrder() {
    let container = Container()
    let order = Log<String>()
    container.autoregister(initializer: None.init)
    container.register(in: .new) { _ in
      order.add("Int")
      return 1
    }
    container.register(in: .new) { _ in
      order.add("String")
      return "b"
    }
    container.register(in: .new) { _ in
      order.add("Bool")
      return true
    }
    container.register(in: .new) { _ in
      order.add("Double")
      return 2.5
    }
    container.register(in: .new) { _ in
      order.add("Character")
      return Character("e")
    }
    container.register(in: .new) { _ in
      order.add("[Int]")
      return [1, 2]
    }
    container.autoregister(initializer: Six.init)
    let six: Six = container.resolve()
    #expect(order.entries == ["Int", "String", "Bool", "Double", "Character", "[Int]"])
    #expect((six.a, six.b, six.c, six.d, six.e) == (1, "b", true, 2.5, "e"))
    #expect(six.f == [1, 2])
    _ = container.resolve(type: None.self)
  }

  @Test func theDefaultScopeIsShared() {
    let lifetimes = Lifetimes()
    let container = Container()
    container.register(dependency: lifetimes)
    container.autoregister(initializer: { (lifetimes: Lifetimes) in Tracked(lifetimes) })
    #expect(container.resolve(type: Tracked.self) === container.resolve(type: Tracked.self))
    container.autoregister(in: .new) { (lifetimes: Lifetimes) in Tracked(lifetimes) }
    #expect(container.resolve(type: Tracked.self) !== container.resolve(type: Tracked.self))
    #expect(lifetimes.living == 0)
  }

  @Test func theTypeMayBeAProtocol() {
    let container = Container()
    container.register(dependency: 4)
    container.autoregister(type: (any Shape).self, initializer: Square.init)
    #expect(container.resolve(type: (any Shape).self).sides == 4)
    container.autoregister(type: (any Shape).self, argument: Int.self, initializer: Square.init)
    #expect(container.resolve(type: (any Shape).self, argument: 5).sides == 5)
  }

  @Test func aRegistrationWithAnArgumentIsNew() {
    let lifetimes = Lifetimes()
    let container = Container()
    container.register(dependency: lifetimes)
    container.autoregister(argument: Int.self) { (lifetimes: Lifetimes, number: Int) in
      Tracked(lifetimes, number: number)
    }
    #expect(container.resolve(type: Tracked.self, argument: 1).number == 1)
    #expect(container.resolve(type: Tracked.self, argument: 2).number == 2)
    #expect(lifetimes.inits == 2)
  }

  @Test func autoregistrationGoesThroughOverriddenMethods() {
    final class Counting: Container, @unchecked Sendable {
      // Safe: the counter is.
      let registrations = Counter()
      override func register<Dependency>(
        type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>
      ) {
        registrations.increment()
        super.register(type: type, in: scope, factory: factory)
      }
    }
    let container = Counting()
    container.autoregister(initializer: None.init)
    container.register(dependency: 1)
    container.register(type: Int.self, dependency: 1)
    container.register { _ in 1 }
    container.register(type: Int.self) { _ in 1 }
    container.register(in: .new) { _ in 1 }
    #expect(container.registrations.value == 6)
  }
}
