#if Macros
  import StitcherMacros
  import StitcherTesting
  import Testing

  // The macros in a new project. A registerable type states its isolation explicitly.

  private nonisolated protocol Greeter {
    func greet() -> String
  }

  @Registerable @MainActor private final class Window {
    let title: String
    init(title: String) { self.title = title }
  }

  @Registerable nonisolated private struct Palette: Hashable {
    let colors: Int
    init() throws { colors = 16 }
  }

  @Registerable(by: .type((any Greeter).self)) @MainActor private final class Host: Greeter {
    init() {}
    func greet() -> String { "Hello" }
  }

  @Registerable(scope: .singleton) nonisolated private final class Archive: Sendable {
    init() async throws {}
  }

  private enum Scene {
    @Registerable @MainActor @InjectedInitializer
    final class Sheet {
      let palette: Palette
    }

    @Registerable(scope: .singleton)
    nonisolated
      final class Ledger: Sendable
    {
      init() {}
      @Teardown func close() async {}
    }
  }

  private final class Editor {
    let palette: Palette
    let line: Int

    @InjectedParameters(ignoring: "line")
    init(palette: Palette, line: Int) {
      self.palette = palette
      self.line = line
    }

    @InjectedParameters(ignoring: "share")
    func dim(palette: Palette, share: Int) async -> Int { palette.colors / share }
  }

  @Intercepted private protocol Drawing {
    var title: String { get set }
    func draw(_ corners: Int) async throws -> Int
  }

  private struct Sketch: Drawing {
    var title = "Sketch"
    func draw(_ corners: Int) async throws -> Int { corners }
  }

  @Suite(
    .dependencies { @MainActor in
      Window.dependencyRegistration
      Palette.dependencyRegistration
      Host.dependencyRegistration
      Archive.dependencyRegistration
      Scene.Sheet.dependencyRegistration
      Scene.Ledger.dependencyRegistration
    })
  struct MacrosTests {
    @Test func registerableTypesAreInjected() async throws {
      let window: Window = try DependencyGraph.inject(parameters: "Notes")
      #expect(window.title == "Notes")
      let sheet: Scene.Sheet = try DependencyGraph.inject()
      #expect(sheet.palette.colors == 16)
      let archive: Archive = try await DependencyGraph.injectAsync()
      #expect(try await DependencyGraph.injectAsync() as Archive === archive)
      _ = try DependencyGraph.inject() as Scene.Ledger
      #expect(try DependencyGraph.inject(byType: (any Greeter).self).greet() == "Hello")
    }

    @Test func parametersAreInjected() async {
      let editor = Editor(line: 4)
      #expect(editor.palette.colors == 16)
      #expect(await editor.dim(share: 2) == 8)
    }

    @Test func protocolsAreForwarded() async throws {
      var drawing: any Drawing = InterceptedDrawing(
        Sketch(), by: InvocationObserver { _, _ in })
      drawing.title = "House"
      #expect(drawing.title == "House")
      #expect(try await drawing.draw(4) == 4)
    }
  }
#endif
