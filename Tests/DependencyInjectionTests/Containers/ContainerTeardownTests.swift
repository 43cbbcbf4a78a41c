import DependencyInjection
import StitcherTestSupport
import Testing

/// Teardowns of shared instances of containers, and the end of containers.
@Suite(.timeLimit(.minutes(20))) struct ContainerTeardownTests {
  private final class File: Sendable {}
  private struct Journal: Sendable { let file: File }
  private struct Service: Sendable { let journal: Journal }
  private struct Failure: Error {}

  /// Registers three dependent instances, in another order than their creation.
  private func registerChain(in container: Container, _ log: Log<String>) {
    container.register { r in Journal(file: r.resolve()) }.teardown { _ in log.add("journal") }
    container.autoregister(initializer: Service.init).teardown { _ in
      await Task.yield()
      log.add("service")
    }
    container.register(type: File.self, in: .shared) { _ in File() }
      .teardown(within: .seconds(600)) { _ in log.add("file") }
  }

  @Test func theEndClosesInReverseOrderOnce() async throws {
    let (container, log) = (Container(), Log<String>())
    registerChain(in: container, log)
    _ = container.resolve() as Service
    try await container.end()
    #expect(log.entries == ["service", "journal", "file"])
    try await container.end()
    #expect(log.entries.count == 3)
    #expect("\(container)" == "DependencyInjection.Container, empty")
  }

  @Test func onlyWhatWasMadeIsClosed() async throws {
    let (container, log) = (Container(), Log<String>())
    registerChain(in: container, log)
    _ = container.resolve() as Journal
    try await container.end()
    #expect(log.entries == ["journal", "file"])
  }

  @Test func nothingCanBeResolvedAfterTheEnd() async throws {
    let container = Container()
    let child = Container(parent: container)
    container.register(dependency: 7)
    child.register(dependency: "text")
    #expect(child.resolve() == 7)
    try await container.end()
    container.register(dependency: 8)
    for asked in [container, child] {
      let error = #expect(throws: ResolutionError.self) { try asked.tryResolve(type: Int.self) }
      #expect(
        error?.description == """
          Dependency not registered: Dependency of type Swift.Int can't be resolved in container \
          DependencyInjection.Container because that container, or one of its parents, has ended
          """)
    }
    #expect(throws: ResolutionError.self) { try child.tryResolve(type: String.self) }
    container.clean()
    container.releaseSharedInstances()
    #expect("\(container)" == "DependencyInjection.Container, empty")
  }

  @Test func allAreClosedWhateverFails() async throws {
    let (container, log) = (Container(), Log<String>())
    container.register { _ in File() }
      .teardown { _ in
        log.add("file")
        throw Failure()
      }
    let line: UInt = #line - 5
    container.register { r in Journal(file: r.resolve()) }.teardown(within: .milliseconds(1)) { _ in
      log.add("journal")
      try await Task.sleep(for: .seconds(600))
    }
    container.register { r in Service(journal: r.resolve()) }.teardown { _ in log.add("service") }
    _ = container.resolve() as Service
    let error = await #expect(throws: ContainerTeardownError.self) { try await container.end() }
    // The time limit may end before the journal's teardown has started.
    await eventually { log.entries.count == 3 }
    #expect(log.entries.filter { $0 != "journal" } == ["service", "file"])
    #expect(error?.failures.map(\.place) == ["\(#fileID):\(line + 6)", "\(#fileID):\(line)"])
    let name = String(reflecting: File.self)
    #expect(error?.failures.last?.dependency == name)
    #expect(error?.failures.last?.error is Failure)
    #expect(
      error?.failures.first?.error as? ContainerTeardownError.Timeout
        == ContainerTeardownError.Timeout(limit: .milliseconds(1)))
    #expect(
      error?.description == """
        2 teardowns have failed; everything else is closed.
          \(String(reflecting: Journal.self)) (\(#fileID):\(line + 6)): It took longer than \
        \(Duration.milliseconds(1)).
          \(name) (\(#fileID):\(line)): Failure()
        """)
  }

  @Test func whatIsReplacedReleasedOrCleanedIsClosed() {
    let (container, log) = (Container(), Log<String>())
    for round in ["first", "second"] {
      container.register { _ in File() }.teardown { _ in log.add(round) }
      _ = container.resolve() as File
    }
    #expect(log.entries == ["first"])
    container.releaseSharedInstances()
    #expect(log.entries == ["first", "second"])
    _ = container.resolve() as File
    container.clean()
    container.clean()
    #expect(log.entries == ["first", "second", "second"])
  }

  @Test func whatADroppedContainerHasIsClosed() {
    let log = Log<String>()
    do {
      let container = Container()
      container.register { _ in File() }.teardown { _ in log.add("file") }
      container.register { r in Journal(file: r.resolve()) }.teardown { _ in log.add("journal") }
      _ = container.resolve() as Journal
    }
    #expect(log.entries == ["journal", "file"])
  }

  @Test func theEndWaitsForWhatIsClosedAlready() async throws {
    let (container, log, gate) = (Container(), Log<String>(), AsyncGate())
    container.register { _ in File() }.teardown { _ in
      await gate.wait()
      log.add("first")
    }
    _ = container.resolve() as File
    container.releaseSharedInstances()
    _ = container.resolve() as File
    async let end: Void = container.end()
    gate.open()
    try await end
    #expect(log.entries == ["first", "first"])
  }

  @Test func whatIsNewIsNotClosed() async throws {
    let (container, log) = (Container(), Log<String>())
    container.register(in: .new) { _ in File() }.teardown { _ in log.add("file") }
    _ = container.resolve() as File
    try await container.end()
    #expect(log.entries == [])
  }

  @Test func anInstanceThatIsThereAlreadyIsClosed() async throws {
    let (container, log) = (Container(), Log<String>())
    let registration: ContainerRegistration<File> = container.register { _ in File() }
    _ = container.resolve() as File
    registration.teardown { _ in log.add("first") }
    registration.teardown { _ in log.add("last") }
    try await container.end()
    #expect(log.entries == ["last"])
  }

  @Test func aTeardownThatComesDuringTheCreationCounts() async throws {
    let (container, log) = (Container(), Log<String>())
    let registration = Box<ContainerRegistration<File>?>(nil)
    registration.value = container.register { _ in
      registration.value?.teardown { _ in log.add("file") }
      return File()
    }
    _ = container.resolve() as File
    registration.value = nil
    try await container.end()
    #expect(log.entries == ["file"])
  }

  @Test func aChildLeavesItsParentAlone() async throws {
    let (parent, log) = (Container(), Log<String>())
    parent.register { _ in File() }.teardown { _ in log.add("file") }
    let child = Container(parent: parent)
    child.register { r in Journal(file: r.resolve()) }.teardown { _ in log.add("journal") }
    _ = child.resolve() as Journal
    try await child.end()
    #expect(log.entries == ["journal"])
    _ = parent.resolve() as File
    try await parent.end()
    #expect(log.entries == ["journal", "file"])
  }

  @Test func teardownsMayUseTheContainer() async throws {
    let (container, log) = (Container(), Log<String>())
    container.register { _ in File() }.teardown { [weak container] _ in
      #expect(throws: ResolutionError.self) { try container?.tryResolve(type: File.self) }
      container?.register(dependency: 7)
      try await container?.end()
      log.add("file")
    }
    _ = container.resolve() as File
    try await container.end()
    #expect(log.entries == ["file"])
  }

  @Test func manyMayEndItAtOnce() async throws {
    for _ in 0..<50 {
      let (container, log) = (Container(), Log<String>())
      registerChain(in: container, log)
      _ = container.resolve() as Service
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask {
            try? await container.end()
            #expect(log.entries == ["service", "journal", "file"])
          }
        }
      }
    }
  }

  @Test func everyFormMayHaveATeardown() async throws {
    let (container, log) = (Container(), Log<String>())
    container.register { _ in Int8(1) }.teardown { log.add("\($0)") }
    container.register(in: .shared) { _ in Int16(2) }.teardown { log.add("\($0)") }
    container.register(type: (any BinaryInteger & Sendable).self) { _ in 3 }
      .teardown { (integer: any BinaryInteger & Sendable) in log.add("\(integer)") }
    container.register(type: Int32.self, in: .shared) { _ in 4 }.teardown { log.add("\($0)") }
    container.register(dependency: Int64(5)).teardown { log.add("\($0)") }
    container.register(type: Int.self, dependency: 6).teardown { log.add("\($0)") }
    container.register(type: UInt8.self) { r in UInt8(try r.tryResolve(type: Int.self) + 1) }
      .teardown { number in log.add("\(number)") }
    container.register(in: .shared) { r in UInt16(try r.tryResolve(type: UInt8.self) + 1) }
      .teardown { @MainActor number in
        MainActor.assertIsolated()
        log.add("\(number)")
      }
    container.autoregister(initializer: { (byte: UInt16) in UInt32(byte) + 1 })
      .teardown(within: .seconds(600)) { number in
        await Task.yield()
        log.add("\(number)")
      }
    let values: [Any] = [
      container.resolve(type: Int8.self), container.resolve(type: Int16.self),
      container.resolve(type: (any BinaryInteger & Sendable).self),
      container.resolve(type: Int32.self), container.resolve(type: Int64.self),
      container.resolve(type: UInt32.self),
    ]
    #expect(values.count == 6)
    try await container.end()
    #expect(log.entries == (1...9).reversed().map(String.init))
  }

  @Test func aResultThatIsNotUsedIsNone() async {
    let container = Container()
    let results: [Void] = [
      container.register { _ in File() }, container.register(type: Int.self, dependency: 7),
      container.register(type: UInt8.self) { r in UInt8(try r.tryResolve(type: Int.self)) },
      container.autoregister(initializer: Journal.init),
    ]
    #expect(results.count == 4)
    await MainActor.run { container.register(type: Int8.self, in: .shared) { _ in 1 } }
  }
}
