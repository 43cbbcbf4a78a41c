import DependencyInjection
import StitcherTestSupport
import Testing

/// Runs a closure on a new thread.
private func onThread<Result: Sendable>(
  _ body: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    _ = Worker { continuation.resume(returning: body()) }
  }
}

/// A type of the main actor.
@MainActor private final class Screen {
  let number: Int
  let title: String

  init(number: Int = 0) {
    MainActor.preconditionIsolated()
    self.number = number
    title = ""
  }

  init(title: String) {
    MainActor.preconditionIsolated()
    number = 0
    self.title = title
  }

  init(_ number: Int, _ title: String, _ factor: Double) {
    MainActor.preconditionIsolated()
    self.number = number
    self.title = title
  }
}

/// A type without isolation.
private final class Note: Sendable {
  let number: Int
  init(number: Int) { self.number = number }
}

/// An actor that registers factories isolated to it.
private actor Office {
  var notes = 0

  func register(in container: Container) {
    container.register(type: Note.self, in: .new) { _ in
      self.notes += 1
      return Note(number: self.notes)
    }
  }

  func register(in container: AsyncContainer) async {
    await container.register(type: Note.self, in: .new) { _ in await self.next() }
  }

  func next() -> Note {
    notes += 1
    return Note(number: notes)
  }

  func number(in container: Container) throws -> Int {
    try container.tryResolve(type: Note.self).number
  }
}

