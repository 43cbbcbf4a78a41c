#if Macros
  import StitcherMacros
  import StitcherTesting
  import Testing

  /// The needs that macros declare for the verification.
  @Suite struct MacroVerifyingTests {
    protocol Postage: Sendable {}
    struct Stamp: Postage {}
    final class Attic: Sendable {}
    struct Draft: Sendable {}

    @Registerable(scope: .singleton)
    @InjectedInitializer(names: ["draft": "newest"])
    struct Desk: Sendable {
      let postage: any Postage
      let drafts: [Draft]
      let attic: Attic?
      let draft: Draft
    }

    @Registerable
    @InjectedInitializer
    struct Left {
      let stamp: Stamp
      @Injected var right: Right
    }

    @Registerable
    @InjectedInitializer
    struct Right {
      let left: Left
    }

    @Registerable
    @InjectedInitializer
    struct Circle {
      let circles: [Circle]
    }

    @Registerable
    final class Office: Sendable {
      @InjectedParameters(ignoring: "number")
      init(postage: any Postage, attics: [Attic], number: Int) {}

      @InjectedParameters(strategy: .stitcherByName, ignoring: "size")
      init(newest draft: Draft, size: Int) {}
    }

    @Registerable(scope: .singleton)
    struct Archive: Sendable {
      @InjectedParameters(strategy: .stitcherByName)
      init(newest: Draft, attic: Attic?) {}
    }

    @Registerable
    @InjectedInitializer(names: ["draft": "newest"])
    struct Shelf: Sendable {
      let draft: Draft?
      @Injected(name: "attic") var attic: Attic?
      @Injected(name: "drafts") var drafts: [Draft]
    }

    /// A property with a name and an optional or collection type is nil or empty if no registration
    /// has the name.
    @Test func whatIsOptionalByNameMayBeMissing() throws {
      let container = DependencyContainer { Shelf.dependencyRegistration }
      #expect(try container.verify(with: []).provenEdges == 3)
      let graph = DependencyGraph.process.isolated { container }
      try withExtendedLifetime(graph) {
        let shelf: Shelf = try graph.inject()
        #expect(shelf.draft == nil && shelf.attic == nil && shelf.drafts.isEmpty)
      }
    }

    let complete = DependencyContainer {
      Desk.dependencyRegistration
      Dependency { Stamp() }.conforms(to: (any Postage).self)
      Dependency(named: "newest") { Draft() }
    }

    @Test func allThatIsInjectedIsKnown() throws {
      let report = try complete.verify(with: [])
      #expect(report.unknown == 2)
      // An optional without a registration and an empty collection count as proven.
      #expect(report.provenEdges == 4)
    }

    @Test func whatIsMissingIsFound() throws {
      let container = DependencyContainer { Desk.dependencyRegistration }
      let error = #expect(throws: VerificationError.self) { try container.verify(with: []) }
      #expect(error?.problems.map { $0.kind } == [.missing, .missing])
      #expect(error?.problems.first?.place.hasSuffix("VerifyingTests.swift:13") == true)
    }

    @Test func aLazyPropertyMakesNoCycle() throws {
      let container = DependencyContainer {
        Left.dependencyRegistration
        Right.dependencyRegistration
        Dependency { Stamp() }
      }
      #expect(try container.verify(with: []).provenEdges == 3)
    }

    @Test func injectedParametersTellWhatTheyNeed() throws {
      let container = DependencyContainer {
        Office.dependencyRegistration
        Archive.dependencyRegistration
        Dependency { Stamp() }.conforms(to: (any Postage).self)
        Dependency(named: "newest") { Draft() }
        Dependency(named: "attic") { Attic() }
      }
      let report = try container.verify(with: [])
      #expect(report.unknown == 3 && report.provenEdges == 4)
      let graph = DependencyGraph.process.isolated { container }
      _ = try graph.inject(byType: Office.self, 1)
      _ = try graph.inject() as Archive
    }

    @Test func whatInjectedParametersMissIsFound() throws {
      let container = DependencyContainer {
        Office.dependencyRegistration
        Archive.dependencyRegistration
      }
      let error = #expect(throws: VerificationError.self) { try container.verify(with: []) }
      #expect(error?.problems.map { $0.kind } == [.missing, .missing, .missing])
      #expect(
        error?.problems.compactMap { $0.path.last }
          == [.type("Postage"), .name("newest"), .name("attic")])
    }

    @Test func whatNeedsItselfIsFound() {
      let container = DependencyContainer { Circle.dependencyRegistration }
      let error = #expect(throws: VerificationError.self) { try container.verify(with: []) }
      #expect(error?.problems.map { $0.kind } == [.cycle])
    }
  }
#endif
