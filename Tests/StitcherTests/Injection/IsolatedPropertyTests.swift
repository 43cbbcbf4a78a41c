import Stitcher
import StitcherTesting
import Testing

import class StitcherTestSupport.Worker

/// The fatal error of a property that is read off the actor of its factory.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct IsolatedPropertyTests {
  @MainActor final class Screen {}
  @MainActor final class Panel { init(_ screen: Screen) {} }
  final class Window: Sendable { init(_ screen: Screen) {} }
  @globalActor actor Disk { static let shared = Disk() }
  @Disk final class File {}

  // Inside an exit test, `#line` is always the line of the test. So the properties are declared
  // here, and registrations pass explicit places.

  static func makeScreens() -> DependencyContainer {
    DependencyContainer {
      Dependency(file: "Screens.swift", line: 1) { @MainActor in Screen() }.scope(.singleton)
      Dependency(named: "settings", file: "Screens.swift", line: 2) { @MainActor in Screen() }
      Dependency(file: "Screens.swift", line: 3) { @MainActor (_: Int) in Screen() }
      Dependency(autowiredOnMainActor: Panel.init, file: "Screens.swift", line: 4)
      Dependency(file: "Screens.swift", line: 5) {
        Window(try DependencyGraph.inject(file: "Screens.swift", line: 6))
      }
      Dependency(file: "Files.swift", line: 7) { @Disk in File() }
    }
  }

  static let screenLine: UInt = #line + 2
  struct ScreenHolder {
    @Injected var screen: Screen
  }

  static let optionalLine: UInt = #line + 2
  struct OptionalHolder {
    @Injected var screen: Screen?
  }

  static let allLine: UInt = #line + 2
  struct AllHolder {
    @Injected(7) var screens: [Screen]
  }

  static let namedLine: UInt = #line + 2
  struct NamedHolder {
    @Injected(name: "settings") var screen: Screen
  }

  static let parameterLine: UInt = #line + 2
  struct ParameterHolder {
    @Injected(7) var screen: Screen
  }

  static let panelLine: UInt = #line + 2
  struct PanelHolder {
    @Injected var panel: Panel
  }

  static let windowLine: UInt = #line + 2
  struct WindowHolder {
    @Injected var window: Window
  }

  static let fileLine: UInt = #line + 2
  struct FileHolder {
    @Injected var file: File
  }

  /// Expects that a program has stopped at a property, with a message that names the actor, the
  /// place of the registration, and the remedy.
  private func expectStop(
    _ result: ExitTest.Result?, of key: String, on actor: String = "MainActor", atLine line: UInt,
    more: [String] = [], place: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex { $0.contains("Fatal error: ") } ?? lines.endIndex
    let remedy =
      "Request it on '\(actor)'. If its factory needs nothing of that actor, register the factory without isolation: remove '@\(actor)', write '{ @Sendable … in … }', or use a 'nonisolated' function or initializer."
    let expected =
      [
        "\(#fileID):\(line): Fatal error: InjectionError: The factory of \(key) runs on \(actor) only, and the injection does not. Recovery: \(remedy)",
        "Injected by the property at \(#fileID):\(line).",
      ] + more + ["  - \(key), registered at \(place)"]
    #expect(
      lines[start...].prefix(expected.count).joined(separator: "\n")
        == expected.joined(separator: "\n"),
      sourceLocation: sourceLocation)
  }

  @Test func aReadOffTheActorStopsTheProgram() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await DependencyGraph.activate(IsolatedPropertyTests.makeScreens())
        Worker { _ = ScreenHolder().screen }.join()
      }, of: "Type[Screen]", atLine: Self.screenLine, place: "Screens.swift:1")
  }

  @Test func soDoesThatOfWhatMayBeAbsent() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await DependencyGraph.activate(IsolatedPropertyTests.makeScreens())
        Worker { _ = OptionalHolder().screen }.join()
      }, of: "Type[Screen]", atLine: Self.optionalLine, place: "Screens.swift:1")
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await DependencyGraph.activate(IsolatedPropertyTests.makeScreens())
        Worker { _ = AllHolder().screens }.join()
      }, of: "Type[Screen]", atLine: Self.allLine, place: "Screens.swift:3")
  }

  @Test func soDoesThatByANameAndWithParameters() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await DependencyGraph.activate(IsolatedPropertyTests.makeScreens())
        Worker { _ = NamedHolder().screen }.join()
      }, of: "Name[settings]", atLine: Self.namedLine, place: "Screens.swift:2")
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await DependencyGraph.activate(IsolatedPropertyTests.makeScreens())
        Worker { _ = ParameterHolder().screen }.join()
      }, of: "Type[Screen]", atLine: Self.parameterLine, place: "Screens.swift:3")
  }

  @Test func soDoesThatOfWhatIsAutowired() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await DependencyGraph.activate(IsolatedPropertyTests.makeScreens())
        Worker { _ = PanelHolder().panel }.join()
      }, of: "Type[Panel]", atLine: Self.panelLine, place: "Screens.swift:4")
  }

  @Test func soDoesThatOfWhatNeedsTheActorFurtherIn() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await DependencyGraph.activate(IsolatedPropertyTests.makeScreens())
        Worker { _ = WindowHolder().window }.join()
      }, of: "Type[Screen]", atLine: Self.windowLine,
      more: [
        "Path: Window → Screen", "Needed by 'Window', which is registered at Screens.swift:5.",
        "Injected at Screens.swift:6.",
      ], place: "Screens.swift:1")
  }

  @Test func theMainActorIsNoOtherActor() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        await DependencyGraph.activate(IsolatedPropertyTests.makeScreens())
        await MainActor.run { _ = FileHolder().file }
      }, of: "Type[File]", on: "Disk", atLine: Self.fileLine, place: "Files.swift:7")
  }

  @Test func theGraphOfThePropertyIsNamed() async {
    expectStop(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let graph = DependencyGraph.process.isolated(named: "request") {
          IsolatedPropertyTests.makeScreens()
        }
        Worker(graph.bound { _ = ScreenHolder().screen }).join()
      }, of: "Type[Screen]", atLine: Self.screenLine, more: ["Its graph is 'request'."],
      place: "Screens.swift:1")
  }

  @Test func aReadOnTheActorAndOneOfWhatIsAliveSucceed() async {
    await #expect(processExitsWith: .success) {
      await DependencyGraph.activate(IsolatedPropertyTests.makeScreens())
      let screen = await MainActor.run { ScreenHolder().screen }
      let other = Worker { ScreenHolder().screen }.join()
      #expect(other === screen)
    }
  }
}
