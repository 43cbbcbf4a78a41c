#if Macros
  public import Stitch
  import Stitcher
  import StitcherTesting
  import Testing

  private protocol Journal: AnyObject { var id: ObjectIdentifier { get } }

  @Stitchify(by: (any Journal).self)
  private final class AppJournal: Journal {
    init() {}
    var id: ObjectIdentifier { ObjectIdentifier(self) }
  }

  @Stitchify(scoped: .unique)
  private class Pen {
    required init() {}
  }

  /// A public type.
  @Stitchify
  public struct Ink {
    /// Creates blue ink.
    public init() {}
    var color = "blue"
  }

  private struct Drawer {
    @Stitchify
    final class Eraser {
      init() {}
    }

    @Stitchify(scoped: .unique)
    fileprivate struct Ruler {
      let length = 30
    }
  }

  // swift-format-ignore: NoAccessLevelOnExtensionDeclaration
  private extension Drawer {
    @Stitchify
    enum Label {
      case blank
      init() { self = .blank }
    }
  }

  @MainActor private struct Desk {
    @Stitch(Drawer.Eraser.self) var eraser
    @Stitch(Drawer.Ruler.self) var ruler
    @Stitch(Drawer.Label.self) var label
    @Stitch(AppJournal.self) var journal
    @Stitch(Pen.self) var pen
    @Stitch(Ink.self) var ink
  }

  /// Types that the macro makes stitchable.
  @Suite(.dependencies()) @MainActor struct StitchifyTests {
    @Test func typesInPrivateTypesAreInjected() {
      let desk = Desk()
      #expect(desk.eraser === Desk().eraser)
      #expect(desk.ruler.length == 30)
      #expect(desk.label == .blank)
    }

    @Test func theScopeIsThatOfTheAttribute() {
      let first = Desk()
      let second = Desk()
      #expect(first.journal === second.journal)
      #expect(first.pen === first.pen)
      #expect(first.pen !== second.pen)
      #expect(first.ink.color == "blue")
    }

    @Test func theProtocolIsWhatIsInjected() {
      let journal: any Journal = Desk().journal
      #expect(journal is AppJournal)
      let other: any Journal = AppJournal.createNewInstance()
      AppJournal.register(dependency: other)
      #expect(Desk().journal === other)
    }
  }
#endif
