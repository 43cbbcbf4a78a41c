import Stitcher
import StitcherTesting
import Testing

@Suite(.timeLimit(.minutes(20)), .dependencies()) struct InjectedTests {
  enum Name: String { case service = "injected-raw" }
  struct Described: CustomStringConvertible { var description = "injected-described" }
  struct Key: Hashable {}

  @Test func everyFormFindsItsDependency() throws {
    protocol Service: AnyObject, Sendable {}
    final class Implementation: Service, Sendable {}
    struct Sized: Hashable { var size = 0 }
    struct Missing: Hashable {}
    struct Holder {
      @Injected var implementation: Implementation
      @Injected var service: any Service
      @Injected var optional: Implementation?
      @Injected var missing: Missing?
      @Injected var all: [any Service]
      @Injected var set: Set<Missing>
      @Injected var dictionary: [String: Missing]
      @Injected(5) var sized: Sized
      @Injected(type: Sized.self, 6) var typed: Sized
      @Injected(7) var optionalSized: Sized?
      @Injected(8) var allSized: [Sized]
      @Injected(name: "injected-string") var byString: Sized
      @Injected(name: Name.service) var byRaw: Sized
      @Injected(name: Described()) var byDescription: Sized
      @Injected(name: "injected-string", 9) var byNameAndParameter: Sized
      @Injected(value: Key()) var byValue: Sized
      @Injected(value: Key(), 10) var byValueAndParameter: Sized
      @Injected(name: "injected-nobody") var missingName: Sized?
      @Injected(value: Missing()) var missingValue: [Sized]
    }
    let container = DependencyContainer {
      Dependency { Implementation() }.conforms(to: (any Service).self).scope(.singleton)
      Dependency { size in Sized(size: size) }
      Dependency(named: "injected-string") { Sized(size: 1) }
      Dependency(named: "injected-string") { (size: Int) in Sized(size: size) }
      Dependency(named: Name.service) { Sized(size: 2) }
      Dependency(named: Described()) { Sized(size: 3) }
      Dependency(for: Key()) { Sized(size: 4) }
      Dependency(for: Key()) { (size: Int) in Sized(size: size) }
    }
    try withActive(container) { () throws in
      let holder = Holder()
      #expect(holder.service === holder.implementation)
      #expect(holder.optional === holder.implementation)
      #expect(holder.missing == nil && holder.missingName == nil && holder.missingValue == [])
      #expect(holder.all.count == 1 && holder.set == [] && holder.dictionary == [:])
      #expect(holder.sized.size == 5 && holder.typed.size == 6)
      #expect(holder.optionalSized?.size == 7 && holder.allSized == [Sized(size: 8)])
      #expect(holder.byString.size == 1 && holder.byRaw.size == 2)
      #expect(holder.byDescription.size == 3 && holder.byNameAndParameter.size == 9)
      #expect(holder.byValue.size == 4 && holder.byValueAndParameter.size == 10)
    }
  }

  @Test func theFirstReadInjectsAndIsKeptByAllCopies() throws {
    let made = Counter()
    final class Fresh: Sendable {}
    struct Holder { @Injected var fresh: Fresh }
    let container = DependencyContainer {
      Dependency {
        made.count()
        return Fresh()
      }
      .scope(.instance)
    }
    try withActive(container) { () throws in
      let holder = Holder()
      let copy = holder
      #expect(made.value == 0)
      #expect(holder.fresh === holder.fresh)
      #expect(copy.fresh === holder.fresh)
      #expect(made.value == 1)
    }
  }

  @Test func nilAndEmptyAreAskedForAgain() throws {
    struct Late: Hashable {}
    struct Holder {
      @Injected var optional: Late?
      @Injected var all: [Late]
    }
    let holder = Holder()
    #expect(holder.optional == nil && holder.all.isEmpty)
    try withActive(DependencyContainer { Late() }) { () throws in
      #expect(holder.optional == Late() && holder.all == [Late()])
    }
    #expect(holder.optional == Late() && holder.all == [Late()], "now they are kept")
  }

  @Test func loadingAndReloading() throws {
    final class Fresh: Sendable {}
    struct Holder {
      @Injected var fresh: Fresh
      @Injected(name: "reloaded-nobody") var missing: Fresh?
      func load() throws { try _fresh.loadIfNeeded() }
      func reload() throws { try _fresh.reload() }
      func reloadMissing() throws { try _missing.reload() }
    }
    let made = Counter()
    let container = DependencyContainer {
      Dependency {
        made.count()
        return Fresh()
      }
      .scope(.instance)
    }
    let holder = Holder()
    #expect(throws: InjectionError.self) { try holder.load() }
    #expect(throws: InjectionError.self) { try holder.reloadMissing() }
    #expect(holder.missing == nil)
    try withActive(container) { () throws in
      try holder.load()
      try holder.load()
      #expect(made.value == 1)
      let first = holder.fresh
      #expect(made.value == 1)
      try holder.reload()
      #expect(made.value == 2)
      #expect(holder.fresh !== first)
    }
    #expect(throws: InjectionError.self) { try holder.reload() }
    #expect(throws: InjectionError.self, "nothing is kept") { try holder.load() }
  }

  @Test func autoreloadFollowsTheGraphAndIsSilentAboutAbsence() async {
    final class Service: Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    final class Holder: Sendable {
      let service = Injected<Service?>()
      let required = Injected<Service>()
      var number: Int? { service.wrappedValue?.number }
      func follow() {
        service.autoreload()
        service.autoreload()
        required.autoreload()
      }
    }
    func container(_ number: Int) -> DependencyContainer {
      DependencyContainer { Dependency { Service(number) }.scope(.instance) }
    }
    var wrapper = Dependencies(wrappedValue: container(1))
    var holder: Holder? = Holder()
    weak let released = holder
    holder?.follow()
    #expect(holder?.number == 1 && holder?.required.wrappedValue.number == 1)
    wrapper.wrappedValue = container(2)
    #expect(holder?.number == 2 && holder?.required.wrappedValue.number == 2)
    wrapper.wrappedValue = .empty
    #expect(holder?.number == nil)
    holder = nil
    // Only an event of another test that is being delivered can still hold the holder.
    await eventually { released == nil }
    wrapper.wrappedValue = container(3)
  }

  @Test func theValueIsReleasedWithTheProperty() async throws {
    final class Service: Sendable {}
    final class Holder {
      @Injected var service: Service
      init() { _service.autoreload() }
    }
    try await withActive(DependencyContainer { Service() }) { () async throws in
      weak var service: Service?
      do {
        let holder = Holder()
        service = holder.service
        #expect(service != nil)
      }
      // An event of another test may be on its way to the property.
      await eventually { service == nil }
    }
  }

  @Test func aFactoryMayReadTheSameProperty() throws {
    final class Service: Sendable {}
    let property = Injected<Service>()
    let depth = Counter()
    let container = DependencyContainer {
      Dependency { () -> Service in
        depth.count()
        return depth.value < 3 ? property.wrappedValue : Service()
      }
      .scope(.instance)
      .named("reentrant")
      Dependency { () throws -> Service in
        depth.count()
        if depth.value == 1 { _ = (try? property.loadIfNeeded()) }
        return Service()
      }
    }
    try withActive(container) { () throws in
      let service = property.wrappedValue
      #expect(property.wrappedValue === service)
      #expect(depth.value == 1, "the inner read is a cycle, and is thrown")
    }
  }

  @Test func firstReadsAtOneTimeAgree() async throws {
    final class Service: Sendable {}
    final class Holder: Sendable {
      let service = Injected<Service>()
    }
    actor Worker {
      @Injected var service: Service
      func identity() -> ObjectIdentifier { ObjectIdentifier(service) }
    }
    let container = DependencyContainer { Dependency { Service() }.scope(.instance) }
    try await withActive(container) { () async throws in
      for _ in 0..<50 {
        let holder = Holder()
        let worker = Worker()
        let seen = await withTaskGroup(of: ObjectIdentifier.self) { group in
          for _ in 0..<4 { group.addTask { ObjectIdentifier(holder.service.wrappedValue) } }
          return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(seen.count == 1)
        let first = await worker.identity()
        let second = await worker.identity()
        #expect(first == second)
      }
    }
  }
}
