import SwiftDependencyInjector
import Testing

@Suite struct InjectionContextTests {
  @Test func aContextPrintsItsKindAndName() {
    let contexts: [InjectionContext] = [.global, .tests(name: "A"), .custom(name: "B")]
    #expect(contexts.map(\.id) == ["global", "A", "B"])
    #expect(contexts.map(\.description) == ["global", "tests:A", "custom:B"])
  }

  @Test func contextsOfOneNameAreDistinguishedByKind() {
    #expect(InjectionContext.tests(name: "A") != .custom(name: "A"))
    #expect(InjectionContext.custom(name: "global") != .global)
  }
}
