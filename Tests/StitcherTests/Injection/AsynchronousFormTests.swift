import Stitcher
import StitcherTesting
import Testing

/// Every form of injection as the whole body of an asynchronous function, with values of size zero.
///
/// The test is that these functions compile in release builds: with an empty parameter pack in such
/// a function, the optimizer of Swift 6.3 crashes.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct AsynchronousFormTests {
  struct Plain: Hashable {}
  struct Named: Hashable {}
  enum Name: String { case only = "asynchronous-only" }
  struct Described: CustomStringConvertible { var description: String { "asynchronous-only" } }

  struct Read {
    static func property() async -> Plain { Injected<Plain>().wrappedValue }
    static func optional() async -> Plain? { Injected<Plain?>().wrappedValue }
    static func array() async -> [Plain] { Injected<[Plain]>().wrappedValue }
    static func type() async -> Plain { Injected(type: Plain.self).wrappedValue }
    static func optionalType() async -> Plain? { Injected(type: Plain?.self).wrappedValue }
    static func arrayType() async -> [Plain] { Injected(type: [Plain].self).wrappedValue }
    static func name() async -> Named { Injected(name: "asynchronous-only").wrappedValue }
    static func raw() async -> Named { Injected(name: Name.only).wrappedValue }
    static func described() async -> Named { Injected(name: Described()).wrappedValue }
    static func value() async -> Named { Injected(value: Named()).wrappedValue }
  }

  struct Load {
    static func property() async throws { try Injected<Plain>().loadIfNeeded() }
    static func type() async throws { try Injected(type: Plain.self).loadIfNeeded() }
    static func optional() async throws { try Injected(type: Plain?.self).loadIfNeeded() }
    static func array() async throws { try Injected(type: [Plain].self).loadIfNeeded() }
    static func name() async throws {
      try Injected<Named>(name: "asynchronous-only").loadIfNeeded()
    }
    static func raw() async throws { try Injected<Named>(name: Name.only).loadIfNeeded() }
    static func described() async throws { try Injected<Named>(name: Described()).loadIfNeeded() }
    static func value() async throws { try Injected<Named>(value: Named()).loadIfNeeded() }
  }

  struct Inject {
    static func plain() async throws -> Plain { try DependencyGraph.inject() }
    static func optional() async throws -> Plain? { try DependencyGraph.inject() }
    static func array() async throws -> [Plain] { try DependencyGraph.inject() }
    static func name() async throws -> Named {
      try DependencyGraph.inject(byName: "asynchronous-only")
    }
    static func raw() async throws -> Named { try DependencyGraph.inject(byName: Name.only) }
    static func described() async throws -> Named {
      try DependencyGraph.inject(byName: Described())
    }
    static func value() async throws -> Named { try DependencyGraph.inject(byValue: Named()) }
  }

  struct Register {
    static func plain() async { _ = Dependency { Plain() } }
    static func conforming() async { _ = Dependency(conformingTo: Plain.self) { Plain() } }
    static func name() async { _ = Dependency(named: "asynchronous-only") { Named() } }
    static func raw() async { _ = Dependency(named: Name.only) { Named() } }
    static func described() async { _ = Dependency(named: Described()) { Named() } }
    static func value() async { _ = Dependency(for: Named()) { Named() } }
  }

  @Test func everyFormWorksInAnAsynchronousFunction() async throws {
    await Register.plain()
    await Register.conforming()
    await Register.name()
    await Register.raw()
    await Register.described()
    await Register.value()
    let container = DependencyContainer {
      Dependency { Plain() }
      Dependency(named: "asynchronous-only") { Named() }
      Dependency(for: Named()) { Named() }
    }
    await DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    await #expect(Read.property() == Plain())
    await #expect(Read.optional() == Plain())
    await #expect(Read.array() == [Plain()])
    await #expect(Read.type() == Plain())
    await #expect(Read.optionalType() == Plain())
    await #expect(Read.arrayType() == [Plain()])
    await #expect(Read.name() == Named())
    await #expect(Read.raw() == Named())
    await #expect(Read.described() == Named())
    await #expect(Read.value() == Named())
    try await Load.property()
    try await Load.type()
    try await Load.optional()
    try await Load.array()
    try await Load.name()
    try await Load.raw()
    try await Load.described()
    try await Load.value()
    try await #expect(Inject.plain() == Plain())
    try await #expect(Inject.optional() == Plain())
    try await #expect(Inject.array() == [Plain()])
    try await #expect(Inject.name() == Named())
    try await #expect(Inject.raw() == Named())
    try await #expect(Inject.described() == Named())
    try await #expect(Inject.value() == Named())
  }
}
