import Stitcher
import StitcherTesting
import Testing

/// The details of an error's description after its first sentence, except its candidates, which
/// `CandidateTextTests` tests. Each test runs in a separate process without other registrations.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct ErrorDetailTests {
  struct Placed {}
  struct Engine {}
  struct Engines {}
  final class Root: Sendable { init(_ leaf: Leaf) {} }
  final class Leaf: Sendable { init(_ root: Root) {} }
  struct Clock {}
  struct Basket { init(_ clock: Clock) {} }
  struct Checkout { init(_ basket: Basket) {} }
  struct DiskFull: Error {}
  struct Archive {}
  protocol Motor: Sendable {}
  struct Diesel: Motor {}
  class Vehicle: @unchecked Sendable {
    // Safe: it has no state.
  }
  final class Truck: Vehicle, @unchecked Sendable {
    // Safe: it has no state.
  }

  // Inside an exit test, `#line` is always the line of the test. So the registrations are declared
  // here, and injections pass explicit places.

  static let manyLine: UInt = #line + 3
  static func makeMany() -> DependencyContainer {
    DependencyContainer {
      for number in 0..<7 { Dependency { (_: Int) in Placed() }.associated(with: number) }
    }
  }

  static let cycleLine: UInt = #line + 3
  static func makeCycle() -> DependencyContainer {
    DependencyContainer {
      Dependency { Root(try DependencyGraph.inject(file: "Root.swift", line: 1)) }
      Dependency { Leaf(try DependencyGraph.inject(file: "Leaf.swift", line: 2)) }
    }
  }

  static let namedCycleLine: UInt = #line + 3
  static func makeNamedCycle() -> DependencyContainer {
    DependencyContainer {
      Dependency(named: "root") { Root(try DependencyGraph.inject(byName: "leaf")) }
      Dependency(named: "leaf") { Leaf(try DependencyGraph.inject(byName: "root")) }
    }
  }

  static let unrelatedLine: UInt = #line + 3
  static func makeUnrelated() -> DependencyContainer {
    DependencyContainer {
      Dependency { Diesel() }
      Dependency { Truck() }
      // A registration with a name is not suggested.
      Dependency(named: "spare") { Diesel() }
    }
  }

  static let valueLine: UInt = #line + 3
  static func makeValue() -> DependencyContainer {
    DependencyContainer {
      Dependency(for: 404) { (_: String) in Placed() }
    }
  }

  static let enginesLine: UInt = #line + 3
  static func makeEngines() -> DependencyContainer {
    DependencyContainer {
      Dependency { Engines() }
      Dependency(named: "debug") { (_: Int) in Engines() }
      Dependency(named: "debug") { (_: Int, _: String) in Engines() }
    }
  }

  static let shopLine: UInt = #line + 3
  static func makeShop() -> DependencyContainer {
    DependencyContainer {
      Dependency { Checkout(try DependencyGraph.inject(file: "Checkout.swift", line: 3)) }
      Dependency { Basket(try DependencyGraph.inject(file: "Basket.swift", line: 5)) }
    }
  }

  static let archiveLine: UInt = #line + 3
  static func makeArchive() -> DependencyContainer {
    DependencyContainer {
      Dependency { () throws -> Archive in throw DiskFull() }
      Dependency { Basket(Clock()) }
      Dependency(named: "mail") { () throws -> Int in throw DiskFull() }
      Dependency(for: 7) { () throws -> Int in throw DiskFull() }
    }
  }

  @Test func aCycleListsWhatIsOnThePath() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeCycle()) {}
      let error = try injectionError { try DependencyGraph.inject() as Root }
      #expect(
        error.description == """
          Dependency cycle detected, Type[Root] -> Type[Leaf] -> Type[Root].
          Recovery: Please consider using lazy injection to break the cycle, by using the '@WeakInjected' property wrapper for the reference back.
          Needed by 'Leaf', which is registered at \(#fileID):\(Self.cycleLine + 1).
          Injected at Leaf.swift:2.
          On the path:
            - Root, parameters (), registered at \(#fileID):\(Self.cycleLine)
            - Leaf, parameters (), registered at \(#fileID):\(Self.cycleLine + 1)
          For example, 'Leaf' can refer back to it weakly: @WeakInjected var root: Root?
          """)
    }
  }

  @Test func aCycleOfNamesSaysHowToAskLazilyByName() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeNamedCycle()) {}
      let error = try injectionError { try DependencyGraph.inject(byName: "root") as Root }
      let line = Self.namedCycleLine
      #expect(
        error.description == """
          Dependency cycle detected, Name[root] -> Name[leaf] -> Name[root].
          Recovery: Please consider using lazy injection to break the cycle, by using the '@WeakInjected' property wrapper for the reference back.
          Needed by 'leaf', which is registered at \(#fileID):\(line + 1).
          Injected at \(#fileID):\(line + 1).
          On the path:
            - Root named "root", parameters (), registered at \(#fileID):\(line)
            - Leaf named "leaf", parameters (), registered at \(#fileID):\(line + 1)
          For example, 'Leaf' can refer back to it weakly: @WeakInjected(name: "root") var root: Root?
          """)
    }
  }

  enum Place: Hashable { case first }

  static func makeValueCycle(_ root: some Hashable & Sendable) -> DependencyContainer {
    DependencyContainer {
      Dependency(for: root) { Root(try DependencyGraph.inject(byValue: 0)) }
      Dependency(for: 0) { Leaf(try DependencyGraph.inject(byValue: root)) }
    }
  }

  /// Whether the last line about a cycle suggests a property with the value in the given spelling.
  static func advises(_ code: String, for value: some Hashable & Sendable) throws -> Bool {
    try withActive(makeValueCycle(value)) { () throws in
      try injectionError { try DependencyGraph.inject(byValue: value) as Root }.description
        .hasSuffix(
          "'Leaf' can refer back to it weakly: @WeakInjected(value: \(code)) var root: Root?")
    }
  }

  @Test func aCycleOfValuesSaysHowToAskLazilyByValue() async {
    await #expect(processExitsWith: .success) {
      let isAdvised = [
        try Self.advises("7", for: 7), try Self.advises("\"key\"", for: "key"),
        try Self.advises("Place.first", for: Place.first),
      ]
      #expect(isAdvised == [true, true, true])
    }
  }

  @Test func theWayToWhatIsMissingIsSaid() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeShop()) {}
      let error = try injectionError { try DependencyGraph.inject() as Checkout }
      #expect(
        error.description == """
          No dependency could be found for Type[Clock].
          Recovery: Please consider registering a dependency that matches Type[Clock] in an active dependency container.
          Path: Checkout → Basket → Clock
          Needed by 'Basket', which is registered at \(#fileID):\(Self.shopLine + 1).
          Injected at Basket.swift:5.
          No active registration has a similar type.
          An injection by a protocol or a superclass finds only registrations with '.conforms(to:)' or '.inherits(from:)'.
          """)
      // An equal failure at another place has its own path in the text.
      let other = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 7) as Clock
      }
      #expect(other == error)
      #expect(
        other.description == """
          No dependency could be found for Type[Clock].
          Recovery: Please consider registering a dependency that matches Type[Clock] in an active dependency container.
          Injected at Here.swift:7.
          No active registration has a similar type.
          An injection by a protocol or a superclass finds only registrations with '.conforms(to:)' or '.inherits(from:)'.
          """)
    }
  }

  @Test func aLongWayIsCut() async {
    await #expect(processExitsWith: .success) {
      let container = DependencyContainer {
        for number in 0..<20 {
          Dependency(named: "\(number)") {
            try DependencyGraph.inject(byName: "\(number + 1)", file: "Step.swift", line: 3) as Int
          }
        }
      }
      DependencyGraph.activate(container) {}
      let error = try injectionError { try DependencyGraph.inject(byName: "0") as Int }
      let path = "… → " + (4...20).map(String.init).joined(separator: " → ")
      let lines = error.description.split(separator: "\n")
      #expect(lines.dropFirst(2).first == "Path: \(path)")
    }
  }

  @Test func wrongParametersAreCalledWrong() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeValue()) {}
      let error = try injectionError {
        try DependencyGraph.inject(byValue: 404.0, file: "Here.swift", line: 7) as Placed
      }
      #expect(
        error.description == """
          No dependency could be found for Value[404.0].
          Injected at Here.swift:7.
          The parameters are wrong. Passed: (). Registered:
            - Placed for 404, parameters (String), registered at \(#fileID):\(Self.valueLine)
          Pass parameters of exactly these types, in this order.
          """)
      let passed = try injectionError {
        try DependencyGraph.inject(
          byValue: 404, parameters: "a"[...], 1, file: "Here.swift", line: 8) as Placed
      }
      #expect(
        passed.description == """
          No dependency could be found for Value[404].
          Injected at Here.swift:8.
          The parameters are wrong. Passed: (Substring, Int). Registered:
            - Placed for 404, parameters (String), registered at \(#fileID):\(Self.valueLine)
          Pass parameters of exactly these types, in this order.
          """)
      let far = try injectionError {
        try DependencyGraph.inject(byName: "elsewhere", file: "Here.swift", line: 9) as Placed
      }
      #expect(
        far.description == """
          No dependency could be found for Name[elsewhere].
          Recovery: Please consider registering a dependency that matches Name[elsewhere] in an active dependency container.
          Injected at Here.swift:9.
          No active registration has a similar name.
          """)
      // A registration with a value is suggested for its type.
      let type = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 10) as Placed
      }
      #expect(
        type.description == """
          No dependency could be found for Type[Placed].
          Recovery: Please consider registering a dependency that matches Type[Placed] in an active dependency container.
          Injected at Here.swift:10.
          Closest registrations:
            - Placed for 404, parameters (String), registered at \(#fileID):\(Self.valueLine)
          """)
    }
  }

  @Test func whatCouldBeMeantButIsNotRelatedIsNamed() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeUnrelated()) {}
      let line = Self.unrelatedLine
      let motor = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 7) as any Motor
      }
      #expect(
        motor.description == """
          No dependency could be found for Type[Motor].
          Recovery: Please consider registering a dependency that matches Type[Motor] in an active dependency container.
          Injected at Here.swift:7.
          These registrations produce a matching type, but are not registered as Motor:
            - Diesel, parameters (), registered at \(#fileID):\(line)
          Add '.conforms(to: (any Motor).self)' to the registration that the injection should find.
          """)
      let vehicle = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 8) as Vehicle
      }
      #expect(
        vehicle.description == """
          No dependency could be found for Type[Vehicle].
          Recovery: Please consider registering a dependency that matches Type[Vehicle] in an active dependency container.
          Injected at Here.swift:8.
          These registrations produce a matching type, but are not registered as Vehicle:
            - Truck, parameters (), registered at \(#fileID):\(line + 1)
          Add '.inherits(from: Vehicle.self)' to the registration that the injection should find.
          """)
    }
  }

  @Test func theClosestRegistrationsAreNamed() async {
    await #expect(processExitsWith: .success) {
      let empty = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 7) as Engine
      }
      #expect(
        empty.description == """
          No dependency could be found for Type[Engine].
          Recovery: Please consider registering a dependency that matches Type[Engine] in an active dependency container.
          Injected at Here.swift:7.
          No container is active. Activate one before the injection, and retain the object with the @Dependencies property.
          """)
      let line = Self.enginesLine
      DependencyGraph.activate(Self.makeEngines()) {}
      #expect(String(reflecting: empty) == empty.description, "it is what there was")
      #expect(empty.description.hasSuffix("with the @Dependencies property."))
      let close = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 7) as Engine
      }
      #expect(
        close.description == """
          No dependency could be found for Type[Engine].
          Recovery: Please consider registering a dependency that matches Type[Engine] in an active dependency container.
          Injected at Here.swift:7.
          Closest registrations:
            - Engines, parameters (), registered at \(#fileID):\(line)
          """)
      let parameters = try injectionError {
        try DependencyGraph.inject(byName: "debug", file: "Here.swift", line: 8) as Engines
      }
      #expect(
        parameters.description == """
          No dependency could be found for Name[debug].
          Injected at Here.swift:8.
          The parameters are wrong. Passed: (). Registered:
            - Engines named "debug", parameters (Int), registered at \(#fileID):\(line + 1)
            - Engines named "debug", parameters (Int, String), registered at \(#fileID):\(line + 2)
          Pass parameters of exactly these types, in this order.
          """)
      let far = try injectionError {
        try DependencyGraph.inject(byValue: "somewhere else", file: "Here.swift", line: 9) as Int
      }
      #expect(
        far.description == """
          No dependency could be found for Value[somewhere else].
          Recovery: Please consider registering a dependency that matches Value[somewhere else] in an active dependency container.
          Injected at Here.swift:9.
          No active registration has a similar value.
          """)
    }
  }

  @Test func aLongListIsCut() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeMany()) {}
      let error = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 7) as Placed
      }
      let lines = (0..<5).map {
        "  - Placed for \($0), parameters (Int), registered at \(#fileID):\(Self.manyLine)"
      }
      #expect(
        error.description == """
          No dependency could be found for Type[Placed].
          Recovery: Please consider registering a dependency that matches Type[Placed] in an active dependency container.
          Injected at Here.swift:7.
          Closest registrations:
          \(lines.joined(separator: "\n"))
            - and 2 more
          """)
    }
  }

  @Test func anUnknownErrorNamesItsFactory() async {
    await #expect(processExitsWith: .success) {
      DependencyGraph.activate(Self.makeArchive()) {}
      let line = Self.archiveLine
      let forms: [(key: String, line: UInt, body: () throws -> Any)] = [
        ("Archive", line, { try DependencyGraph.inject(file: "Here.swift", line: 7) as Archive }),
        (
          "Archive", line,
          { try DependencyGraph.inject(file: "Here.swift", line: 7) as Archive? as Any }
        ),
        ("Archive", line, { try DependencyGraph.inject(file: "Here.swift", line: 7) as [Archive] }),
        (
          "Int named \"mail\"", line + 2,
          { try DependencyGraph.inject(byName: "mail", file: "Here.swift", line: 7) as Int }
        ),
        (
          "Int for 7", line + 3,
          { try DependencyGraph.inject(byValue: 7, file: "Here.swift", line: 7) as Int }
        ),
      ]
      for form in forms {
        let error = try injectionError(form.body)
        #expect(
          error.description == """
            Unknown error. Details: DiskFull()
            Injected at Here.swift:7.
            Thrown by:
              - \(form.key), parameters (), registered at \(#fileID):\(form.line)
            """)
      }
    }
  }

  @Test func theNewCasesNameThePlaces() async {
    await #expect(processExitsWith: .success) {
      #expect(
        InjectionError.captiveDependency(
          .init(
            dependency: .type("Cart"), place: "a.swift:1", holder: .type("Store"),
            holderPlace: "a.swift:2")
        ).description == """
          Type[Cart] is '.scoped' and would be captured by Type[Store], which outlives the scope.
          Recovery: Write '.scope(.scoped)' or '.scope(.instance)' on Type[Store]; or take Type[Cart] as a parameter, or inject it later, where it is used.
            - Type[Cart], registered at a.swift:1
            - Type[Store], registered at a.swift:2
          """)
      #expect(
        InjectionError.asynchronousDependency(
          .init(dependency: .type("Database"), place: "a.swift:1")
        ).description == """
          The factory of Type[Database] is asynchronous, and there is no instance yet.
          Recovery: Please consider writing 'injectAsync', and awaiting it.
            - Type[Database], registered at a.swift:1
          """)
      #expect(
        InjectionError.isolatedDependency(
          .init(
            actor: "MainActor", dependency: .type("Screen"), place: "a.swift:1",
            remedy: "Inject it on MainActor.")
        ).description == """
          The factory of Type[Screen] runs on MainActor only, and the injection does not.
          Recovery: Inject it on MainActor.
            - Type[Screen], registered at a.swift:1
          """)
      #expect(
        InjectionError.graphEnded("request").description == """
          The graph 'request' has ended.
          Recovery: Inject the dependency before the graph ends, or from a graph that ends later.
          """)
    }
  }

  @Test func anErrorWithoutDetailsIsItsSentence() {
    let error = InjectionError.unsupportedOperation
    #expect(error.description == "This operation is not supported.")
  }
}