/// Closures that are isolated to an actor run on that actor only.
@Suite(.timeLimit(.minutes(20))) struct IsolationTests {
  /// Returns the text of the error about a factory of the main actor.
  private static func text(_ type: String, _ key: String? = nil, line: UInt? = nil) -> String {
    let place = line.map { ", registered at \(#fileID):\($0)," } ?? ""
    return """
      Dependency not registered: Dependency of type \(key ?? type) can't be created in container \
      DependencyInjection.Container here. The factory of '\(type.split(separator: ".").last ?? "")'\(place) runs on 'MainActor' only, \
      and the request was made elsewhere. Request it on 'MainActor'. If its factory needs nothing of that actor, \
      register the factory without isolation: remove '@MainActor', write '{ @Sendable … in … }', or use a 'nonisolated' \
      function or initializer.
      """
  }

  /// Returns the text of the error that a resolution on another thread throws.
  private func textElsewhere<Value>(
    _ resolve: @escaping @Sendable () throws -> Value
  ) async -> String? {
    await onThread {
      do {
        _ = try resolve()
        return nil
      } catch { return (error as? ResolutionError)?.localizedDescription ?? "\(error)" }
    }
  }

  @MainActor @Test func aFactoryOfTheMainActorRunsThereOnly() async throws {
    let registrations: [(line: UInt?, register: (Container) -> Void)] = [
      (#line, { $0.register(type: Screen.self) { _ in Screen() } }),
      (nil, { $0.register(type: Screen.self, in: .new) { _ in Screen() } }),
      (#line, { $0.register { _ in Screen() } }),
      (#line, { $0.register(in: .shared) { _ in Screen() } }),
      (#line, { $0.register(dependency: Screen()) }),
      (#line, { $0.register(type: Screen.self, dependency: Screen()) }),
      (#line, { $0.autoregister(initializer: { Screen() }) }),
      (
        #line + 4,
        { container in
          container.register(dependency: "title")
          _ = container.resolve(type: String.self)
          container.autoregister(initializer: Screen.init(title:))
        }
      ),
      (
        #line + 2,
        {
          $0.register(type: Screen.self) { _ in
            if Task.isCancelled { throw CancellationError() }
            return Screen()
          }
        }
      ),
    ]
    for (line, register) in registrations {
      let container = Container()
      register(container)
      let text = await textElsewhere { try container.tryResolve(type: Screen.self) }
      let type = String(reflecting: Screen.self)
      #expect(text == Self.text(type, line: line))
      _ = try container.tryResolve(type: Screen.self)
    }
  }

  @MainActor @Test func aFactoryWithArgumentsRunsThereOnly() async throws {
    let container = Container()
    let line: UInt = #line
    container.register { (_, number: Int) in Screen(number: number) }
    container.autoregister(argument: String.self, initializer: Screen.init(title:))
    container.register(type: Screen.self) { (_, number: Int, title: String) throws in
      Screen(number, title, 1)
    }
    let type = String(reflecting: Screen.self)
    #expect(
      await textElsewhere { try container.tryResolve(type: Screen.self, arguments: 1) }
        == Self.text(type, "\(type)(Swift.Int)", line: line + 1))
    #expect(
      await textElsewhere { try container.tryResolve(type: Screen.self, arguments: "a") }
        == Self.text(type, "\(type)(Swift.String)"))
    #expect(
      await textElsewhere { try container.tryResolve(type: Screen.self, arguments: 1, "a") }
        == Self.text(type, "\(type)(Swift.Int, Swift.String)", line: line + 3))
    #expect(container.resolve(type: Screen.self, argument: 7).number == 7)
    #expect(container.resolve(type: Screen.self, argument: "b").title == "b")
    #expect(container.resolve(type: Screen.self, argument1: 7, argument2: "c").title == "c")
  }

  @MainActor @Test func everyPositionOfAnArgumentKeepsTheActor() async throws {
    let container = Container()
    container.register(type: Double.self) { @Sendable _ in 2 }
    container.register(type: String.self) { @Sendable _ in "s" }
    container.register(type: Int.self) { @Sendable _ in 1 }
    let make: @MainActor (Int, String, Double) -> Screen = Screen.init
    container.autoregister(argument: Int.self, initializer: make)
    container.autoregister(argument: String.self, initializer: make)
    container.autoregister(argument: Double.self, initializer: make)
    #expect(await textElsewhere { try container.tryResolve(type: Screen.self, argument: 1) } != nil)
    #expect(
      await textElsewhere { try container.tryResolve(type: Screen.self, argument: "a") } != nil)
    #expect(
      await textElsewhere { try container.tryResolve(type: Screen.self, argument: 1.5) } != nil)
    #expect(container.resolve(type: Screen.self, argument: 7).number == 7)
    #expect(container.resolve(type: Screen.self, argument: "b").title == "b")
    #expect(container.resolve(type: Screen.self, argument: 1.5).number == 1)
  }

  @MainActor @Test func aSendableClosureIsFree() async {
    let container = Container()
    container.register(type: Note.self) { @Sendable _ in Note(number: 1) }
    container.register { @Sendable (_, number: Int) in Note(number: number) }
    container.autoregister(
      type: AnyObject.self, initializer: { @Sendable () -> Note in .init(number: 4) })
    container.autoregister(
      argument: Double.self, initializer: { @Sendable (_: Double) in Note(number: 3) })
    let numbers = await onThread {
      [
        container.resolve(type: Note.self).number,
        container.resolve(type: Note.self, argument: 2).number,
        container.resolve(type: Note.self, argument: 1.0).number,
        (container.resolve(type: AnyObject.self) as? Note)?.number,
      ]
    }
    #expect(numbers == [1, 2, 3, 4])
  }

  @Test func whatIsWrittenOnNoActorIsFree() async {
    let container = Container()
    container.register { _ in Note(number: 1) }
    container.autoregister(argument: Int.self, initializer: Note.init)
    #expect(await onThread { container.resolve(type: Note.self).number } == 1)
    #expect(await MainActor.run { container.resolve(type: Note.self, argument: 2).number } == 2)
  }

  @MainActor @Test func aNonisolatedInitializerIsFree() async {
    let container = Container()
    container.register(type: Int.self) { @Sendable _ in 5 }
    container.autoregister(initializer: Note.init)
    #expect(await onThread { container.resolve(type: Note.self).number } == 5)
  }

  @Test func anActorRunsItsOwnFactories() async throws {
    let container = Container()
    let (office, other) = (Office(), Office())
    await office.register(in: container)
    #expect(try await office.number(in: container) == 1)
    await #expect(throws: ResolutionError.self) { try await other.number(in: container) }
    #expect(await office.notes == 1)
  }

  @Test func anOverrideSeesTheClosureWithItsActor() async {
    final class Spy: Container, @unchecked Sendable {
      // Safe: the log is.
      let actors = Log<String>()
      override func register<Dependency>(
        type: Dependency.Type, in scope: DependencyScope, factory: @escaping Factory<Dependency>
      ) {
        actors.add(factory.isolation.map { "\(Swift.type(of: $0))" } ?? "none")
        super.register(type: type, in: scope, factory: factory)
      }
    }
    let spy = Spy()
    await MainActor.run {
      spy.register { _ in Screen() }
      spy.register { @Sendable _ in Note(number: 1) }
      spy.register(dependency: 1)
      spy.autoregister(initializer: Screen.init(title:))
    }
    #expect(spy.actors.entries == ["MainActor", "none", "MainActor", "MainActor"])
  }

  @Test func aRequesterGetsTheErrorOfADependencyOnAnotherActor() async {
    let container = Container()
    let line: UInt = #line + 1
    await MainActor.run { container.register { _ in Screen() } }
    container.register(type: String.self) { resolver in
      try String(describing: resolver.tryResolve(type: Screen.self))
    }
    let type = String(reflecting: Screen.self)
    let text = await textElsewhere { try container.tryResolve(type: String.self) }
    #expect(text == Self.text(type, line: line))
    #expect(await MainActor.run { (try? container.tryResolve(type: String.self)) != nil })
  }

  @Test func aResolutionThatCannotThrowStopsTheProgramWithTheSameText() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let container = Container()
      await MainActor.run { container.register(type: Screen.self, in: .new) { _ in Screen() } }
      Worker { _ = container.resolve(type: Screen.self) }.join()
    }
    // The printed name of a private type contains an address, which differs between processes.
    let texts = fatalErrors(in: result?.standardErrorContent).map {
      $0.replacing(#/\(unknown context at [^)]*\)/#, with: "")
    }
    let own = Self.text(String(reflecting: Screen.self))
    #expect(texts == [own.replacing(#/\(unknown context at [^)]*\)/#, with: "")])
  }

  @Test func anAsynchronousContainerGoesToTheActor() async throws {
    let container = AsyncContainer()
    let office = Office()
    await office.register(in: container)
    await container.register { @MainActor _ in Screen() }
    await container.register { @MainActor (_, number: Int) in Screen(number: number) }
    await container.register(type: String.self) { @MainActor resolver in
      let screen = try await resolver.tryResolve(type: Screen.self, argument: 4)
      return "\(screen.number)"
    }
    #expect(try await container.tryResolve(type: Note.self).number == 1)
    #expect(try await container.tryResolve(type: Screen.self).number == 0)
    #expect(await container.resolve(type: Screen.self, argument: 3).number == 3)
    #expect(try await container.tryResolve(type: String.self) == "4")
    #expect(await office.notes == 1)
  }
}
