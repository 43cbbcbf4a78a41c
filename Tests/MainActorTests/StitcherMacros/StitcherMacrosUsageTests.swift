#if Macros
  import StitcherMacros
  import StitcherTesting
  import Testing

  // The macros in a module that is isolated to the main actor by default. In it, a registerable
  // type states its isolation explicitly.

  @Registerable @MainActor final class Window {
    let title: String
    init(title: String) { self.title = title }
  }

  @Registerable nonisolated struct Palette: Hashable {
    let colors: Int
    init() { colors = 16 }
  }

  final class Editor {
    let palette: Palette
    let line: Int

    @InjectedParameters(ignoring: "line")
    init(palette: Palette, line: Int) {
      self.palette = palette
      self.line = line
    }

    @InjectedParameters(ignoring: "by")
    func dim(palette: Palette, by share: Int) async -> Int { palette.colors / share }
  }

  @InjectedInitializer final class Canvas {
    let palette: Palette
  }

  @Registerable(scope: .singleton) nonisolated final class Archive: Sendable {
    init() async throws {}
  }

  @Registerable @MainActor final class Sheet {
    let archive: Archive

    @InjectedParameters
    init(archive: Archive) async { self.archive = archive }
  }

  @InjectedInitializer(asynchronous: true) final class Shelf {
    let archive: Archive
  }

  @Suite(.dependencies()) struct StitcherMacrosUsageTests {
    @Dependencies var container = DependencyContainer { @MainActor in
      Window.dependencyRegistration
      Palette.dependencyRegistration
      Archive.dependencyRegistration
      Sheet.dependencyRegistration
    }

    /// An explicit initializer, so that it and the container are isolated to the main actor.
    init() {}

    @Test func typesOfTheMainActorAreMadeThere() throws {
      let window: Window = try DependencyGraph.inject(parameters: "Notes")
      #expect(window.title == "Notes")
    }

    @Test func asynchronousInitializersAreAwaited() async throws {
      let sheet: Sheet = try await DependencyGraph.injectAsync()
      let shelf = try await Shelf(injecting: Shelf.self)
      #expect(sheet.archive === shelf.archive)
    }

    @Test func parametersAndInitializersAreInjected() async {
      let editor = Editor(line: 4)
      #expect(editor.palette.colors == 16)
      #expect(editor.line == 4)
      #expect(await editor.dim(by: 2) == 8)
      #expect(Canvas().palette.colors == 16)
    }
  }
#endif
