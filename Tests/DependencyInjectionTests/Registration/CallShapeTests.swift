import DependencyInjection
import Testing

/// Every form of call that programs write, and its effect.
@Suite struct CallShapeTests {
  protocol P {}
  final class Impl: P, Sendable { init() {} }
  struct Owner {
    var impl: Impl?
    var value: Int?
    var text: String?
    var p: (any P)?
    init(impl: Impl) { self.impl = impl }
    init(value: Int) { self.value = value }
    init(value: Int, text: String) { (self.value, self.text) = (value, text) }
    init(a: Int, b: String, d: Bool) { (value, text) = (a, b + "\(d)") }
    init(p: any P) { self.p = p }
    init(impl: Impl, value: Int) { (self.impl, self.value) = (impl, value) }
  }
  struct Four {
    let a: Int
    let b: String
    let d: Int
    let e: Bool
  }
  struct Auto { let impl: Impl }
  struct First {
    let value: Int
    let impl: Impl
  }
  struct Middle {
    let impl: Impl
    let value: Int
    let p: any P
  }
  struct Last {
    let impl: Impl
    let value: Int
  }
  struct Only { let value: Int }
  struct FirstOfThree {
    let value: Int
    let impl: Impl
    let p: any P
  }
  struct LastOfThree {
    let impl: Impl
    let p: any P
    let value: Int
  }

  @Test func registrationsWithoutArguments() {
    let c = Container()
    c.register(type: (any P).self, in: .shared) { _ in Impl() }
    #expect((c.resolve(type: (any P).self) as? Impl) === (c.resolve(type: (any P).self) as? Impl))

    c.register(type: Impl.self) { _ in Impl() }
    #expect(c.resolve(type: Impl.self) === c.resolve(type: Impl.self))

    c.register { _ -> Impl in Impl() }
    #expect(c.resolve(type: Impl.self) === c.resolve(type: Impl.self))

    c.register { _ in Impl() }
    #expect(c.resolve(type: Impl.self) === c.resolve(type: Impl.self))

    c.register(in: .new) { _ in Impl() }
    #expect(c.resolve(type: Impl.self) !== c.resolve(type: Impl.self))

    c.register(type: Impl.self, in: .new) { _ in Impl() }
    #expect(c.resolve(type: Impl.self) !== c.resolve(type: Impl.self))

    c.register(dependency: Impl())
    c.register { r in Owner(impl: r.resolve()) }
    let owner: Owner = c.resolve()
    #expect(owner.impl === c.resolve(type: Impl.self))

    c.register(type: (any P).self, dependency: Impl())
    let p: any P = c.resolve()
    #expect(p as? Impl === c.resolve(type: (any P).self) as? Impl)

    c.register { (resolver: any DependencyResolving) in Owner(impl: resolver.resolve()) }
    c.register { (resolver: DependencyResolving) -> Owner in
      let impl = resolver.resolve(type: Impl.self)
      return Owner(impl: impl)
    }
    #expect(c.resolve(type: Owner.self).impl === c.resolve(type: Impl.self))
  }

