import StitcherEngine
import Testing

/// What a front end may not do. Each mistake stops the program with a text; in release only with a trap.
@Suite(.timeLimit(.minutes(5))) struct PreconditionTests {
  /// Whether a program has printed a text as its fatal error, and nothing else on that line.
  private func expect(
    _ result: ExitTest.Result?, _ text: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    #if DEBUG
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      let found = output.split(separator: "\n").compactMap { line in
        (line.firstRange(of: "Precondition failed: ") ?? line.firstRange(of: "Fatal error: "))
          .map { String(line[$0.upperBound...]) }
      }
      #expect(found.first == text, "\(output)", sourceLocation: sourceLocation)
    #endif
  }

  @Test func aRegistryThatIsReplacedAsAWholeIsNotEdited() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Registry(contents: []).edit { $0.removeAll() }
      }, "The contents of the registry are replaced as a whole.")
  }

  @Test func anEditableRegistryHasNoContents() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Registry(isEditable: true).contents
      }, "An editable registry has no contents that are replaced as a whole.")
  }

  @Test func whatKeepsNoInstanceTakesNone() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Registration.type(Int.self) { 1 }.setInstance(2)
      }, "The registration keeps no single instance.")
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        Registration.type(Int.self, scope: .singleton) { (number: Int) in number }.setInstance(2)
      }, "The registration keeps no single instance.")
  }

  @Test func anAsynchronousFactoryIsNotWaitedFor() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let graph = Graph([.async(Int.self) { _ in 1 }])
        _ = try graph.resolve(Int.self)
      }, "An asynchronous factory cannot be waited for.")
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let graph = Graph([.async(Int.self, scope: .instance) { _ in 1 }])
        _ = try graph.resolve(Int.self)
      }, "An asynchronous factory cannot be waited for.")
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let graph = Graph([.async(Int.self, scope: .instance) { (_, number: Int) in number }])
        _ = try graph.resolve(Int.self, arguments: 1)
      }, "An asynchronous factory cannot be waited for.")
  }

  @Test func aSynchronousFactoryIsNotAwaited() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let graph = Graph([.type(Int.self) { 1 }])
        _ = try await graph.resolve(Int.self, in: nil)
      }, "A synchronous factory is resolved synchronously.")
  }

  @Test func anAsynchronousInstanceThatTakesParametersIsNotKept() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Registration.async(Int.self, scope: .singleton) { (_, number: Int) in number }
      }, "An instance that takes parameters is not kept.")
  }

  @Test func aLocatorHasAKey() async {
    expect(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Locator.keys([])
      }, "A locator has a key.")
  }
}
