import DependencyInjection
import StitcherTestSupport
import Testing

/// The fatal error of a property that is resolved off the actor of its factory.
@Suite(.timeLimit(.minutes(20))) struct IsolatedPropertyTests {
  final class Clock: Sendable {}
  @MainActor final class Screen {
    init() {}
    init(_ clock: Clock) {}
  }
  @globalActor actor Disk { static let shared = Disk() }
  @Disk final class File {}

  // Inside an exit test, `#line` is always the line of the test; so all calls pass explicit places.

  struct Holder {
    @Injected(from: .shared, file: "Holder.swift", line: 1) var screen: Screen
  }

  struct LazyHolder {
    @LazyInjected(from: .shared, file: "Holder.swift", line: 2) var screen: Screen
  }

  struct FileHolder {
    @LazyInjected(from: .shared, file: "Holder.swift", line: 3) var file: File
  }

  /// Registers the screen in the shared container.
  @MainActor static func registerScreen(in scope: DependencyScope = .shared) {
    Container.shared.register(
      type: Screen.self, in: scope, factory: { _ in Screen() }, file: "Screens.swift", line: 4)
  }

  /// Registers the screen's initializer in the shared container.
  @MainActor static func autoregisterScreen() {
    Container.shared.register(type: Clock.self) { @Sendable _ in Clock() }
    Container.shared.autoregister(
      initializer: { (clock: Clock) in Screen(clock) }, file: "Screens.swift", line: 5)
  }

  /// Registers a file in the shared container.
  @Disk static func registerFile() {
    Container.shared.register(
      type: File.self, factory: { _ in File() }, file: "Files.swift", line: 6)
  }

  /// Expects that a program has stopped at a property, with a message that names the actor, the
  /// place of the registration, and the remedy.
  private func expectStop(
    _ result: ExitTest.Result?, of type: String = "Screen", on actor: String = "MainActor",
    at property: String, place: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = """
      Dependency not registered: Dependency of type DependencyInjectionTests.IsolatedPropertyTests.\(type) can't be created in \
      container DependencyInjection.Container here. The factory of '\(type)', registered at \(place), runs on '\(actor)' only, \
      and the request was made elsewhere. Request it on '\(actor)'. If its factory needs nothing of that actor, register \
      the factory without isolation: remove '@\(actor)', write '{ @Sendable … in … }', or use a 'nonisolated' function \
      or initializer.
      """
    #expect(fatalErrors(in: result?.standardErrorContent) == [text], sourceLocation: sourceLocation)
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains("\(property): Fatal error: Dependency not registered: "), "\(output)",
      sourceLocation: sourceLocation)
  }

  @Test func aPropertyThatIsCreatedOffTheActorStopsTheProgram() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await IsolatedPropertyTests.registerScreen()
        Worker { _ = Holder().screen }.join()
      }, at: "Holder.swift:1", place: "Screens.swift:4")
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await IsolatedPropertyTests.registerScreen(in: .new)
        Worker { _ = Holder().screen }.join()
      }, at: "Holder.swift:1", place: "Screens.swift:4")
  }

  @Test func aLazyOneThatIsReadOffTheActorStopsTheProgram() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await IsolatedPropertyTests.registerScreen()
        Worker { _ = LazyHolder().screen }.join()
      }, at: "Holder.swift:2", place: "Screens.swift:4")
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await IsolatedPropertyTests.registerScreen(in: .new)
        Worker { _ = LazyHolder().screen }.join()
      }, at: "Holder.swift:2", place: "Screens.swift:4")
  }

  @Test func soDoThoseOfWhatIsAutoregistered() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await IsolatedPropertyTests.autoregisterScreen()
        Worker { _ = Holder().screen }.join()
      }, at: "Holder.swift:1", place: "Screens.swift:5")
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await IsolatedPropertyTests.autoregisterScreen()
        Worker { _ = LazyHolder().screen }.join()
      }, at: "Holder.swift:2", place: "Screens.swift:5")
  }

  @Test func theMainActorIsNoOtherActor() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await IsolatedPropertyTests.registerFile()
        await MainActor.run { _ = FileHolder().file }
      }, of: "File", on: "Disk", at: "Holder.swift:3", place: "Files.swift:6")
  }

  @Test func aReadOnTheActorAndOneOfWhatIsAliveSucceed() async {
    await #expect(processExitsWith: .success) {
      await IsolatedPropertyTests.registerScreen()
      let screen = await MainActor.run { LazyHolder().screen }
      let others = Worker { [Holder().screen, LazyHolder().screen] }.join()
      #expect(others.allSatisfy { $0 === screen })
    }
  }
}