  @Test func registrationsWithArguments() throws {
    let c = Container()
    c.register(dependency: Impl())
    c.register { _, arg -> Owner in Owner(value: arg) }
    #expect(c.resolve(type: Owner.self, argument: 42).value == 42)

    c.register(type: Owner.self) { _, a, b, d in Owner(a: a, b: b, d: d) }
    #expect(c.resolve(type: Owner.self, arguments: 1, "x", true).text == "xtrue")

    c.register { (_: DependencyResolving, p: any P) -> Owner in Owner(p: p) }
    let p: any P = Impl()
    #expect(c.resolve(type: Owner.self, argument: p).p as? Impl === p as? Impl)
    #expect(c.resolve(type: Owner.self, arguments: p).p as? Impl === p as? Impl)
    let holder: Owner = c.resolve(argument: p)
    #expect(holder.p as? Impl === p as? Impl)

    c.register { Owner(impl: $0.resolve(), value: $1) }
    #expect(c.resolve(type: Owner.self, argument: 3).value == 3)

    c.register { _, a, b in Owner(value: a, text: b) }
    let e: Owner = c.resolve(arguments: 1, "x")
    #expect(e.text == "x")
    let f = c.resolve(type: Owner.self, arguments: 1)
    #expect(f.value == 1)
    let h = c.resolve(type: Owner.self, argument: 42)
    #expect(h.value == 42)
    let i: Owner = c.resolve(argument1: 1, argument2: "x")
    #expect(i.value == 1)

    c.register { r, value in
      let impl = r.resolve(type: Impl.self)
      return Owner(impl: impl, value: value)
    }
    #expect(c.resolve(type: Owner.self, argument: 5).impl === c.resolve(type: Impl.self))

    #expect(throws: ResolutionError.self) {
      try c.tryResolve(type: Four.self, arguments: 1, "b", 3, true)
    }
    c.register { _, a, b, d, e -> Four in Four(a: a, b: b, d: d, e: e) }
    #expect(try c.tryResolve(type: Four.self, arguments: 1, "b", 3, true).d == 3)
  }

  @Test func resolutions() throws {
    let c = Container()
    c.register(dependency: Impl())
    c.register(type: (any P).self, dependency: Impl())
    let a: Impl = c.resolve()
    let b = c.resolve(type: (any P).self)
    let d = try c.tryResolve(type: Impl.self)
    #expect(a === d)
    #expect(b as? Impl !== a)

    c.register { _, a in Owner(value: a) }
    c.register { _, a, b in Owner(value: a, text: b) }
    c.register { _, a, b, d in Owner(a: a, b: b, d: d) }
    #expect(try c.tryResolve(type: Owner.self, argument: 1).value == 1)
    #expect(c.resolve(type: Owner.self, argument: 2).value == 2)
    let inferred: Owner = c.resolve(argument: 3)
    #expect(inferred.value == 3)
    #expect(try c.tryResolve(type: Owner.self, argument1: 1, argument2: "x").text == "x")
    #expect(c.resolve(type: Owner.self, argument1: 2, argument2: "y").text == "y")
    let two: Owner = c.resolve(argument1: 3, argument2: "z")
    #expect(two.text == "z")
    let three = try c.tryResolve(type: Owner.self, argument1: 1, argument2: "x", argument3: true)
    #expect(three.text == "xtrue")
    let other = c.resolve(type: Owner.self, argument1: 1, argument2: "y", argument3: true)
    #expect(other.text == "ytrue")
    let last: Owner = c.resolve(argument1: 1, argument2: "z", argument3: false)
    #expect(last.text == "zfalse")
  }

  @Test func autoregistrations() {
    let c = Container()
    c.autoregister(initializer: Impl.init)
    c.autoregister(type: (any P).self, in: .new, initializer: Impl.init)
    #expect(c.resolve(type: Impl.self) === c.resolve(type: Impl.self))
    #expect(c.resolve(type: (any P).self) as? Impl !== c.resolve(type: (any P).self) as? Impl)

    c.autoregister(in: .shared, initializer: Auto.init)
    c.autoregister(initializer: Auto.init)
    c.autoregister(type: Auto.self, initializer: Auto.init)
    #expect(c.resolve(type: Auto.self).impl === c.resolve(type: Impl.self))

    c.autoregister(argument: Int.self, initializer: Only.init)
    #expect(c.resolve(type: Only.self, argument: 0).value == 0)
    c.autoregister(argument: Int.self, initializer: First.init)
    #expect(c.resolve(type: First.self, argument: 1).value == 1)
    c.autoregister(argument: Int.self, initializer: Last.init)
    #expect(c.resolve(type: Last.self, argument: 2).value == 2)
    c.autoregister(argument: Int.self, initializer: FirstOfThree.init)
    #expect(c.resolve(type: FirstOfThree.self, argument: 3).value == 3)
    c.autoregister(argument: Int.self, initializer: Middle.init)
    #expect(c.resolve(type: Middle.self, argument: 4).value == 4)
    c.autoregister(type: LastOfThree.self, argument: Int.self, initializer: LastOfThree.init)
    #expect(c.resolve(type: LastOfThree.self, argument: 5).value == 5)
  }

  @Test func throwingFactories() throws {
    let c = Container()
    c.register(type: Impl.self) { _ in Impl() }
    c.register { r in Owner(impl: try r.tryResolve(type: Impl.self)) }
    c.register(type: Auto.self, in: .new) { r in try Auto(impl: r.tryResolve(type: Impl.self)) }
    c.register(in: .new) { r -> First in
      let impl = try r.tryResolve(type: Impl.self)
      return First(value: 1, impl: impl)
    }
    c.register { r, value in try Last(impl: r.tryResolve(type: Impl.self), value: value) }
    c.register(type: Owner.self) { r, value in
      try Owner(impl: r.tryResolve(type: Impl.self), value: value)
    }
    #expect(try c.tryResolve(type: Owner.self).impl === c.resolve(type: Impl.self))
    #expect(try c.tryResolve(type: Auto.self).impl === c.resolve(type: Impl.self))
    #expect(try c.tryResolve(type: First.self).value == 1)
    #expect(try c.tryResolve(type: Last.self, arguments: 2).value == 2)
    #expect(try c.tryResolve(type: Owner.self, argument: 3).value == 3)
  }

  /// Generic code uses only the protocols.
  @Test func generics() {
    func register(in registry: some DependencyAutoregistering) {
      registry.register { _ in Impl() }
      registry.register(type: (any P).self) { _ in Impl() }
      registry.register(in: .new) { r in Owner(impl: r.resolve()) }
      registry.register { r, value in Owner(impl: r.resolve(), value: value) }
      registry.register(dependency: Four(a: 1, b: "b", d: 2, e: true))
      registry.autoregister(initializer: Auto.init)
    }
    let c = Container()
    register(in: c)
    let resolver: any DependencyResolving = c
    #expect(resolver.resolve(type: Auto.self).impl === resolver.resolve(type: Impl.self))
    #expect(resolver.resolve(type: Owner.self, argument: 4).value == 4)
    let p: any P = resolver.resolve()
    #expect(p is Impl)
    let registering: any DependencyRegistering = c
    registering.register { _ in 7 }
    #expect(resolver.resolve() == 7)
  }
}

