import DependencyInjection
import StitcherTestSupport
import Testing

/// The events that observers of containers receive.
@Suite(.timeLimit(.minutes(20))) struct ContainerEventTests {
  private final class File: Sendable {}
  private struct Journal: Sendable { let file: File }
  private struct Failure: Error {}

  /// Returns the events as texts without times.
  private func brief(_ events: [ContainerEvent]) -> [String] {
    events.map { event in
      let name = event.dependency?.split(separator: ".").last.map(String.init) ?? ""
      let kinds: [(ContainerEvent.Kind, String)] = [
        (.created, "created"), (.failed, "failed"), (.waited, "waited"), (.released, "released"),
        (.tornDown, "tore down"), (.changed, "changed"),
      ]
      let kind = kinds.first { $0.0 == event.kind }?.1 ?? "?"
      return name.isEmpty ? kind : "\(kind) \(name)"
    }
  }

  @Test func aTeardownThatTakesTooLongIsATimeout() async {
    let (container, log) = (Container(), Log<ContainerEvent>())
    let watching = container.observe { log.add($0) }
    container.register { _ in File() }.teardown(within: .milliseconds(1)) { _ in
      try await Task.sleep(for: .seconds(600))
    }
    _ = container.resolve() as File
    try? await container.end()
    let error = log.entries.last { $0.kind == .tornDown }?.error
    #expect(
      error as? ContainerTeardownError.Timeout
        == ContainerTeardownError.Timeout(limit: .milliseconds(1)))
    watching.cancel()
  }

  @Test func theyTellOfEverythingInOrder() async throws {
    let (container, log) = (Container(), Log<ContainerEvent>())
    let watching = container.observe { log.add($0) }
    container.register { _ in File() }.teardown { _ in throw Failure() }
    let line: UInt = #line - 1
    container.register { r in Journal(file: r.resolve()) }
    #expect(brief(log.entries) == ["changed", "changed"])
    _ = container.resolve() as Journal
    _ = container.resolve() as Journal
    #expect(brief(log.entries.suffix(2)) == ["created File", "created Journal"])
    let file = log.entries[2]
    #expect(file.requester == String(reflecting: Journal.self))
    #expect(file.place == "\(#fileID):\(line)")
    #expect(file.duration != nil && file.ownDuration != nil && file.error == nil)
    let seconds = try #require(file.durationInSeconds)
    #expect(abs(seconds - (file.duration ?? .zero) / .seconds(1)) < 1e-9)
    #expect(try #require(file.ownDurationInSeconds) <= seconds)
    try? await container.end()
    #expect(
      Set(brief(log.entries.suffix(4))) == [
        "changed", "released File", "released Journal", "tore down File",
      ])
    let tornDown = log.entries.last { $0.kind == .tornDown }
    #expect(tornDown?.error is Failure)
    watching.cancel()
    #expect("\(log.entries[0])" == "changed")
    #expect(
      "\(file)".hasPrefix(
        "created \(String(reflecting: File.self)) (\(#fileID):\(line)) for "
          + "\(String(reflecting: Journal.self)) in "))
    let text = tornDown.map { "\($0)" }
    #expect(text?.hasPrefix("tore down \(String(reflecting: File.self)) (") == true)
    #expect(text?.hasSuffix(", which has failed: Failure()") == true)
  }

  @Test func aParentObservesItsChildren() {
    let (parent, log) = (Container(), Log<ContainerEvent>())
    let child = Container(parent: parent)
    let watching = parent.observe { log.add($0) }
    child.register { _ in File() }
    _ = child.resolve() as File
    #expect(brief(log.entries) == ["changed", "created File"])
    watching.cancel()
    child.clean()
    #expect(log.entries.count == 2)
  }

  @Test func theEndOfADroppedContainerIsReported() {
    let (parent, log) = (Container(), Log<ContainerEvent>())
    let watching = parent.observe { log.add($0) }
    do {
      let child = Container(parent: parent)
      child.register { _ in File() }.teardown { _ in }
      _ = child.resolve() as File
    }
    #expect(brief(log.entries.suffix(2)) == ["released File", "tore down File"])
    watching.cancel()
  }

  @Test func failuresAreExplained() throws {
    let (container, log) = (Container(), Log<ContainerEvent>())
    let watching = container.observe { log.add($0) }
    container.register(type: File.self) { _ in throw Failure() }
    container.register(type: Journal.self) { r in
      Journal(file: try r.tryResolve(type: File.self))
    }
    #expect(throws: Failure.self) { try container.tryResolve(type: Journal.self) }
    #expect(brief(log.entries.suffix(2)) == ["failed File", "failed Journal"])
    #expect(log.entries.last?.error is Failure)
    #expect("\(log.entries[2])".hasSuffix(": Failure()"))
    watching.cancel()
  }

  @Test func theReportIsATree() throws {
    let container = Container()
    #expect("\(container.creationReport())" == "Nothing was created.")
    container.register { _ in File() }
    container.register { r in Journal(file: r.resolve()) }
    container.recordCreations()
    container.recordCreations()
    _ = container.resolve() as Journal
    container.stopRecordingCreations()
    container.register(dependency: 7)
    _ = container.resolve() as Int
    let report = container.creationReport(slowerThan: .zero)
    #expect(brief(report.creations) == ["created File", "created Journal"])
    #expect(report.slow.count == 2)
    let lines = "\(report)".split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("\(String(reflecting: Journal.self)) ") == true)
    #expect(lines.last?.hasPrefix("  \(String(reflecting: File.self)) ") == true)
    #expect(lines.last?.contains(", slow (\(#fileID):") == true)
  }

  @Test func asynchronousContainersTellAsWell() async throws {
    let container = AsyncContainer()
    container.recordCreations()
    var events = container.events.makeAsyncIterator()
    let log = Log<ContainerEvent>()
    let watching = container.observe { log.add($0) }
    await container.register { _ in File() }.teardown { _ in }
    _ = await container.resolve() as File
    #expect(await events.next()?.kind == .changed)
    let created = await events.next()
    #expect(created?.kind == .created)
    #expect(created?.dependency == String(reflecting: File.self))
    try await container.end()
    #expect(Set(brief(log.entries.suffix(3))) == ["changed", "released File", "tore down File"])
    watching.cancel()
    container.stopRecordingCreations()
    #expect(brief(container.creationReport().creations) == ["created File"])
  }
}
