#if Macros
  import StitcherMacros
  import StitcherTesting
  import Testing

  /// What macros say of the needs of what they register.
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

    let complete = DependencyContainer {
      Desk.dependencyRegistration
      Dependency { Stamp() }.conforms(to: (any Postage).self)
      Dependency(named: "newest") { Draft() }
    }

    @Test func allThatIsInjectedIsKnown() throws {
      let report = try complete.verify(with: [])
      #expect(report.unknown == 2)
      // An optional that is not there and an empty collection are found as that.
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

    @Test func whatNeedsItselfIsFound() {
      let container = DependencyContainer { Circle.dependencyRegistration }
      let error = #expect(throws: VerificationError.self) { try container.verify(with: []) }
      #expect(error?.problems.map { $0.kind } == [.cycle])
    }
  }
#endif
