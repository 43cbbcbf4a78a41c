import Stitcher
import StitcherTestSupport
import SwiftDependencyInjector
import Testing

/// Teardowns of singletons, and the events of contexts in isolated graphs.
@Suite(.timeLimit(.minutes(10))) struct TeardownTests {
  private struct Failure: Error {}

  private final class File: Sendable {
    let name: String
    init(_ name: String = "file") { self.name = name }
  }
  private final class Journal: Sendable {
    let file: File
    init(_ file: File) { self.file = file }
  }

  private let context = freshContext()
  private let log = Log<String>()
  private var injector: SwiftDependencyInjector.Injector { .build(context: context) }

  /// Registers two dependent implementations, in another order than their creation.
  private func registerBoth() {
    let (injector, log) = (injector, log)
    injector.register(Journal.self) {
      (injector.getSafe(injectionType: .singleton) as File?).map { Journal($0) }
    } teardown: { _ in
      log.add("journal")
    }
    injector.register(File.self) {
      File()
    } teardown: { file in
      log.add(file.name)
    }
  }

  private func single<Abstraction>(_ type: Abstraction.Type, _ key: String? = nil) -> Abstraction {
    injector.get(injectionType: .singleton, constrainedTo: key)
  }

  @Test func whatIsDestroyedClearedOrRemovedIsClosedInReverseOrder() {
    registerBoth()
    _ = single(Journal.self)
    injector.destroy()
    #expect(log.entries == ["journal", "file"])
    registerBoth()
    _ = single(Journal.self)
    injector.clear()
    #expect(log.entries == ["journal", "file", "journal", "file"])
    registerBoth()
    _ = single(Journal.self)
    injector.remove(File.self)
    #expect(log.entries.dropFirst(4) == ["file"])
    injector.destroy()
    #expect(log.entries.dropFirst(4) == ["file", "journal"])
  }

  @Test func whatIsNotASingletonIsNotClosed() async {
    registerBoth()
    _ = injector.get() as File
    await injector.destroyAsync()
    #expect(log.entries.isEmpty)
  }

  @Test func replacedAndResetSingletonsAreClosedAndMovedOnesAreNot() {
    let log = log
    injector.register(
      File.self, defaultDependency: "a", implementations: ["a": { File("a") }, "b": { File("b") }]
    ) { file in log.add(file.name) }
    let first = single(File.self)
    _ = single(File.self, "b")
    injector.updateDependencyKey(of: File.self, newKey: "b")
    #expect(single(File.self, "a") === first)
    #expect(log.entries.isEmpty)
    injector.add(File.self, key: "a") {
      File("new a")
    } teardown: { file in
      log.add("second \(file.name)")
    }
    #expect(log.entries == ["a"])
    _ = single(File.self, "a")
    injector.resetSingleton(of: File.self)
    #expect(log.entries == ["a", "second new a", "b"])
    // An implementation without a teardown replaces one with a teardown.
    _ = single(File.self, "b")
    injector.add(File.self, key: "b") { File() }
    #expect(log.entries == ["a", "second new a", "b", "b"])
    _ = single(File.self, "b")
    injector.destroy()
    #expect(log.entries.count == 4)
  }

  @Test func allFormsTakeATeardown() async {
    let log = log
    injector.addOrRegister(File.self, key: "one") {
      File("one")
    } teardown: { file in
      await Task.yield()
      log.add(file.name)
    }
    injector.addOrRegister(File.self, implementations: ["two": { File("two") }]) { file in
      log.add(file.name)
    }
    injector.add(File.self, implementations: ["three": { File("three") }], within: .seconds(600)) {
      file in log.add(file.name)
    }
    injector.add(File.self, key: "four") {
      File("four")
    } teardown: { @MainActor file in
      MainActor.preconditionIsolated()
      log.add(file.name)
    }
    injector.register(
      Journal.self, defaultDependency: "", implementations: ["": { Journal(File()) }]
    ) { _ in
      await Task.yield()
      log.add("journal")
    }
    for key in ["two", "four", "one", "three"] { _ = single(File.self, key) }
    _ = single(Journal.self)
    await injector.destroyAsync()
    #expect(log.entries == ["journal", "three", "one", "four", "two"])
    await injector.destroyAsync()
    #expect(log.entries.count == 5)
  }

  @Test func failuresAndTimeoutsAreLoggedWithTheirPlaces() async {
    let lines = Log<String>()
    injector.register(
      File.self, key: "a", implementation: { File() }, teardown: { _ in throw Failure() })
    injector.add(
      File.self, key: "b", implementation: { File() }, within: .milliseconds(1),
      teardown: { _ in try await Task.sleep(for: .seconds(600)) })
    let line: UInt = #line - 3
    for key in ["a", "b"] { _ = single(File.self, key) }
    await InjectorLog.$capture.withValue(InjectorLog.Capture { lines.add($0) }) {
      await injector.destroyAsync()
    }
    #expect(
      lines.entries == [
        problem(
          "TeardownFailed",
          "The teardown of singleton 'File' with the key 'b' (\(#fileID):\(line)) has failed: It"
            + " took longer than \(Duration.milliseconds(1))."),
        problem(
          "TeardownFailed",
          "The teardown of singleton 'File' with the key 'a' (\(#fileID):\(line - 2)) has failed:"
            + " Failure()"),
        info("Context with identifier \(context.id) removed successfully"),
      ])
  }

  @Test func theEndOfAGraphClosesItsOwnSingletons() async throws {
    registerBoth()
    let shared = single(Journal.self)
    let graph = DependencyGraph.process.isolated(named: "request")
    graph.run { #expect(single(Journal.self) !== shared) }
    try await graph.end()
    #expect(log.entries == ["journal", "file"])
    #expect(single(Journal.self) === shared)
    injector.destroy()
    #expect(log.entries.count == 4)
  }

  @Test func theEndOfAGraphThrowsWhatFails() async throws {
    let graph = DependencyGraph.process.isolated()
    graph.run {
      injector.register(
        File.self, implementation: { File() }, teardown: { _ in throw Failure() })
      _ = single(File.self)
    }
    let line: UInt = #line - 4
    let error = await #expect(throws: TeardownError.self) { try await graph.end() }
    #expect(
      error?.description == """
        A teardown has failed; everything else is closed.
          Type[File] (\(#fileID):\(line)): Failure()
        """)
  }

  @Test func whoWatchesAGraphLearnsOfItsContexts() async throws {
    let graph = DependencyGraph.process.isolated(named: "request")
    let events = Log<GraphEvent>()
    let (injector, context) = (injector, context)
    registerBoth()
    // The graph-local copy of the context exists before an observer is added.
    let inner = graph.isolated(named: "inner")
    _ = (graph.run { injector.get() as File }, inner.run { injector.get() as File })
    let watching = graph.observe { event in
      events.add(event)
      // An observer may inject.
      _ = Injector.build(context: context).getSafe() as String?
    }
    graph.run {
      _ = injector.get() as File
      _ = single(Journal.self)
    }
    _ = inner.run { injector.get() as File }
    try await graph.end()
    let names = events.entries.compactMap { event -> String? in
      switch event {
      case .created(let creation): "+\(creation.dependency.key) \(creation.graph ?? "")"
      case .tornDown(let closing): "-\(closing.dependency.key) \(closing.graph ?? "")"
      case .released(let release): "~\(release.dependency.key) \(release.graph ?? "")"
      case .waited, .failed, .changed: nil
      }
    }
    #expect(
      names == [
        "+Type[File] request", "+Type[File] request", "+Type[Journal] request",
        "+Type[File] inner", "~Type[Journal] request", "~Type[File] request",
        "-Type[Journal] request", "-Type[File] request",
      ])
    watching.cancel()
    injector.destroy()
  }
}
