import DependencyInjection
import Foundation
import StitcherTestSupport
import Testing

/// The complete texts of errors, and their precedence.
@Suite struct ResolutionErrorTests {
  struct Service {}
  protocol P {}
  class Named: Container, @unchecked Sendable {
    // Safe: it has no state of its own.
  }

  /// Returns the error that a closure throws.
  private func error(_ body: () throws -> Any) -> ResolutionError? {
    #expect(throws: ResolutionError.self) { _ = try body() }
  }

  @Test func theTextHasThePrefixOfTheCase() {
    let message = "message"
    #expect(
      ResolutionError.dependencyNotRegistered(message: message).localizedDescription
        == "Dependency not registered: message")
    #expect(
      ResolutionError.unmatchingArgumentType(message: message).localizedDescription
        == "Unmatching argument type: message")
    #expect(
      ResolutionError.tooManyArguments(message: message).localizedDescription
        == "Too many arguments: message")
    let plain: any Error = ResolutionError.tooManyArguments(message: message)
    #expect(plain.localizedDescription == "Too many arguments: message")
    #expect((plain as? any LocalizedError)?.errorDescription == "Too many arguments: message")
  }

  @Test func nothingIsRegistered() {
    let name = "DependencyInjectionTests.ResolutionErrorTests.Service"
    guard
      case .dependencyNotRegistered(let message) = error({
        try Container().tryResolve(type: Service.self)
      })
    else {
      Issue.record("another error")
      return
    }
    #expect(
      message
        == "Dependency of type \(name) wasn't registered in container DependencyInjection.Container"
    )
    #expect(
      error { try Container().tryResolve(type: Service.self, arguments: 1, "x") }?
        .localizedDescription
        == "Dependency not registered: Dependency of type \(name)(Swift.Int, Swift.String)"
        + " wasn't registered in container DependencyInjection.Container")
    #expect(
      error { try Named().tryResolve(type: Service.self) }?.localizedDescription
        == "Dependency not registered: Dependency of type \(name)"
        + " wasn't registered in container DependencyInjectionTests.ResolutionErrorTests.Named")
    #expect(
      error { try Container().tryResolve(type: (any P).self) }?.localizedDescription
        == "Dependency not registered: Dependency of type \(String(reflecting: (any P).self))"
        + " wasn't registered in container DependencyInjection.Container")
  }

  @Test func otherArgumentsAreRegistered() {
    let name = "DependencyInjectionTests.ResolutionErrorTests.Service"
    let container = Container()
    container.register { _ in Service() }
    guard
      case .unmatchingArgumentType(let message) = error({
        try container.tryResolve(type: Service.self, argument: 1)
      })
    else {
      Issue.record("another error")
      return
    }
    #expect(
      message
        == "Registration of type \(name) doesn't accept arguments of type \(name)(Swift.Int)")
    container.clean()
    container.register { (_, _: Int, _: Bool) in Service() }
    #expect(
      error { try container.tryResolve(type: Service.self) }?.localizedDescription
        == "Unmatching argument type: Registration of type \(name)(Swift.Int, Swift.Bool)"
        + " doesn't accept arguments of type \(name)")
  }

  @Test func theMismatchNamesTheFirstRegistration() {
    let name = "DependencyInjectionTests.ResolutionErrorTests.Service"
    let container = Container()
    container.register { (_, _: String) in Service() }
    container.register { (_, _: Bool) in Service() }
    container.register { _ in Service() }
    for _ in 0..<3 {
      #expect(
        error { try container.tryResolve(type: Service.self, argument: 1) }?.localizedDescription
          == "Unmatching argument type: Registration of type \(name)(Swift.String)"
          + " doesn't accept arguments of type \(name)(Swift.Int)")
      // The replacement takes the position of the replaced registration.
      container.register { (_, _: String) in Service() }
    }
  }

  @Test func thereAreTooManyArguments() throws {
    let container = Container()
    guard
      case .tooManyArguments(let message) = error({
        try container.tryResolve(type: Service.self, arguments: 1, 2, 3, 4)
      })
    else {
      Issue.record("another error")
      return
    }
    #expect(message == "Maximum number of arguments is 3. Got 4.")
    // This error precedes all others.
    container.register { _ in Service() }
    #expect(
      error { try container.tryResolve(type: Service.self, arguments: 1, 2, 3, 4, "5") }?
        .localizedDescription == "Too many arguments: Maximum number of arguments is 3. Got 5.")
    // A registration with exactly these parameters is found nevertheless.
    container.register { (_, _: Int, _: Int, _: Int, _: Int) in Service() }
    _ = try container.tryResolve(type: Service.self, arguments: 1, 2, 3, 4)
    #expect(
      error { try container.tryResolve(type: Service.self, arguments: 1, 2, 3, "4") }?
        .localizedDescription == "Too many arguments: Maximum number of arguments is 3. Got 4.")
  }

  @Test func errorsOfThrowingFactoriesReachTheOutermostResolution() {
    struct Broken: Error {}
    struct Outer { let service: Service }
    let container = Container()
    container.register(type: Service.self) { _ in throw Broken() }
    container.register { r in Outer(service: try r.tryResolve(type: Service.self)) }
    #expect(throws: Broken.self) { try container.tryResolve(type: Outer.self) }
    container.clean()
    container.register { r in Outer(service: try r.tryResolve(type: Service.self)) }
    #expect(
      error { try container.tryResolve(type: Outer.self) }?.localizedDescription
        == "Dependency not registered: Dependency of type"
        + " DependencyInjectionTests.ResolutionErrorTests.Service"
        + " wasn't registered in container DependencyInjection.Container")
  }

  @Test func anErrorIsNotKept() throws {
    struct Broken: Error {}
    let container = Container()
    let attempts = Counter()
    container.register { _ -> Service in
      if attempts.increment() == 0 { throw Broken() }
      return Service()
    }
    #expect(throws: Broken.self) { try container.tryResolve(type: Service.self) }
    _ = try container.tryResolve(type: Service.self)
    _ = try container.tryResolve(type: Service.self)
    #expect(attempts.value == 2)
  }
}

