import DependencyInjection
import StitcherTestSupport
import Testing

private protocol Greeter: AnyObject { func hello() -> String }

/// Any thread may create a model, but only the main actor may use its conformance.
private final class Model: Sendable, @MainActor Greeter {
  @MainActor func hello() -> String { "hello" }
}

/// Dependencies that conform to their type on the main actor only.
@Suite(.timeLimit(.minutes(20))) struct IsolatedConformanceTests {
  @MainActor @Test(arguments: [DependencyScope.shared, .new])
  func othersGetAnError(scope: DependencyScope) throws {
    let container = Container()
    container.register(type: (any Greeter).self, in: scope) { @MainActor _ in Model() }
    container.register(type: [any Greeter].self, in: .shared) { @MainActor _ in [Model()] }
    for _ in 0..<2 {
      #expect(container.resolve(type: (any Greeter).self).hello() == "hello")
      #expect(container.resolve(type: [any Greeter].self)[0].hello() == "hello")
    }
    let text = Worker {
      do {
        _ = try container.tryResolve(type: [any Greeter].self)
        return "found"
      } catch { return "\(error)" }
    }.join()
    #expect(text.contains("'Model' conforms to 'Greeter' only on an actor"), "\(text)")
    if scope == .new { return }
    let one = Worker {
      do {
        _ = try container.tryResolve(type: (any Greeter).self)
        return "found"
      } catch { return "\(error)" }
    }.join()
    #expect(one.contains("'Model' conforms to 'Greeter' only on an actor"), "\(one)")
  }

  @MainActor @Test func aTeardownOfTheActorGetsTheInstanceThere() async {
    let closed = Counter()
    let container = Container()
    container.register(type: (any Greeter).self, in: .shared) { @MainActor _ in Model() }
      .teardown { @MainActor greeter in
        #expect(greeter.hello() == "hello")
        closed.increment()
      }
    #expect(container.resolve(type: (any Greeter).self).hello() == "hello")
    container.clean()
    await eventually { closed.value == 1 }
  }

  @MainActor @Test func anAsyncContainerCastsWhereItIsAsked() async throws {
    let container = AsyncContainer()
    await container.register(type: [any Greeter & Sendable].self, in: .shared) {
      @MainActor _ in [Model()]
    }
    await container.register(type: (any Greeter & Sendable).self, in: .new) { @MainActor _ in
      Model()
    }
    await container.register(type: (any Greeter & Sendable).self) { @MainActor (_, _: Int) in
      Model()
    }
    for _ in 0..<2 {
      let list = try await container.tryResolve(type: [any Greeter & Sendable].self)
      #expect(list.map { $0.hello() } == ["hello"])
      let fresh: any Greeter & Sendable = await container.resolve()
      #expect(fresh.hello() == "hello")
      let withArgument: any Greeter & Sendable = await container.resolve(
        type: (any Greeter & Sendable).self, arguments: 1)
      #expect(withArgument.hello() == "hello")
    }
    let text = await Task.detached {
      do {
        _ = try await container.tryResolve(type: [any Greeter & Sendable].self)
        return "found"
      } catch { return "\(error)" }
    }.value
    #expect(text.contains("'Model' conforms to 'Greeter' only on an actor"), "\(text)")
  }
}
