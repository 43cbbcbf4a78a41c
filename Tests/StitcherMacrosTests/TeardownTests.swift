#if Macros
  import StitcherMacros
  import StitcherTestSupport
  import StitcherTesting
  import Testing

  /// Methods that close instances.
  @Suite(.dependencies(), .timeLimit(.minutes(10))) struct TeardownTests {
    struct Failure: Error {}

    @Registerable(scope: .singleton)
    final class Paper: Sendable {
      let log = Log<String>()
      init() {}

      @Teardown
      private func close() { log.add("paper") }
    }

    @Registerable(scope: .singleton)
    @InjectedInitializer
    actor Press {
      let paper: Paper

      @Teardown
      func stop() { paper.log.add("press") }
    }

    @Registerable(scope: .singleton)
    @MainActor final class Desk {
      let press: Press

      @InjectedParameters
      init(press: Press) { self.press = press }

      @Teardown
      func clear() {
        MainActor.preconditionIsolated()
        press.paper.log.add("desk")
      }
    }

    /// A class that is not `Sendable`.
    @Registerable(scope: .singleton)
    class Drawer {
      let paper: Paper

      @InjectedParameters
      init(paper: Paper) { self.paper = paper }

      @Teardown
      func shut() async throws {
        await Task.yield()
        paper.log.add("drawer")
        throw Failure()
      }
    }

    @Registerable(scope: .singleton)
    final class Archive: Sendable {
      let desk: Desk

      @InjectedParameters
      init(desk: Desk) async { self.desk = desk }

      @Teardown(within: .milliseconds(1))
      func close() async throws {
        desk.press.paper.log.add("archive")
        try await Task.sleep(for: .seconds(600))
      }
    }

    @Test func instancesAreClosedInReverseOrder() async throws {
      let graph = DependencyGraph.current.child {
        Paper.dependencyRegistration
        Press.dependencyRegistration
        Desk.dependencyRegistration
        Archive.dependencyRegistration
      }
      let archive: Archive = try await graph.injectAsync()
      let log = archive.desk.press.paper.log
      let error = await #expect(throws: TeardownError.self) { try await graph.end() }
      // The time limit may end before the archive's teardown has started.
      await eventually { log.entries.count == 4 }
      #expect(log.entries.filter { $0 != "archive" } == ["desk", "press", "paper"])
      #expect(error?.failures.map(\.place) == ["\(#fileID):59"])
      #expect(
        error?.failures.first?.error as? TeardownError.Timeout
          == TeardownError.Timeout(limit: .milliseconds(1)))
    }

    @Test func aClassThatIsNotSendableIsClosed() async throws {
      let graph = DependencyGraph.current.child {
        Paper.dependencyRegistration
        Drawer.dependencyRegistration
      }
      let log = try (graph.inject() as Drawer).paper.log
      let error = await #expect(throws: TeardownError.self) { try await graph.end() }
      #expect(log.entries == ["drawer", "paper"])
      #expect(error?.failures.count == 1)
      #expect(error?.failures.first?.error is Failure)
    }

    @Test func aRegistrationTakesOneAsWell() async throws {
      let log = Log<String>()
      let graph = DependencyGraph.current.child {
        Paper.dependencyRegistration.teardown { _ in log.add("given") }
        Press.dependencyRegistration
          .teardown(within: .seconds(600)) { press in await press.stop() }
      }
      let press: Press = try graph.inject()
      try await graph.end()
      // The last teardown replaces the others.
      #expect(log.entries == ["given"])
      #expect(press.paper.log.entries == ["press"])
    }
  }
#endif