/// The message that a program prints when it stops.
@Suite(.timeLimit(.minutes(20))) struct TrapTests {
  struct Service {}
  struct Owner { let service: Service }
  struct Holder { @Injected(from: Container()) var service: Service }
  struct LazyHolder { @LazyInjected(from: Container()) var service: Service }
  struct Broken: Error, CustomStringConvertible { var description: String { "the disk is full" } }

  /// The text of the error for the service.
  static let text =
    "Fatal error: Dependency not registered: Dependency of type DependencyInjectionTests.TrapTests.Service"
    + " wasn't registered in container DependencyInjection.Container\n"

  /// Expects that a program has printed a text.
  private func expect(
    _ result: ExitTest.Result?, _ text: String = Self.text,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains(text), sourceLocation: sourceLocation)
  }

  @Test func aResolutionThatFailsStopsTheProgram() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Container().resolve(type: Service.self)
      })
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let _: Service = Container().resolve()
      })
  }

  @Test func aResolutionWithArgumentsThatFailsStopsTheProgram() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let _: Service = Container().resolve(arguments: 1, 2, 3, 4)
      }, "Fatal error: Too many arguments: Maximum number of arguments is 3. Got 4.\n")
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let container = Container()
        container.register(dependency: Service())
        _ = container.resolve(type: Service.self, argument: 1)
      },
      "Fatal error: Unmatching argument type: Registration of type"
        + " DependencyInjectionTests.TrapTests.Service doesn't accept arguments of type"
        + " DependencyInjectionTests.TrapTests.Service(Swift.Int)\n")
  }

  @Test func aFactoryThatFailsStopsTheProgramAlsoUnderTryResolve() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let container = Container()
        container.register { r in Owner(service: r.resolve()) }
        _ = try container.tryResolve(type: Owner.self)
      })
  }

  @Test func aCycleOfFactoriesThatDoNotThrowStopsTheProgram() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let container = Container()
        container.register { r -> Service in
          _ = r.resolve(type: Owner.self)
          return Service()
        }
        container.autoregister(initializer: Owner.init)
        _ = container.resolve(type: Owner.self)
      },
      "Fatal error: Dependency not registered: Dependency of type"
        + " DependencyInjectionTests.TrapTests.Owner can't be created in container"
        + " DependencyInjection.Container because it needs itself:"
        + " DependencyInjectionTests.TrapTests.Owner -> DependencyInjectionTests.TrapTests.Service"
        + " -> DependencyInjectionTests.TrapTests.Owner\n")
  }

  @Test func propertiesThatFailStopTheProgram() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Holder()
      })
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = LazyHolder().service
      })
  }

  @Test func anErrorOfAFactoryIsPrinted() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let container = Container()
        container.register(type: Service.self) { _ in throw Broken() }
        _ = container.resolve(type: Service.self)
      }, "Fatal error: the disk is full\n")
  }

  @Test func anAsynchronousResolutionThatFailsStopsTheProgram() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = await AsyncContainer().resolve(type: Int.self)
      },
      "Fatal error: Dependency not registered: Dependency of type Swift.Int"
        + " wasn't registered in container DependencyInjection.AsyncContainer\n")
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let _: Int = await AsyncContainer().resolve(arguments: 1, 2, 3, 4)
      }, "Fatal error: Too many arguments: Maximum number of arguments is 3. Got 4.\n")
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let _: Int = await AsyncContainer().resolve()
      },
      "Fatal error: Dependency not registered: Dependency of type Swift.Int"
        + " wasn't registered in container DependencyInjection.AsyncContainer\n")
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let container = AsyncContainer()
        await container.register { _ in 1 }
        _ = await container.resolve(type: Int.self, argument: "x")
      },
      "Fatal error: Unmatching argument type: Registration of type Swift.Int"
        + " doesn't accept arguments of type Swift.Int(Swift.String)\n")
  }

  @Test func anErrorOfAnAsynchronousFactoryIsPrinted() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let container = AsyncContainer()
        await container.register(type: Service.self) { _ in throw Broken() }
        _ = await container.resolve(type: Service.self)
      }, "Fatal error: the disk is full\n")
  }
}
