import Stitcher
import StitcherTesting
import Testing

/// Errors that mention matching registrations that were not used: in another graph, by another
/// type, or hidden. Each test runs in a separate process without other registrations.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct HiddenRegistrationTextTests {
  final class User: Sendable {}
  final class Greeter: Sendable { init(_ user: User) {} }
  final class Window: Sendable { init(_ greeter: Greeter) {} }
  protocol Login: Sendable {}
  protocol Logout: Sendable {}
  protocol Resetting: Sendable {}
  class Base: @unchecked Sendable {
    // Safe: it has no state.
  }
  final class Session: Base, Login, Logout, Resetting, @unchecked Sendable {
    // Safe: it has no state.
  }
  protocol Mailing: Sendable {}
  final class RealMail: Mailing {}
  final class MockMail: Mailing {}

  // Inside an exit test, `#line` is always the line of the test. So registrations and injections
  // pass explicit places.

  /// The beginning of the text of an error.
  static func missing(_ type: String, _ lines: String...) -> String {
    ([
      "No dependency could be found for Type[\(type)].",
      "Recovery: Please consider registering a dependency that matches Type[\(type)] in an active dependency container.",
    ] + lines).joined(separator: "\n")
  }

  /// Creates a graph with a greeter that needs a user.
  static func makeApp(in parent: DependencyGraph = .process) -> DependencyGraph {
    parent.child(named: "app") {
      Dependency(file: "Greeter.swift", line: 1) {
        Greeter(try DependencyGraph.inject(file: "Greeter.swift", line: 2))
      }
      .scope(.singleton)
      Dependency(file: "Window.swift", line: 1) {
        Window(try DependencyGraph.inject(file: "Window.swift", line: 2))
      }
      .scope(.instance)
    }
  }

  @Test func aNearerGraphThatHasItIsNamed() async {
    await #expect(processExitsWith: .success) {
      let session = Self.makeApp().child(named: "session") {
        Dependency(file: "User.swift", line: 1) { User() }
      }
      let text = Self.missing(
        "User", "Path: Greeter → User",
        "Needed by 'Greeter', which is registered at Greeter.swift:1.",
        "Injected at Greeter.swift:2.",
        "The graph 'session' registers it at User.swift:1, but 'Greeter' is '.singleton' and kept by the graph 'app', which does not see the registrations of its child graphs.",
        "Register it in the graph 'app', or write '.scope(.scoped)' or '.scope(.instance)' on 'Greeter'."
      )
      // The second failure comes from a cached lookup.
      for _ in 0..<2 {
        let error = try injectionError { try session.inject() as Greeter }
        #expect(error.description == text)
      }
      let awaited = await #expect(throws: InjectionError.self) {
        _ = try await session.injectAsync() as Greeter
      }
      #expect(awaited?.description == text)
      let further = try injectionError { try session.inject() as Window }
      #expect(
        further.description
          == text.replacing("Path: Greeter → User", with: "Path: Window → Greeter → User"))
    }
  }

  @Test func soIsOneOnTheGraphOfTheProcess() async {
    await #expect(processExitsWith: .success) {
      let container = DependencyContainer {
        Dependency(file: "Greeter.swift", line: 1) {
          Greeter(try DependencyGraph.inject(file: "Greeter.swift", line: 2))
        }
      }
      await DependencyGraph.activate(container)
      let request = DependencyGraph.process.child {
        Dependency(file: "User.swift", line: 1) { User() }
      }
      let text = Self.missing(
        "User", "Path: Greeter → User",
        "Needed by 'Greeter', which is registered at Greeter.swift:1.",
        "Injected at Greeter.swift:2.",
        "A nearer graph registers it at User.swift:1, but 'Greeter' is '.shared' (the default for classes without a scope) and kept by the graph of the process, which does not see the registrations of its child graphs.",
        "Register it in the graph of the process, or write '.scope(.scoped)' or '.scope(.instance)' on 'Greeter'."
      )
      for _ in 0..<3 {
        let error = try injectionError { try request.inject() as Greeter }
        #expect(error.description == text)
      }
    }
  }

  @Test func aFartherGraphThatIsAskedInANearerOneSaysSo() async {
    await #expect(processExitsWith: .success) {
      let app = Self.makeApp()
      let session = app.child(named: "session") {
        Dependency(file: "User.swift", line: 1) { User() }
      }
      let error = try session.run {
        try injectionError { try app.inject(file: "Here.swift", line: 7) as User }
      }
      #expect(
        error.description
          == Self.missing(
            "User", "Injected at Here.swift:7.",
            "The graph 'session' registers it at User.swift:1. The injection uses the graph 'app', which does not see the registrations of its child graphs.",
            "Inject it from the graph 'session', or register it in the graph 'app'."))
    }
  }

  @Test func aPartOfACompositionIsNamed() async {
    await #expect(processExitsWith: .success) {
      let graph = DependencyGraph.process.isolated {
        Dependency(file: "Session.swift", line: 1) { Session() as any Login & Logout & Resetting }
          .scope(.singleton)
        Dependency(named: "spare") { Session() as any Login & Logout }
      }
      let composition = "\((any Login & Logout & Resetting).self)"
      func text(_ type: String) -> String {
        Self.missing(
          type, "Injected at Here.swift:7.",
          "These registrations produce a matching type, but are not registered as \(type):",
          "  - \(composition), parameters (), registered at Session.swift:1",
          "Add '.conforms(to: (any \(type)).self)' to the registration that the injection should find."
        )
      }
      let part = try injectionError {
        try graph.inject(file: "Here.swift", line: 7) as any Login
      }
      #expect(part.description == text("Login"))
      let parts = try injectionError {
        try graph.inject(file: "Here.swift", line: 7) as any Logout & Resetting
      }
      #expect(parts.description == text("\((any Logout & Resetting).self)"))
      let other = try injectionError {
        try graph.inject(file: "Here.swift", line: 7) as any Mailing
      }
      #expect(
        other.description
          == Self.missing(
            "Mailing", "Injected at Here.swift:7.",
            "No active registration has a similar type.",
            "An injection by a protocol or a superclass finds only registrations with '.conforms(to:)' or '.inherits(from:)'."
          ))
      let fixed = DependencyGraph.process.isolated {
        Dependency { Session() as any Login & Logout }.conforms(to: (any Login).self)
      }
      _ = try fixed.inject() as any Login
    }
  }

  @Test func aClosureThatDiffersInSendableIsNamed() async {
    await #expect(processExitsWith: .success) {
      let graph = DependencyGraph.process.isolated {
        Dependency(file: "Now.swift", line: 1) { () -> (@Sendable () -> Int) in { 7 } }
        Dependency(file: "Name.swift", line: 1) { () -> ((Int) -> String) in { "\($0)" } }
      }
      func text(_ asked: String, _ registered: String, _ file: String) -> String {
        Self.missing(
          asked, "Injected at Here.swift:7.", "Closest registrations:",
          "  - \(registered), parameters (), registered at \(file):1")
      }
      let plain = try injectionError {
        try graph.inject(file: "Here.swift", line: 7) as () -> Int
      }
      #expect(plain.description == text("() -> Int", "@Sendable () -> Int", "Now.swift"))
      let sendable = try injectionError {
        try graph.inject(file: "Here.swift", line: 7) as @Sendable (Int) -> String
      }
      #expect(
        sendable.description == text("@Sendable (Int) -> String", "(Int) -> String", "Name.swift"))
    }
  }

  static func makeMail(_ line: UInt, isReal: Bool) -> DependencyContainer {
    DependencyContainer {
      if isReal {
        Dependency(file: "Mail.swift", line: line) { RealMail() }.conforms(to: (any Mailing).self)
      } else {
        Dependency(file: "Mail.swift", line: line) { MockMail() }.conforms(to: (any Mailing).self)
      }
    }
  }

  @Test func containersThatAreActiveTogetherSayHowToOverride() async {
    await #expect(processExitsWith: .success) {
      let test = DependencyGraph.process.isolated(named: "test") { Self.makeMail(1, isReal: true) }
      await test.activate(Self.makeMail(2, isReal: false))
      let error = try injectionError {
        try test.inject(file: "Here.swift", line: 7) as any Mailing
      }
      #expect(
        error.description == """
          Multiple dependencies found for Type[Mailing].
          Recovery: Please consider checking whether multiple dependencies are registered for Type[Mailing]. Maybe the dependency is registered in multiple active dependency containers.
          Injected at Here.swift:7.
          Candidates:
            - RealMail, Mailing, parameters (), registered at Mail.swift:1
            - MockMail, Mailing, parameters (), registered at Mail.swift:2
          Keep one of them, or tell them apart by names, values or parameters.
          Containers of one graph do not override each other. To override a dependency for a while, as in a test, write 'DependencyGraph.withOverrides { … } operation: { … }'.
          """)
    }
  }

  @Test func aContainerThatIsHiddenByTheGraphItselfIsReported() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let test = DependencyGraph.process.isolated(named: "test") {
        Dependency(file: "Mail.swift", line: 1) { RealMail() }.conforms(to: (any Mailing).self)
        // Hiding the registrations with which a graph is created is intended.
        Self.makeMail(3, isReal: false)
      }
      await test.activate(Self.makeMail(2, isReal: false))
      await test.activate(Self.makeMail(4, isReal: true))
      let mail: any Mailing = try test.inject()
      #expect(mail is RealMail)
    }
    let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      .split(separator: "\n").filter { $0.contains("parameters ()") }.map(String.init)
    #if DEBUG
      func text(_ registration: String, _ key: String, _ line: Int) -> String {
        "Stitcher: \(registration), Mailing, parameters (), registered at Mail.swift:\(line), is not found by \(key): 'RealMail', registered at Mail.swift:1 in the graph 'test' itself, hides it. To override a dependency for a while, as in a test, write 'DependencyGraph.withOverrides { … } operation: { … }'."
      }
      #expect(lines.contains(text("MockMail", "Mailing", 2)))
      #expect(lines.contains(text("RealMail", "RealMail", 4)))
      #expect(!lines.contains { $0.contains("is not found") && $0.contains("Mail.swift:3") })
    #else
      #expect(lines.isEmpty)
    #endif
  }

  @Test func aChildThatIsLostIsNamedWithBound() async {
    await #expect(processExitsWith: .success) {
      let request = DependencyGraph.process.child(named: "request") {
        Dependency { User() }
        Dependency { 1 }
      }
      _ = try request.inject() as Int
      let text = Self.missing(
        "User", "Injected at Here.swift:7.",
        "The injection runs outside any 'graph.run { … }', and a child graph ('request') registers User. Detached tasks, blocks on queues, threads and callbacks lose the current graph: pass them the closure that 'DependencyGraph.current.bound { … }' returns.",
        "No container is active. Activate one before the injection, and retain the object with the @Dependencies property."
      )
      let inject: @Sendable () -> String = {
        do {
          _ = try DependencyGraph.inject(file: "Here.swift", line: 7) as User
          return "found"
        } catch { return "\(error)" }
      }
      let (lost, bound) = request.run { (inject, DependencyGraph.current.bound(inject)) }
      #expect(await Task.detached { lost() }.value == text)
      #expect(await Task.detached { bound() }.value == "found")
      // The same holds for a child of a child.
      let inner = request.child(named: "inner") { Dependency { 1.5 } }
      _ = try inner.inject() as Double
      let error = await Task.detached {
        try? injectionError { try DependencyGraph.inject(file: "Here.swift", line: 8) as Double }
      }.value
      #expect(error?.description.contains("a child graph ('inner') registers Double.") == true)
      withExtendedLifetime((request, inner)) {}
    }
  }
}
