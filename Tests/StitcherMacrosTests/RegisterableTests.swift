#if Macros
  public import StitcherMacros
  import StitcherTesting
  import Testing

  protocol Printer: Sendable {}
  protocol Scanner: Sendable {}
  protocol Copier: Sendable {}

  /// A superclass.
  class Machine: @unchecked Sendable {}  // Safe: it has no state.

  /// A type that only a protocol finds.
  @Registerable(by: .type((any Journal).self))
  public final class ByTypes: Journal {
    init() {}
  }

  @Registerable
  private struct Secret {}

  /// Types with a generated registration.
  @Suite(.dependencies()) struct RegisterableTests {
    @Registerable
    final class Plain: Sendable {
      init() {}
    }

    @Registerable(by: .name("registerable.parametric"), scope: .instance)
    struct Parametric {
      let text: String
      @PreferredInitializer
      init(_ text: String, times: Int) { self.text = String(repeating: text, count: times) }
      init(_ text: Int, times: Int) { self.text = "\(text)" }
    }

    enum Key: Hashable { case valued }

    @Registerable(by: .value(RegisterableTests.Key.valued), scope: .singleton, eagerness: .eager)
    actor Valued {}

    @Registerable
    final class Ticket: Sendable {
      let seat: Int
      init(seat: Int) { self.seat = seat }
    }

    @Test func missingParametersNameTheMacrosThatInjectThem() throws {
      let graph = DependencyGraph.current.child { Ticket.dependencyRegistration }
      let error = #expect(throws: InjectionError.self) {
        try graph.inject(file: "Here.swift", line: 7) as Ticket
      }
      #expect(
        error?.description == """
          No dependency could be found for Type[Ticket].
          Injected at Here.swift:7.
          The parameters are wrong. Passed: (). Registered:
            - Ticket, parameters (Int), registered at \(#fileID):\(#line - 11)
          Pass parameters of exactly these types, in this order.
          To inject the parameters of a '@Registerable' type, mark its initializer with '@InjectedParameters', or write '@InjectedInitializer' in place of the initializer.
          """)
    }

    @Test func locatorsFind() throws {
      let container = DependencyContainer {
        Plain.dependencyRegistration
        Parametric.dependencyRegistration
        Valued.dependencyRegistration
        ByTypes.dependencyRegistration
      }
      try withActive(container) {
        let plain: Plain = try DependencyGraph.inject()
        #expect(try DependencyGraph.inject(byType: Plain.self) === plain)
        let parametric: Parametric = try DependencyGraph.inject(
          byName: Parametric.dependencyName, "ab", 2)
        #expect(parametric.text == "abab")
        let valued: Valued = try DependencyGraph.inject(byValue: Key.valued)
        let again: Valued = try DependencyGraph.inject(byValue: Valued.dependencyValue)
        #expect(valued === again)
        let journal: any Journal = try DependencyGraph.inject()
        #expect(journal is ByTypes)
      }
      #expect(Plain.dependencyRegistration.scope == .shared)
      #expect(Parametric.dependencyRegistration.scope == .instance)
      #expect(Valued.dependencyRegistration.eagerness == .eager)
    }

    @Registerable(as: (any Printer).self, Machine.self)
    final class Laser: Machine, Printer, @unchecked Sendable {  // Safe: it has no state.
      override init() {}
    }

    @Registerable(as: .conformances, scope: .singleton)
    final class Office: Scanner & Copier, Hashable, Sendable {
      static func == (a: Office, b: Office) -> Bool { a === b }
      func hash(into hasher: inout Hasher) {}
    }

    @Test func abstractionsFind() throws {
      let container = DependencyContainer {
        Laser.dependencyRegistration
        Office.dependencyRegistration
      }
      try withActive(container) {
        let printer: any Printer = try DependencyGraph.inject()
        let machine: Machine = try DependencyGraph.inject()
        #expect(printer is Laser)
        #expect(machine is Laser)
        let office: Office = try DependencyGraph.inject()
        let scanner: any Scanner = try DependencyGraph.inject()
        let copier: any Copier = try DependencyGraph.inject()
        #expect(scanner as? Office === office)
        #expect(copier as? Office === office)
      }
    }

    @Registerable
    final class Injecting: Sendable {
      let plain: Plain
      let title: String

      @InjectedParameters(ignoring: "title")
      init(plain: Plain, title: String) {
        self.plain = plain
        self.title = title
      }
    }

    @Registerable
    @InjectedInitializer(ignoring: "title")
    struct WrapperFree: Sendable {
      let plain: Plain
      let title: String
      var note: String?
    }

    @Test func injectedInitializersAreUsed() throws {
      let container = DependencyContainer {
        Dependency { Plain() }.scope(.singleton)
        Injecting.dependencyRegistration
        WrapperFree.dependencyRegistration
      }
      try withActive(container) {
        let injecting: Injecting = try DependencyGraph.inject(parameters: "one")
        let free: WrapperFree = try DependencyGraph.inject(parameters: "two")
        #expect(injecting.plain === free.plain)
        #expect(injecting.title + free.title == "onetwo")
      }
    }

    @Registerable
    @InjectedInitializer(ignoring: "title")
    struct FailingInside: Sendable {
      let optional: Absent?
      let all: [Absent]
      let absent: Absent
      let title: String
    }

    @Registerable(scope: .singleton)
    final class FailingParameters: Sendable {
      @InjectedParameters init(absent: Absent) {}
    }

    @Registerable(scope: .singleton)
    @InjectedInitializer
    final class FailingOuter: Sendable {
      let inner: FailingParameters
    }

    @Test func whatARegistrationInjectsMayFail() throws {
      let container = DependencyContainer {
        FailingInside.dependencyRegistration
        FailingParameters.dependencyRegistration
        FailingOuter.dependencyRegistration
      }
      try withActive(container) {
        for inject in [
          { _ = try DependencyGraph.inject(parameters: "title") as FailingInside },
          { _ = try DependencyGraph.inject() as FailingParameters },
          { _ = try DependencyGraph.inject() as FailingOuter },
        ] {
          let error = #expect(throws: InjectionError.self) { try inject() }
          guard case .missingDependency(.type("Absent"))? = error else {
            Issue.record("\(error as Any)")
            continue
          }
        }
        let late = DependencyContainer { Dependency { Absent() } }
        try withActive(late) {
          let inside: FailingInside = try DependencyGraph.inject(parameters: "title")
          #expect(inside.optional != nil && inside.all.count == 1 && inside.title == "title")
          let _: FailingOuter = try DependencyGraph.inject()
        }
      }
    }

    @Registerable(by: .name("registerable.generic"))
    struct Generic<Item> {
      let count: Int
      init(count: Int) { self.count = count + 1 }

      @Registerable
      struct Nested {}
    }

    @Registerable
    fileprivate final class Hidden: Sendable {}

    @Registerable
    fileprivate struct Conditional {
      let text: String
      init() { text = "otherwise" }
      #if !NEVER
        @PreferredInitializer init(_ text: String) { self.text = text }
      #endif
    }

    @Test func genericPrivateAndConditionalTypesAreRegistered() throws {
      let container = DependencyContainer {
        Generic<Int>.dependencyRegistration
        Generic<String>.Nested.dependencyRegistration
        Hidden.dependencyRegistration
        Secret.dependencyRegistration
        Conditional.dependencyRegistration
      }
      try withActive(container) {
        let generic: Generic<Int> = try DependencyGraph.inject(
          byName: Generic<Int>.dependencyName, 7)
        #expect(generic.count == 8)
        let _: Generic<String>.Nested = try DependencyGraph.inject()
        let _: Hidden = try DependencyGraph.inject()
        let _: Secret = try DependencyGraph.inject()
        let conditional: Conditional = try DependencyGraph.inject(parameters: "text")
        #expect(conditional.text == "text")
      }
    }

    @MainActor
    @Registerable(by: .name("registerable.model"), scope: .singleton)
    final class Model {
      let title: String
      init(title: String) {
        MainActor.assertIsolated()
        self.title = title
      }
    }

    @MainActor @Test func typesOfTheMainActorAreMadeThere() throws {
      let container = DependencyContainer { Model.dependencyRegistration }
      try withActive(container) {
        let model: Model = try DependencyGraph.inject(byName: Model.dependencyName, "title")
        #expect(model.title == "title")
      }
    }

    static let viewLine: UInt = #line + 1
    @MainActor @Registerable
    final class View {
      init() {}
    }

    @Test func elsewhereTheyCannotBeInjected() async throws {
      let container = DependencyContainer { View.dependencyRegistration }
      // In a separate process without other failures: the library remembers a limited number of
      // them.
      await #expect(processExitsWith: .success) {
        await DependencyGraph.activate(DependencyContainer { View.dependencyRegistration })
        let error = await Task.detached {
          #expect(throws: InjectionError.self) {
            try DependencyGraph.inject(file: "View.swift", line: 1) as View
          }
        }.value
        #expect(
          error?.description == """
            The factory of Type[View] runs on MainActor only, and the injection does not.
            Recovery: Request it on 'MainActor'. If its factory needs nothing of that actor, register the factory without isolation: remove '@MainActor', write '{ @Sendable … in … }', or use a 'nonisolated' function or initializer.
            Injected at View.swift:1.
              - Type[View], registered at \(#fileID):\(Self.viewLine)
            """)
      }
      _ = try await MainActor.run {
        try withActive(container) { try DependencyGraph.inject() as View }
      }
    }

    @MainActor
    @Registerable(by: .name("registerable.panel"), scope: .singleton, eagerness: .eager)
    final class Panel {
      static var made = 0
      init() { Panel.made += 1 }
    }

    @Test func anEagerOneIsMadeOnTheMainActor() async throws {
      try await withActive(DependencyContainer { Panel.dependencyRegistration }) {
        #expect(await Panel.made == 1)
      }
    }

    @Registerable
    struct Broken {
      static let line: UInt = #line - 2
    }

    @Registerable(by: .type((any Journal).self), scope: .instance)
    final class Twin: Journal { init() {} }

    @Test func errorsNameThePlaceOfTheType() throws {
      let description = String(describing: Broken.dependencyRegistration)
      #expect(description.contains("\(#fileID):\(Broken.line)"), "\(description)")
    }
  }

  extension RegisterableTests.Key {
    @Registerable
    final class InExtension: Sendable { init() {} }

    @Test static func typesInExtensionsAreRegistered() throws {
      try withActive(DependencyContainer { InExtension.dependencyRegistration }) {
        let _: InExtension = try DependencyGraph.inject()
      }
    }
  }
#endif
