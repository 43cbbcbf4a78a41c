import Stitcher
import StitcherTesting
import Testing

import class StitcherTestSupport.Worker

/// The complete texts of errors about existing registrations that an injection may not use: in this
/// graph, on this executor, or any more. Each test runs in a separate process without other
/// failures.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct RefusedInjectionTests {
  final class Visit: Sendable {}
  final class Service: Sendable { init(_ visit: Visit) {} }
  final class Database: Sendable {}
  final class Search: Sendable { init(_ database: Database) {} }
  @MainActor final class Screen {}
  final class Window: Sendable { init(_ screen: Screen) {} }
  @globalActor actor Disk { static let shared = Disk() }
  @Disk final class File {}

  // Inside an exit test, `#line` is always the line of the test. So registrations and injections
  // pass explicit places.

  /// Returns the text of an error about a captive dependency.
  static func captiveText(
    _ dependency: String = "Type[Visit]", _ holder: String = "Type[Service]",
    scope: String = "'.singleton'", path: String = "Service → Visit",
    neededBy name: String = "Service"
  ) -> String {
    """
    \(dependency) is '.scoped' and would be captured by \(holder), which is \(scope) and outlives the scope.
    Recovery: Write '.scope(.scoped)' or '.scope(.instance)' on \(holder); or take \(dependency) as a parameter, or inject it later, where it is used.
    Path: \(path)
    Needed by '\(name)', which is registered at Service.swift:2.
    Injected at Service.swift:3.
      - \(dependency), registered at Visit.swift:1
      - \(holder), registered at Service.swift:2
    """
  }

  /// Returns the text of an error about an ended graph.
  static func endedText(_ graph: String = "The graph 'request'", rest: String...) -> String {
    let lines = [
      "\(graph) has ended.",
      "Recovery: Inject the dependency before the graph ends, or from a graph that ends later.",
    ]
    return (lines + rest).joined(separator: "\n")
  }

  /// Expects the text of an error in all ways of printing it.
  static func expect(
    _ error: InjectionError?, says text: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(error?.description == text, sourceLocation: sourceLocation)
    #expect(error?.debugDescription == text, sourceLocation: sourceLocation)
    let printed = error.map { "\($0)" }
    #expect(printed == text, sourceLocation: sourceLocation)
  }

  /// Expects the text of an error that is thrown on another thread, on both threads.
  static func expectElsewhere(
    _ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ inject: @escaping @Sendable () throws -> Any
  ) {
    let (error, own) = Worker {
      let error = try? injectionError(inject)
      return (error, error?.debugDescription)
    }.join()
    #expect(own == text, sourceLocation: sourceLocation)
    expect(error, says: text, sourceLocation: sourceLocation)
  }

  @DependencyGraphBuilder static func visits() -> DependencyGraphRegistrations {
    Dependency(file: "Visit.swift", line: 1) { Visit() }.scope(.scoped)
  }

  static func makeServices() -> DependencyContainer {
    DependencyContainer {
      Dependency(file: "Service.swift", line: 2) {
        Service(try DependencyGraph.inject(file: "Service.swift", line: 3))
      }
      .scope(.singleton)
    }
  }

  @Test func aCaptiveIsSaidWithBothPlaces() async {
    await #expect(processExitsWith: .success) {
      let graph = DependencyGraph.process.child(named: "request") {
        Self.visits()
        Self.makeServices()
      }
      let error = try injectionError { try graph.inject(file: "Here.swift", line: 7) as Service }
      Self.expect(error, says: Self.captiveText())
      let absent = try injectionError {
        try graph.inject(file: "Here.swift", line: 8) as Service? as Any
      }
      Self.expect(absent, says: Self.captiveText())
    }
  }

  @Test func soIsOneThatOnlyANearerGraphDeclares() async {
    await #expect(processExitsWith: .success) {
      let application = DependencyGraph.process.isolated(named: "application") {
        Self.makeServices()
      }
      let request = application.child(named: "request") { Self.visits() }
      let error = try injectionError { try request.inject(file: "Here.swift", line: 7) as Service }
      Self.expect(error, says: Self.captiveText())
    }
  }

  @Test func soIsOneOfTheProcessThatHasAName() async {
    await #expect(processExitsWith: .success) {
      let container = DependencyContainer {
        Dependency(named: "visit", file: "Visit.swift", line: 1) { Visit() }.scope(.scoped)
        Dependency(named: "service", file: "Service.swift", line: 2) {
          Service(try DependencyGraph.inject(byName: "visit", file: "Service.swift", line: 3))
        }
        .scope(.shared)
      }
      await DependencyGraph.activate(container)
      let error = try injectionError {
        try DependencyGraph.inject(byName: "service", file: "Here.swift", line: 7) as Service
      }
      Self.expect(
        error,
        says: Self.captiveText(
          "Name[visit]", "Name[service]",
          scope: "'.shared' (the default for classes without a scope)", path: "service → visit",
          neededBy: "service"))
    }
  }

  protocol Storing: Sendable {}
  final class FileStore: Storing {}
  final class AuditedStore: Storing { init(_ store: any Storing, _ visit: Visit) {} }

  /// Returns the text of an error about a decorator that would keep a scoped dependency.
  static func decoratorText(by places: String) -> String {
    """
    Type[Visit] is '.scoped' and would be captured by the decorator of Type[Storing], whose result is '.singleton' and outlives the scope.
    Recovery: Write '.scope(.scoped)' or '.scope(.instance)' on Type[Storing], which it decorates; or take Type[Visit] as a parameter, or inject it later, where it is used.
    Path: decorator of Storing → Visit
    Needed by the decorator of 'Storing', which is written at \(places).
    Injected at Audit.swift:3.
      - Type[Visit], registered at Visit.swift:1
      - decorator of Type[Storing], written at \(places)
    """
  }

  @DependencyGraphBuilder static func stores() -> DependencyGraphRegistrations {
    visits()
    Dependency(file: "Store.swift", line: 2) { FileStore() }
      .conforms(to: (any Storing).self)
      .scope(.singleton)
    Decorator((any Storing).self, file: "Audit.swift", line: 2) { store in
      AuditedStore(store, try DependencyGraph.inject(file: "Audit.swift", line: 3))
    }
  }

  @Test func aDecoratorThatKeepsOneIsCalledADecorator() async {
    await #expect(processExitsWith: .success) {
      let graph = DependencyGraph.process.child(named: "request") { Self.stores() }
      let error = try injectionError { try graph.inject() as any Storing }
      Self.expect(error, says: Self.decoratorText(by: "Audit.swift:2"))
      let awaited = await #expect(throws: InjectionError.self) {
        _ = try await graph.injectAsync() as any Storing
      }
      Self.expect(awaited, says: Self.decoratorText(by: "Audit.swift:2"))
    }
  }

  @Test func severalDecoratorsOfOneGraphAreAllNamed() async {
    await #expect(processExitsWith: .success) {
      let graph = DependencyGraph.process.child(named: "request") {
        Self.stores()
        Decorator((any Storing).self, file: "Trace.swift", line: 9) { $0 }
      }
      let error = try injectionError { try graph.inject() as any Storing }
      Self.expect(error, says: Self.decoratorText(by: "Audit.swift:2 or Trace.swift:9"))
    }
  }

  @Test func aCaptiveIsSaidEachTime() async {
    await #expect(processExitsWith: .success) {
      await DependencyGraph.activate(Self.makeServices())
      let request = DependencyGraph.process.child(named: "request") { Self.visits() }
      for _ in 0..<3 {
        let error = try injectionError { try request.inject() as Service }
        Self.expect(error, says: Self.captiveText())
      }
    }
  }

  @Test func aClassWithoutAScopeIsSaidToBeSharedByDefault() async {
    await #expect(processExitsWith: .success) {
      let graph = DependencyGraph.process.child(named: "request") {
        Self.visits()
        Dependency(file: "Service.swift", line: 2) {
          Service(try DependencyGraph.inject(file: "Service.swift", line: 3))
        }
      }
      let error = try injectionError { try graph.inject() as Service }
      Self.expect(
        error,
        says: Self.captiveText(scope: "'.shared' (the default for classes without a scope)"))
    }
  }

  @Test func soIsOneThatIsAwaited() async {
    await #expect(processExitsWith: .success) {
      let graph = DependencyGraph.process.child(named: "request") {
        Self.visits()
        Dependency(file: "Service.swift", line: 2) { () async throws -> Service in
          Service(try await DependencyGraph.injectAsync(file: "Service.swift", line: 3))
        }
        .scope(.singleton)
      }
      let error = await #expect(throws: InjectionError.self) {
        _ = try await graph.injectAsync(file: "Here.swift", line: 7) as Service
      }
      Self.expect(error, says: Self.captiveText())
    }
  }

  @Test func anAsynchronousFactoryIsSaidWithItsPlace() async {
    await #expect(processExitsWith: .success) {
      let container = DependencyContainer {
        Dependency(file: "Database.swift", line: 1) { () async throws -> Database in Database() }
          .scope(.singleton)
        Dependency(named: "copy", file: "Database.swift", line: 2) {
          () async throws -> Database in Database()
        }
        .scope(.instance)
        Dependency(file: "Search.swift", line: 3) {
          Search(try DependencyGraph.inject(file: "Search.swift", line: 4))
        }
      }
      await DependencyGraph.activate(container)
      let error = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 7) as Database
      }
      Self.expect(
        error,
        says: """
          The factory of Type[Database] is asynchronous, and there is no instance yet.
          Recovery: Please consider writing 'injectAsync', and awaiting it.
          Injected at Here.swift:7.
            - Type[Database], registered at Database.swift:1
          """)
      let named = try injectionError {
        try DependencyGraph.inject(byName: "copy", file: "Here.swift", line: 8) as Database
      }
      Self.expect(
        named,
        says: """
          The factory of Name[copy] is asynchronous, and there is no instance yet.
          Recovery: Please consider writing 'injectAsync', and awaiting it.
          Injected at Here.swift:8.
            - Name[copy], registered at Database.swift:2
          """)
      let nested = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 9) as Search
      }
      Self.expect(
        nested,
        says: """
          The factory of Type[Database] is asynchronous, and there is no instance yet.
          Recovery: Please consider writing 'injectAsync', and awaiting it.
          Path: Search → Database
          Needed by 'Search', which is registered at Search.swift:3.
          Injected at Search.swift:4.
            - Type[Database], registered at Database.swift:1
          """)
    }
  }

  @Test func anEndedGraphIsSaidByItsName() async {
    await #expect(processExitsWith: .success) {
      let (graph, unnamed) = (
        DependencyGraph.process.child(named: "request") { Self.visits() },
        DependencyGraph.process.isolated()
      )
      let child = graph.child(named: "child")
      let property = child.run { Injected<Visit>(file: "Holder.swift", line: 3) }
      try await graph.end()
      try await unnamed.end()
      let error = try injectionError { try graph.inject(file: "Here.swift", line: 7) as Visit }
      Self.expect(error, says: Self.endedText(rest: "Injected at Here.swift:7."))
      let ofChild = try injectionError {
        try child.inject(byName: "visit", file: "Here.swift", line: 8) as Visit
      }
      Self.expect(ofChild, says: Self.endedText(rest: "Injected at Here.swift:8."))
      let ofProperty = try injectionError { try property.loadIfNeeded() }
      Self.expect(ofProperty, says: Self.endedText(rest: "Injected at Holder.swift:3."))
      let awaited = await #expect(throws: InjectionError.self) {
        _ = try await graph.injectAsync(file: "Here.swift", line: 9) as Visit
      }
      Self.expect(awaited, says: Self.endedText(rest: "Injected at Here.swift:9."))
      let ofUnnamed = try injectionError {
        try unnamed.inject(file: "Here.swift", line: 10) as [Visit]
      }
      Self.expect(ofUnnamed, says: Self.endedText("The graph", rest: "Injected at Here.swift:10."))
    }
  }

  @Test func anEndedGraphIsSaidFurtherIn() async {
    await #expect(processExitsWith: .success) {
      let request = DependencyGraph.process.child(named: "request") { Self.visits() }
      let container = DependencyContainer {
        Dependency(file: "Service.swift", line: 2) {
          Service(try request.inject(file: "Service.swift", line: 3))
        }
      }
      await DependencyGraph.activate(container)
      try await request.end()
      let error = try injectionError {
        try DependencyGraph.inject(file: "Here.swift", line: 7) as Service
      }
      Self.expect(
        error,
        says: Self.endedText(
          rest: "Path: Service → Visit",
          "Needed by 'Service', which is registered at Service.swift:2.",
          "Injected at Service.swift:3."))
    }
  }

  @Test func aDeallocatedGraphIsShownByItsName() async {
    await #expect(processExitsWith: .success) {
      let property = DependencyGraph.process.child(named: "request") { Self.visits() }
        .run { Injected<Visit>(file: "Holder.swift", line: 3) }
      let error = try injectionError { try property.loadIfNeeded() }
      Self.expect(error, says: Self.endedText(rest: "Injected at Holder.swift:3."))
    }
  }

  @Test func aFactoryOfAnActorIsSaidWithItsPlace() async {
    await #expect(processExitsWith: .success) {
      let container = DependencyContainer {
        Dependency(file: "Screen.swift", line: 1) { @MainActor in Screen() }
        Dependency(file: "Window.swift", line: 2) {
          Window(try DependencyGraph.inject(file: "Window.swift", line: 3))
        }
        Dependency(named: "file", file: "File.swift", line: 4) { @Disk in File() }
      }
      await DependencyGraph.activate(container)
      Self.expectElsewhere(
        """
        The factory of Type[Screen] runs on MainActor only, and the injection does not.
        Recovery: Request it on 'MainActor'. If its factory needs nothing of that actor, register the factory without isolation: remove '@MainActor', write '{ @Sendable … in … }', or use a 'nonisolated' function or initializer.
        Injected at Here.swift:7.
          - Type[Screen], registered at Screen.swift:1
        """
      ) { try DependencyGraph.inject(file: "Here.swift", line: 7) as Screen }
      Self.expectElsewhere(
        """
        The factory of Type[Screen] runs on MainActor only, and the injection does not.
        Recovery: Request it on 'MainActor'. If its factory needs nothing of that actor, register the factory without isolation: remove '@MainActor', write '{ @Sendable … in … }', or use a 'nonisolated' function or initializer.
        Path: Window → Screen
        Needed by 'Window', which is registered at Window.swift:2.
        Injected at Window.swift:3.
          - Type[Screen], registered at Screen.swift:1
        """
      ) { try DependencyGraph.inject(file: "Here.swift", line: 8) as Window }
      Self.expectElsewhere(
        """
        The factory of Name[file] runs on Disk only, and the injection does not.
        Recovery: Request it on 'Disk'. If its factory needs nothing of that actor, register the factory without isolation: remove '@Disk', write '{ @Sendable … in … }', or use a 'nonisolated' function or initializer.
        Injected at Here.swift:9.
          - Name[file], registered at File.swift:4
        """
      ) { try DependencyGraph.inject(byName: "file", file: "Here.swift", line: 9) as File }
    }
  }
}
