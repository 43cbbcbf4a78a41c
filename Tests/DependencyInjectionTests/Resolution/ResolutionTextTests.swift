import DependencyInjection
import Testing

/// The details of an error's description after its first sentence, and the description of a
/// container. Each test runs in a separate process without other failures.
@Suite(.timeLimit(.minutes(20))) struct ResolutionTextTests {
  final class Clock: Sendable {}
  final class Clocks: Sendable {}
  final class Basket: Sendable { init(_ clock: Clock) {} }
  final class Checkout: Sendable { init(_ basket: Basket) {} }
  final class Root: Sendable { init(_ leaf: Leaf) {} }
  final class Leaf: Sendable { init(_ root: Root) {} }
  struct Sized: Sendable { let size: Int }
  protocol Ticking: Sendable {}
  struct Quartz: Ticking {}
  final class Session: Container, @unchecked Sendable {
    // Safe: it has no state of its own.
  }

  /// Returns the name of a type of this suite in errors.
  private static func name(_ type: String) -> String {
    "DependencyInjectionTests.ResolutionTextTests.\(type)"
  }

  /// Returns the printed text of the error that a closure throws.
  private static func text(_ body: () throws -> Any) -> String {
    let error = #expect(throws: ResolutionError.self) { _ = try body() }
    return error.map { "\($0)" } ?? ""
  }

  @Test func theWayAndTheClosestRegistrationsAreSaid() async {
    await #expect(processExitsWith: .success) {
      let container = Container()
      container.register(
        type: Checkout.self, factory: { try Checkout($0.tryResolve(type: Basket.self)) },
        file: "Here.swift", line: 1)
      container.register(
        type: Basket.self,
        factory: { try Basket($0.tryResolve(type: Clock.self, file: "There.swift", line: 5)) },
        file: "Here.swift", line: 2)
      container.register(dependency: Clocks(), file: "Here.swift", line: 3)
      #expect(
        Self.text { try container.tryResolve(type: Checkout.self) } == """
          Dependency not registered: Dependency of type \(Self.name("Clock")) wasn't registered in container DependencyInjection.Container
          Path: Checkout → Basket → Clock
          Needed by 'Basket', which is registered at Here.swift:2.
          Resolved at There.swift:5.
          Closest registrations:
            - Clocks, parameters (), registered at Here.swift:3
          """)
      let empty = Container()
      #expect(
        Self.text { try empty.tryResolve(type: Sized.self) } == """
          Dependency not registered: Dependency of type \(Self.name("Sized")) wasn't registered in container DependencyInjection.Container
          Nothing is registered.
          """)
    }
  }

  @Test func whatCouldBeMeantIsNamed() async {
    await #expect(processExitsWith: .success) {
      let container = Container()
      container.register(
        type: Quartz.self, factory: { _ in Quartz() }, file: "Here.swift", line: 1)
      #expect(
        Self.text {
          try container.tryResolve(type: (any Ticking).self, file: "There.swift", line: 2)
        }
          == """
          Dependency not registered: Dependency of type \(Self.name("Ticking")) wasn't registered in container DependencyInjection.Container
          Resolved at There.swift:2.
          These registrations produce a matching type, but are not registered as Ticking:
            - Quartz, parameters (), registered at Here.swift:1
          Register the one that the request should find as '(any Ticking).self'.
          """)
    }
  }

  @Test func theTextIsThatOfTheMomentOfTheFailure() async {
    await #expect(processExitsWith: .success) {
      let text = """
        Dependency not registered: Dependency of type \(Self.name("Clock")) wasn't registered in container DependencyInjection.Container
        Resolved at There.swift:2.
        Closest registrations:
          - Clocks, parameters (), registered at Here.swift:1
        """
      let gone = #expect(throws: ResolutionError.self) {
        let container = Container()
        container.register(dependency: Clocks(), file: "Here.swift", line: 1)
        _ = try container.tryResolve(type: Clock.self, file: "There.swift", line: 2)
      }
      #expect(gone?.description == text)
      let container = Container()
      container.register(dependency: Clocks(), file: "Here.swift", line: 1)
      let error = #expect(throws: ResolutionError.self) {
        _ = try container.tryResolve(type: Clock.self, file: "There.swift", line: 2)
      }
      container.register(dependency: Clock(), file: "Here.swift", line: 3)
      #expect(error?.description == text)
    }
  }

  @Test func argumentsThatDoNotFitStandBesideThoseThatDo() async {
    await #expect(processExitsWith: .success) {
      let container = Container()
      container.register(
        factory: { (_, size: Int) in Sized(size: size) }, file: "Here.swift", line: 1)
      #expect(
        Self.text {
          try container.tryResolve(type: Sized.self, arguments: "1", file: "There.swift", line: 5)
        } == """
          Unmatching argument type: Registration of type \(Self.name("Sized"))(Swift.Int) doesn't accept arguments of type \(Self.name("Sized"))(Swift.String)
          Resolved at There.swift:5.
          The parameters are wrong. Passed: (String). Registered:
            - Sized for arguments (Swift.Int), parameters (Int), registered at Here.swift:1
          Pass parameters of exactly these types, in this order.
          """)
    }
  }

  @Test func aCycleSaysWhichPropertyCanBeLazy() async {
    await #expect(processExitsWith: .success) {
      let container = Container()
      container.register(
        type: Root.self, factory: { try Root($0.tryResolve(type: Leaf.self)) },
        file: "Here.swift", line: 1)
      container.register(
        type: Leaf.self,
        factory: { try Leaf($0.tryResolve(type: Root.self, file: "There.swift", line: 5)) },
        file: "Here.swift", line: 2)
      let (root, leaf) = (Self.name("Root"), Self.name("Leaf"))
      #expect(
        Self.text { try container.tryResolve(type: Root.self) } == """
          Dependency not registered: Dependency of type \(root) can't be created in container DependencyInjection.Container because it needs itself: \(root) -> \(leaf) -> \(root)
          Needed by 'Leaf', which is registered at Here.swift:2.
          Resolved at There.swift:5.
          On the path:
            - Root, parameters (), registered at Here.swift:1
            - Leaf, parameters (), registered at Here.swift:2
          For example, 'Leaf' can resolve it at each use, without storing it: var root: Root { container.resolve() }
          """)
    }
  }

  @Test func anAsynchronousContainerSaysTheSame() async {
    await #expect(processExitsWith: .success) {
      let container = AsyncContainer()
      await container.register(
        type: Checkout.self, factory: { try await Checkout($0.tryResolve(type: Basket.self)) },
        file: "Here.swift", line: 1)
      await container.register(
        type: Basket.self, in: .new,
        factory: {
          try await Basket($0.tryResolve(type: Clock.self, file: "There.swift", line: 5))
        },
        file: "Here.swift", line: 2)
      await container.register(factory: { _ in Clocks() }, file: "Here.swift", line: 3)
      let error = await #expect(throws: ResolutionError.self) {
        try await container.tryResolve(type: Checkout.self)
      }
      #expect(
        error?.description == """
          Dependency not registered: Dependency of type \(Self.name("Clock")) wasn't registered in container DependencyInjection.AsyncContainer
          Path: Checkout → Basket → Clock
          Needed by 'Basket', which is registered at Here.swift:2.
          Resolved at There.swift:5.
          Closest registrations:
            - Clocks, parameters (), registered at Here.swift:3
          """)
      #expect(
        "\(container)" == """
          DependencyInjection.AsyncContainer:
            - Checkout, parameters (), registered at Here.swift:1
            - Basket, parameters (), registered at Here.swift:2
            - Clocks, parameters (), registered at Here.swift:3
          """)
    }
  }

  @Test func anErrorThatWasNotThrownIsItsSentence() {
    let error = ResolutionError.tooManyArguments(message: "nobody")
    #expect("\(error)" == "Too many arguments: nobody")
  }

  @Test func aContainerPrintsWhatItHoldsInOrder() async {
    await #expect(processExitsWith: .success) {
      let session = Session()
      #expect("\(session)" == "\(Self.name("Session")), empty")
      session.register(dependency: Clock(), file: "Here.swift", line: 1)
      session.register(
        factory: { (_, size: Int) in Sized(size: size) }, file: "Here.swift", line: 2)
      #expect(
        "\(session)" == """
          \(Self.name("Session")):
            - Clock, parameters (), registered at Here.swift:1
            - Sized for arguments (Swift.Int), parameters (Int), registered at Here.swift:2
          """)
    }
  }

  @Test func whatStopsTheProgramSaysItsPlace() async {
    await expectPlace(
      #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Container().resolve(file: "Here.swift", line: 7) as Clock
      })
    await expectPlace(
      #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Container().resolve(type: Clock.self, file: "Here.swift", line: 7)
      })
    await expectPlace(
      #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Injected<Clock>(from: Container(), file: "Here.swift", line: 7).wrappedValue
      })
    await expectPlace(
      #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = LazyInjected<Clock>(from: Container(), file: "Here.swift", line: 7).wrappedValue
      })
  }

  /// Expects that a program has stopped at the place, since no clock is registered.
  private func expectPlace(
    _ result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let text =
      "Here.swift:7: Fatal error: Dependency not registered: Dependency of type \(Self.name("Clock")) wasn't registered in container DependencyInjection.Container"
    #expect(output.contains(text + "\n"), "\(output)", sourceLocation: sourceLocation)
  }
}
