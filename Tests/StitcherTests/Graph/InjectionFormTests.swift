import Stitcher
import StitcherTesting
import Testing

/// Every way to write an injection.
@Suite(.dependencies()) struct InjectionFormTests {
  protocol Service: AnyObject, Sendable {}
  final class Alpha: Service, Hashable, Sendable {
    static func == (one: Alpha, other: Alpha) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
  final class Beta: Service, Sendable {}
  struct Missing: Hashable {}
  struct Sized: Hashable {
    var size: Int
    var text = ""
  }
  enum Name: String { case sized = "form-sized" }
  struct Described: CustomStringConvertible { var description = "form-sized" }
  struct Key: Hashable {}

  /// A collection type that a user of the library defines.
  struct Bag<Element>: DependencyContainingCollection {
    var elements: [Element]
    init<S: Sequence>(_ sequence: S) where S.Element == Element { elements = Array(sequence) }
    var startIndex: Int { elements.startIndex }
    var endIndex: Int { elements.endIndex }
    func index(after i: Int) -> Int { i + 1 }
    subscript(position: Int) -> Element { elements[position] }
  }

  /// Runs a closure while the services of the tests are registered.
  private func withServices(_ body: () throws -> Void) throws {
    let container = DependencyContainer {
      Dependency { Alpha() }.conforms(to: (any Service).self).scope(.singleton)
      Dependency { Beta() }.conforms(to: (any Service).self).scope(.singleton)
      Dependency { (size: Int) in Sized(size: size) }
      Dependency { (size: Int, text: String) in Sized(size: size, text: text) }
      Dependency(named: Name.sized) { (size: Int) in Sized(size: size) }
      Dependency(named: Name.sized) { Sized(size: 0) }
      Dependency(for: Key()) { (size: Int) in Sized(size: size) }
      Dependency(for: Key()) { Sized(size: 0) }
    }
    try withActive(container, body)
  }

  @Test func theResultSaysWhatIsWanted() throws {
    try withServices { () throws in
      let alpha: Alpha = try DependencyGraph.inject()
      let optional: Alpha? = try DependencyGraph.inject()
      #expect(optional === alpha)
      let missing: Missing? = try DependencyGraph.inject()
      #expect(missing == nil)
      let array: [Alpha] = try DependencyGraph.inject()
      #expect(array == [alpha])
      let set: Set<Alpha> = try DependencyGraph.inject()
      #expect(set == [alpha])
      let services: [any Service] = try DependencyGraph.inject()
      #expect(services.count == 2)
      #expect(services.first === alpha, "in the order of declaration")
      let bag: Bag<any Service> = try DependencyGraph.inject()
      #expect(bag.count == 2)
      let empty: [Missing] = try DependencyGraph.inject()
      #expect(empty.isEmpty)
      let emptySet: Set<Missing> = try DependencyGraph.inject()
      #expect(emptySet.isEmpty)
      let sized: Sized = try DependencyGraph.inject(parameters: 1, "x")
      #expect(sized == Sized(size: 1, text: "x"))
    }
  }

  @Test func theTypeSaysWhatIsWanted() throws {
    func take(_ alpha: Alpha) -> Alpha { alpha }
    func takeOptional(_ alpha: Alpha?) -> Alpha? { alpha }
    func takeMissing(_ missing: Missing?) -> Missing? { missing }
    func takeAll(_ services: [any Service]) -> Int { services.count }
    try withServices { () throws in
      let alpha = take(try DependencyGraph.inject(byType: Alpha.self))
      #expect(takeOptional(try DependencyGraph.inject(byType: Alpha.self)) === alpha)
      #expect(takeOptional(try DependencyGraph.inject(byType: Alpha?.self)) === alpha)
      #expect(takeMissing(try DependencyGraph.inject(byType: Missing?.self)) == nil)
      #expect(takeAll(try DependencyGraph.inject(byType: [any Service].self)) == 2)
      let inferred = try DependencyGraph.inject(byType: Beta.self)
      #expect(try DependencyGraph.inject(byType: Beta.self) as Beta === inferred)
      let optionalSized: Sized? = try DependencyGraph.inject(byType: Sized?.self, 3)
      #expect(optionalSized == Sized(size: 3))
      let unmatched: Sized? = try DependencyGraph.inject(byType: Sized?.self, "3")
      #expect(unmatched == nil)
    }
  }

  @Test func parametersHaveALabelOrNone() throws {
    try withServices { () throws in
      let labeled: Sized = try DependencyGraph.inject(byType: Sized.self, parameters: 1)
      let unlabeled: Sized = try DependencyGraph.inject(byType: Sized.self, 1)
      #expect(labeled == unlabeled)
      let two: Sized = try DependencyGraph.inject(byType: Sized.self, 1, "x")
      #expect(two == Sized(size: 1, text: "x"))
      let optional: Sized? = try DependencyGraph.inject(byType: Sized.self, 1)
      #expect(optional == Sized(size: 1))
      let all: [Sized] = try DependencyGraph.inject(byType: [Sized].self, 1)
      #expect(all == [Sized(size: 1)])
      let allLabeled: [Sized] = try DependencyGraph.inject(parameters: 1)
      #expect(allLabeled == [Sized(size: 1)])
    }
  }

  @Test func namesAreOfThreeKinds() throws {
    try withServices { () throws in
      let string: Sized = try DependencyGraph.inject(byName: "form-sized")
      let raw: Sized = try DependencyGraph.inject(byName: Name.sized)
      let described: Sized = try DependencyGraph.inject(byName: Described())
      #expect(string == raw && raw == described)
      let one = Sized(size: 1)
      #expect(try DependencyGraph.inject(byName: "form-sized", parameters: 1) as Sized == one)
      #expect(try DependencyGraph.inject(byName: "form-sized", 1) as Sized == one)
      #expect(try DependencyGraph.inject(byName: Name.sized, parameters: 1) as Sized == one)
      #expect(try DependencyGraph.inject(byName: Name.sized, 1) as Sized == one)
      #expect(try DependencyGraph.inject(byName: Described(), parameters: 1) as Sized == one)
      #expect(try DependencyGraph.inject(byName: Described(), 1) as Sized == one)
    }
  }

  @Test func valuesHaveParametersToo() throws {
    try withServices { () throws in
      #expect(try DependencyGraph.inject(byValue: Key()) as Sized == Sized(size: 0))
      #expect(try DependencyGraph.inject(byValue: Key(), parameters: 1) as Sized == Sized(size: 1))
      #expect(try DependencyGraph.inject(byValue: Key(), 1) as Sized == Sized(size: 1))
    }
  }

  @Test func aMissingNameThrowsEvenForAnOptional() throws {
    #expect(throws: InjectionError.self) {
      try DependencyGraph.inject(byName: "form-missing") as Sized?
    }
    #expect(throws: InjectionError.self) {
      try DependencyGraph.inject(byValue: Missing()) as Sized?
    }
  }

  @available(*, deprecated, message: "It tests what is deprecated.")
  @Test func anOptionalCollectionIsNeverNil() throws {
    try withServices { () throws in
      let some: [any Service]? = try DependencyGraph.inject(byType: [any Service]?.self)
      #expect(some?.count == 2)
      let none: [Missing]? = try DependencyGraph.inject(byType: [Missing]?.self)
      #expect(none == [])
    }
  }

  @Test func twoCandidatesAreTooManyForOneOrAnOptional() throws {
    try withServices { () throws in
      let one = try injectionError { try DependencyGraph.inject() as any Service }
      #expect(one.description.hasPrefix("Multiple dependencies found for Type["))
      let optional = try injectionError { try DependencyGraph.inject() as (any Service)? as Any }
      #expect(optional == one)
    }
  }

  @Test func anErrorOfOneElementEndsTheWholeCollection() throws {
    struct Broken: Error {}
    protocol Element: Sendable {}
    struct Good: Element {}
    struct Bad: Element { init() throws { throw Broken() } }
    let container = DependencyContainer {
      Dependency { Good() }.conforms(to: (any Element).self)
      Dependency { try Bad() }.conforms(to: (any Element).self)
    }
    try withActive(container) { () throws in
      let error = try injectionError { try DependencyGraph.inject() as [any Element] }
      guard case .unknown(let reason) = error else {
        Issue.record(error)
        return
      }
      #expect(reason is Broken)
    }
  }

  @Test func aSetHoldsEqualInstancesOnce() throws {
    struct Equal: Hashable {}
    let container = DependencyContainer {
      Dependency { Equal() }
      Dependency { Equal() }.scope(.singleton)
    }
    try withActive(container) { () throws in
      #expect(try (DependencyGraph.inject() as [Equal]).count == 2)
      #expect(try (DependencyGraph.inject() as Set<Equal>).count == 1)
    }
  }

  @Test func collectionsFollowTheOrderOfActivation() throws {
    struct Item: Equatable { var number: Int }
    let second = DependencyContainer {
      Dependency { Item(number: 2) }.scope(.singleton)
    }
    let first = DependencyContainer { Dependency { Item(number: 1) } }
    try withActive(first) { () throws in
      try withActive(second) { () throws in
        DependencyGraph.activate(first)
        #expect(
          try DependencyGraph.inject() as [Item] == [Item(number: 1), Item(number: 2)],
          "a container that is activated again keeps its place")
      }
    }
    try withActive(second) { () throws in
      try withActive(first) { () throws in
        #expect(try DependencyGraph.inject() as [Item] == [Item(number: 2), Item(number: 1)])
      }
    }
  }

  @Test func aRegisteredCollectionIsFoundByNameOnly() throws {
    struct Number: Equatable { var number: Int }
    let container = DependencyContainer {
      Dependency(named: "form-numbers") { [Number(number: 1)] }
    }
    try withActive(container) { () throws in
      #expect(try DependencyGraph.inject() as [Number] == [])
      #expect(try DependencyGraph.inject(byName: "form-numbers") as [Number] == [Number(number: 1)])
    }
  }
}
