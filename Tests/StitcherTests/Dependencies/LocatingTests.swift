import Stitcher
import StitcherTesting
import Testing

/// Lookups by names, types and values.
@Suite(.dependencies()) struct LocatingTests {
  enum RawName: String { case cache = "raw-cache" }
  struct DescribedName: CustomStringConvertible { var description: String }
  enum BothName: String, CustomStringConvertible {
    case both = "both-raw"
    var description: String { "both-described" }
  }

  protocol Sorted: Sendable {}
  protocol Filtered: Sendable {}
  class Base: @unchecked Sendable {}  // Safe: it has no state.
  final class List: Base, Sorted, Filtered, @unchecked Sendable {}  // Safe: it has no state.

  @Test func theCompilerChecksWhatADependencyConformsTo() throws {
    let container = DependencyContainer {
      Dependency { List() }
        .conforms(to: { $0 as any Sorted }).conforms(to: { $0 as any Filtered })
        .conforms { $0 as Base }
        .scope(.singleton)
    }
    let unchecked = DependencyContainer {
      Dependency { List() }
        .conforms(to: (any Sorted).self).conforms(to: (any Filtered).self)
        .inherits(from: Base.self)
        .scope(.singleton)
    }
    #expect(container == unchecked)
    try withActive(container) {
      let list: List = try DependencyGraph.inject()
      let sorted: any Sorted = try DependencyGraph.inject()
      let filtered: any Filtered = try DependencyGraph.inject()
      let base: Base = try DependencyGraph.inject()
      #expect(sorted as? List === list && filtered as? List === list && base === list)
    }
  }

  @Test func aNameIsAString() throws {
    let container = DependencyContainer {
      Dependency(named: "string-name-1") { 1 }
      Dependency { 2 }.named("string-name-2")
    }
    try withActive(container) { () throws in
      #expect(try DependencyGraph.inject(byName: "string-name-1") as Int == 1)
      #expect(try DependencyGraph.inject(byName: "string-name-2") as Int == 2)
      #expect(throws: InjectionError.self) {
        try DependencyGraph.inject(byName: "String-Name-1") as Int
      }
    }
  }

  @Test func aNameIsARawValue() throws {
    let one = DependencyContainer { Dependency(named: RawName.cache) { 1 } }
    let other = DependencyContainer { Dependency { 1 }.named(RawName.cache) }
    #expect(one == other)
    try withActive(one) { () throws in
      #expect(try DependencyGraph.inject(byName: RawName.cache) as Int == 1)
      #expect(try DependencyGraph.inject(byName: "raw-cache") as Int == 1)
    }
  }

  @Test func aNameIsADescription() throws {
    let name = DescribedName(description: "described-name")
    let one = DependencyContainer { Dependency(named: name) { 1 } }
    #expect(one == DependencyContainer { Dependency { 1 }.named(name) })
    try withActive(one) { () throws in
      #expect(try DependencyGraph.inject(byName: name) as Int == 1)
      #expect(try DependencyGraph.inject(byName: "described-name") as Int == 1)
    }
  }

  @Test func theRawValueWinsOverTheDescription() throws {
    let one = DependencyContainer { Dependency(named: BothName.both) { 1 } }
    #expect(one == DependencyContainer { Dependency { 1 }.named(BothName.both) })
    #expect(one.registrar.map(\.locator) == [.name("both-raw")])
    try withActive(one) { () throws in
      #expect(try DependencyGraph.inject(byName: BothName.both) as Int == 1)
      #expect(try DependencyGraph.inject(byName: BothName.both, parameters: 1) as Int? == nil)
    } onError: { error in
      #expect(error == .missingDependency(.name("both-raw")))
    }
  }

  @Test func aMissingNameIsTheRawValueInErrors() throws {
    let error = try injectionError { try DependencyGraph.inject(byName: RawName.cache, 1) as Thing }
    guard case .missingDependency(let context) = error else {
      Issue.record(error)
      return
    }
    #expect(context == .name("raw-cache"))
  }

  @Test func aTypeIsFoundByItselfOnly() throws {
    class Base: @unchecked Sendable {}  // Safe: it has no state.
    final class Derived: Base, @unchecked Sendable {}  // Safe: it has no state.
    try withActive(DependencyContainer { Derived() }) { () throws in
      #expect(try DependencyGraph.inject() as Derived? != nil)
      #expect(try DependencyGraph.inject() as Base? == nil)
    }
  }

  @Test func aTypeIsFoundByTheProtocolsAndSuperclassesThatItDeclares() throws {
    protocol First: Sendable {}
    protocol Second: Sendable {}
    class Base: @unchecked Sendable {}  // Safe: it has no state.
    final class Derived: Base, First, Second, @unchecked Sendable {}  // Safe: it has no state.
    let container = DependencyContainer {
      Dependency(inheritingFrom: Base.self) { Derived() }
        .conforms(to: (any First).self)
        .conforms(to: (any Second).self)
        .scope(.singleton)
    }
    try withActive(container) { () throws in
      let derived: Derived = try DependencyGraph.inject()
      #expect(try DependencyGraph.inject() as Base === derived)
      let first: any First = try DependencyGraph.inject()
      #expect(first as? Derived === derived)
      let second = try DependencyGraph.inject(byType: (any Second).self)
      #expect(second as? Derived === derived)
      let all: [any First] = try DependencyGraph.inject()
      #expect(all.count == 1 && all[0] as? Derived === derived)
    }
  }

  @Test func theInitializerAndTheModifierDoTheSame() {
    protocol Service: Sendable {}
    final class Implementation: Service, Sendable {}
    let byInitializer = DependencyContainer {
      Dependency(conformingTo: (any Service).self) { Implementation() }
    }
    let byModifier = DependencyContainer {
      Dependency { Implementation() }.conforms(to: (any Service).self)
    }
    #expect(byInitializer == byModifier)
    #expect(
      byInitializer
        == DependencyContainer {
          Dependency { Implementation() }.inherits(from: (any Service).self)
        })
  }

  @Test func aTypeThatIsListedTwiceIsFoundOnce() throws {
    protocol Service: Sendable {}
    final class Implementation: Service, Sendable {}
    let container = DependencyContainer {
      Dependency { Implementation() }.conforms(to: (any Service).self)
        .conforms(to: (any Service).self)
    }
    try withActive(container) { () throws in
      #expect(try (DependencyGraph.inject() as [any Service]).count == 1)
      let _: any Service = try DependencyGraph.inject()
    }
  }

  @Test func aFalseRelationIsAMismatchAndTheInstanceIsKept() throws {
    protocol Unrelated: Sendable {}
    final class Lonely: Sendable {}
    let made = Counter()
    let container = DependencyContainer {
      Dependency {
        made.count()
        return Lonely()
      }
      .conforms(to: (any Unrelated).self)
      .scope(.singleton)
    }
    try withActive(container) { () throws in
      let error = try injectionError { try DependencyGraph.inject() as any Unrelated }
      #expect(
        error.summary
          == "Mismatched dependency type, expected '\((any Unrelated).self)' instead of 'Lonely'.")
      let _: Lonely = try DependencyGraph.inject()
      #expect(made.value == 1)
    }
  }

  @Test func aNamedInstanceIsCastToTheRequestedType() throws {
    protocol Service: Sendable {}
    final class Implementation: Service, Sendable {}
    let container = DependencyContainer {
      Dependency(named: "cast-name") { Implementation() }.scope(.singleton)
    }
    try withActive(container) { () throws in
      let implementation: Implementation = try DependencyGraph.inject(byName: "cast-name")
      let service: any Service = try DependencyGraph.inject(byName: "cast-name")
      #expect(service as? Implementation === implementation)
      let optional: Implementation? = try DependencyGraph.inject(byName: "cast-name")
      #expect(optional === implementation)
      let object: AnyObject = try DependencyGraph.inject(byName: "cast-name")
      #expect(ObjectIdentifier(object) == ObjectIdentifier(implementation))
      let error = try injectionError { try DependencyGraph.inject(byName: "cast-name") as Int }
      #expect(
        error.summary
          == "Mismatched dependency type, expected 'Int' instead of 'Implementation'.")
    }
  }

  @Test func typesOfOneNameAreDistinguished() throws {
    enum A { struct Engine: Equatable { var number = 1 } }
    enum B { struct Engine: Equatable { var number = 2 } }
    let container = DependencyContainer {
      A.Engine()
      B.Engine()
    }
    try withActive(container) { () throws in
      #expect(try DependencyGraph.inject() as A.Engine == A.Engine())
      #expect(try DependencyGraph.inject() as B.Engine == B.Engine())
      #expect(try DependencyGraph.inject() as [B.Engine] == [B.Engine()])
    }
  }

  @Test func aValueIsAnyHashable() throws {
    enum Place: Hashable { case avatar, banner }
    struct Entity<Model>: Hashable {}
    let container = DependencyContainer {
      Dependency(for: Place.avatar) { "avatar" }
      Dependency { "banner" }.associated(with: Place.banner)
      Dependency { "int" }.associated(with: Entity<Int>())
      Dependency { "string" }.associated(with: Entity<String>())
      Dependency(for: "locating-text") { "value" }
      Dependency(named: "locating-text") { "name" }
    }
    try withActive(container) { () throws in
      #expect(try DependencyGraph.inject(byValue: Place.avatar) as String == "avatar")
      #expect(try DependencyGraph.inject(byValue: Place.banner) as String == "banner")
      #expect(try DependencyGraph.inject(byValue: Entity<Int>()) as String == "int")
      #expect(try DependencyGraph.inject(byValue: Entity<String>()) as String == "string")
      #expect(try DependencyGraph.inject(byValue: "locating-text") as String == "value")
      #expect(try DependencyGraph.inject(byName: "locating-text") as String == "name")
      #expect(throws: InjectionError.self) {
        try DependencyGraph.inject(byValue: Entity<Double>()) as String
      }
    }
  }

  @Test func numbersOfSeveralTypesAreOneValue() throws {
    let container = DependencyContainer { Dependency(for: 41_001) { "number" } }
    try withActive(container) { () throws in
      #expect(try DependencyGraph.inject(byValue: 41_001) as String == "number")
      #expect(try DependencyGraph.inject(byValue: 41_001.0) as String == "number")
      #expect(try DependencyGraph.inject(byValue: UInt8(1)) as String? == nil)
    } onError: { error in
      guard case .missingDependency(let context) = error else {
        Issue.record(error)
        return
      }
      #expect(context == .value(1))
    }
  }
}

/// Runs a closure while a container is active, and a second closure with the expected injection
/// error.
func withActive(
  _ container: DependencyContainer, _ body: () throws -> Void,
  onError: (InjectionError) -> Void
) throws {
  let error = try withActive(container) { () throws in
    try #require(throws: InjectionError.self) { try body() }
  }
  onError(error)
}