/// Every form of call of the asynchronous container.
@Suite struct AsyncCallShapeTests {
  protocol P: Sendable {}
  final class Impl: P { init() {} }
  struct Owner: Sendable {
    var impl: Impl?
    var value: Int?
    init(impl: Impl) { self.impl = impl }
    init(value: Int) { self.value = value }
  }
  struct Three: Sendable {
    let x: Impl
    let y: Int
    let z: any P
  }

  @Test func registrationsAndResolutions() async throws {
    let ac = AsyncContainer()
    await ac.register(type: (any P).self, in: .shared) { _ in Impl() }
    await ac.register { _ in Impl() }
    await ac.register(type: Impl.self) { _ in Impl() }
    await ac.register(in: .shared) { Owner(impl: await $0.resolve()) }
    await ac.register { r, a in Three(x: await r.resolve(), y: a, z: await r.resolve()) }
    await ac.register { _, a -> Owner in Owner(value: a) }
    await ac.register(type: Owner.self) { (_, a: Int, b: Int) in Owner(value: a + b) }
    await ac.register { (_: any AsyncDependencyResolving, a: Int, b: Int, c: Int) in
      Owner(value: a + b + c)
    }
    let impl: Impl = await ac.resolve()
    let again = await ac.resolve(type: Impl.self)
    #expect(impl === again)
    let owner: Owner = try await ac.tryResolve(type: Owner.self)
    #expect(owner.impl === impl)
    let three: Three = await ac.resolve(argument: 5)
    #expect(three.y == 5)
    #expect(three.x === impl)
    #expect(await ac.resolve(type: Owner.self, arguments: 6).value == 6)
    #expect(await ac.resolve(type: Owner.self, argument1: 3, argument2: 4).value == 7)
    #expect(try await ac.tryResolve(type: Owner.self, argument1: 3, argument2: 4).value == 7)
    let sum: Owner = await ac.resolve(argument1: 1, argument2: 2, argument3: 3)
    #expect(sum.value == 6)
    let inferred: Owner = await ac.resolve(arguments: 1, 2)
    #expect(inferred.value == 3)
    #expect(try await ac.tryResolve(type: Owner.self, argument: 1).value == 1)
    #expect(await ac.resolve(type: Owner.self, argument: 1).value == 1)
    let pair: Owner = await ac.resolve(argument1: 1, argument2: 1)
    #expect(pair.value == 2)
    let triple = try await ac.tryResolve(
      type: Owner.self, argument1: 1, argument2: 1, argument3: 1)
    #expect(triple.value == 3)
    let other = await ac.resolve(type: Owner.self, argument1: 1, argument2: 1, argument3: 2)
    #expect(other.value == 4)
  }

  @Test func throwingFactories() async throws {
    let ac = AsyncContainer()
    await ac.register(type: Impl.self) { _ in Impl() }
    await ac.register { r in try await Owner(impl: r.tryResolve(type: Impl.self)) }
    await ac.register { r, value in
      let impl = try await r.tryResolve(type: Impl.self)
      return Three(x: impl, y: value, z: impl)
    }
    let impl: Impl = await ac.resolve()
    #expect(try await ac.tryResolve(type: Owner.self).impl === impl)
    #expect(try await ac.tryResolve(type: Three.self, argument: 2).y == 2)
  }
}
