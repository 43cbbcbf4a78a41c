import DependencyInjection
import StitcherTestSupport
import Testing

/// Subclasses that override all methods that can be overridden, which excludes methods with
/// parameter packs.
@Suite struct OverridingTests {
  final class Spy: Container, @unchecked Sendable {
    // Safe: the log is.
    let calls = Log<String>()

    override func clean() {
      calls.add("clean")
      super.clean()
    }
    override func releaseSharedInstances() {
      calls.add("release")
      super.releaseSharedInstances()
    }
    override func register<Dependency>(
      type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>
    ) {
      calls.add("register \(type) \(scope)")
      super.register(type: type, in: scope, factory: factory)
    }
    override func tryResolve<Dependency>(type: Dependency.Type) throws -> Dependency {
      calls.add("resolve \(type)")
      if let seven = 7 as? Dependency { return seven }
      return try super.tryResolve(type: type)
    }
  }

  @Test func conveniencesGoThroughOverriddenMethods() throws {
    let spy = Spy()
    spy.register(dependency: "text")
    spy.autoregister(in: .new, initializer: { (number: Int) in [number] })
    #expect(spy.resolve() == "text")
    #expect(spy.resolve(type: [Int].self) == [7])
    #expect(try spy.tryResolve(type: Int.self) == 7)
    spy.releaseSharedInstances()
    spy.clean()
    #expect(
      spy.calls.entries == [
        "register String shared", "register Array<Int> new", "resolve String",
        "resolve Array<Int>", "resolve Int", "resolve Int", "release", "clean",
      ])
  }

  /// A user-defined resolver with the two documented requirements.
  struct Canned: DependencyResolving {
    let calls = Log<String>()

    func tryResolve<Dependency>(type: Dependency.Type) throws -> Dependency {
      try tryResolve(type: type, arguments: ())
    }
    func tryResolve<Dependency, each Argument>(
      type: Dependency.Type, arguments: repeat each Argument
    ) throws -> Dependency {
      calls.add("\((repeat each arguments))")
      return 7 as! Dependency
    }
  }

  @Test func oneArgumentGoesThroughTheRequirement() throws {
    let canned = Canned()
    let resolver: any DependencyResolving = canned
    #expect(canned.resolve(argument: "a") == 7)
    #expect(resolver.resolve(type: Int.self, argument: "b") == 7)
    #expect(try resolver.tryResolve(type: Int.self, argument: "c") == 7)
    #expect(canned.calls.entries == ["a", "b", "c"])
  }

  @Test func aSubclassIsAskedWithOneArgument() throws {
    let spy = Spy()
    spy.register { (_, number: Int) in [number] }
    #expect(spy.resolve(argument: 3) == [3])
    #expect(try (spy as Container).tryResolve(type: [Int].self, argument: 4) == [4])
    #expect(throws: ResolutionError.self) {
      try spy.tryResolve(type: String.self, argument: 5)
    }
  }

  @Test func propertiesGoThroughOverriddenMethods() {
    let spy = Spy()
    @Injected(from: spy) var number: Int
    @LazyInjected(from: spy) var other: Int
    #expect(number == 7)
    #expect(spy.calls.entries == ["resolve Int"])
    #expect(other == 7)
    #expect(spy.calls.entries == ["resolve Int", "resolve Int"])
  }

  @Test func factoriesOfAParentGetTheSubclassThatWasAsked() {
    let parent = Container()
    parent.register(in: .new) { r in [r.resolve(type: Int.self)] }
    let spy = Spy(parent: parent)
    #expect(spy.resolve(type: [Int].self) == [7])
    #expect(spy.calls.entries == ["resolve Array<Int>", "resolve Int"])
  }
}
