import StitcherTesting
import SwiftDependencyInjector
import Testing

// The library in a module that is isolated to the main actor by default.

private final class Screen {}
private nonisolated final class Note: Sendable {}

/// Runs a closure off the main actor.
@concurrent private func elsewhere<Result: Sendable>(
  _ body: @Sendable () -> Result
) async -> Result { body() }

@Suite(.dependencies()) struct SwiftDependencyInjectorIsolationTests {
  @Test func closuresBelongToTheMainActorWithoutAWord() async {
    let injector = Injector.build(context: .custom(name: "isolation, main actor"))
    injector.register(Screen.self) { Screen() }
    injector.register(
      Note.self, defaultDependency: "main",
      implementations: ["main": { Note() }, "free": { @Sendable in Note() }])
    #expect(await elsewhere { (injector.getSafe() as Screen?) == nil })
    #expect(await elsewhere { (injector.getSafe() as Note?) == nil })
    #expect(await elsewhere { (injector.getSafe(constrainedTo: "free") as Note?) != nil })
    #expect((injector.getSafe() as Screen?) != nil)
    #expect((injector.getSafe() as Note?) != nil)
  }

  @Test func aDictionaryBelongsToTheMainActorUnlessItsClosuresAreSendable() async {
    let injector = Injector.build(context: .custom(name: "isolation, dictionaries, main actor"))
    let screens: [String: () -> Screen?] = ["a": { Screen() }]
    let notes: [String: @Sendable () -> Note?] = ["a": { Note() }]
    injector.register(Screen.self, defaultDependency: "a", implementations: screens)
    injector.register(Note.self, defaultDependency: "a", implementations: notes)
    #expect(await elsewhere { (injector.getSafe() as Screen?) == nil })
    #expect(await elsewhere { (injector.getSafe() as Note?) != nil })
    #expect((injector.getSafe() as Screen?) != nil)
  }
}
