#if Macros
  import StitcherMacros
  import StitcherTesting
  import Testing

  // Types in private and fileprivate types and extensions, in which each macro must compile.

  private struct PrivateOuter {
    @Registerable
    struct Plain: Sendable {}

    /// A public type.
    @Registerable(by: .name("nested.public"))
    public final class Public: Sendable {
      /// Creates an instance.
      public init() {}
    }

    @Registerable(by: .value(1), scope: .singleton)
    fileprivate actor Worker {
      private(set) var isOpen = true
      init() {}

      @Teardown func close() { isOpen = false }
    }

    @Registerable(by: .name("nested.choice"))
    private enum Choice {
      case one
      init() { self = .one }
    }

    static var hidden: DependencyContainer {
      DependencyContainer { Choice.dependencyRegistration }
    }

    static func choice() throws -> String {
      "\(try DependencyGraph.inject(byName: Choice.dependencyName) as Choice)"
    }

    struct Middle {
      private struct Inner {
        @Registerable(by: .name("nested.deep"))
        struct Deep: Sendable {}
      }

      static var hidden: DependencyContainer {
        DependencyContainer { Inner.Deep.dependencyRegistration }
      }

      static func deep() throws {
        let _: Inner.Deep = try DependencyGraph.inject(byName: Inner.Deep.dependencyName)
      }
    }

    @Registerable
    struct Box<Item: Sendable>: Sendable {}

    @Registerable(as: (any Journal).self)
    final class Diary: Journal { init() {} }

    @Registerable
    final class Letter: Sendable {
      let plain: Plain
      let title: String

      @InjectedParameters(ignoring: "title")
      init(plain: Plain, title: String) {
        self.plain = plain
        self.title = title
      }

      @InjectedParameters
      func copy(plain: Plain) -> Letter { Letter(plain: plain, title: title) }
    }

    @Registerable @InjectedInitializer
    struct Parcel: Sendable { let plain: Plain }

    @MainActor @Registerable
    final class Screen {
      let title: String
      @PreferredInitializer init(title: String) { self.title = title }
      init(count: Int) { title = "\(count)" }
    }

    @Intercepted
    protocol Printing {
      func print(_ text: String) async -> String
    }

    struct Printer: Printing {
      func print(_ text: String) async -> String { text }
    }
  }

  enum InternalOuter {
    /// A public type.
    @Registerable
    public struct Public: Sendable {
      /// Creates an instance.
      public init() {}
    }

    @Registerable
    package struct Package: Sendable { package init() {} }

    private enum Hidden {
      /// A public type.
      @Registerable(by: .name("nested.hidden"))
      public struct Public: Sendable {
        /// Creates an instance.
        public init() {}
      }
    }

    static var hidden: DependencyContainer {
      DependencyContainer { Hidden.Public.dependencyRegistration }
    }

    static func inject() throws {
      let _: Hidden.Public = try DependencyGraph.inject(byName: Hidden.Public.dependencyName)
    }
  }

  /// A public type with nested types.
  public enum PublicOuter {
    @Registerable
    struct Internal: Sendable {}

    @Registerable
    fileprivate final class Hidden: Sendable { init() {} }
  }

  extension PrivateOuter {
    @Registerable
    fileprivate struct InExtension: Sendable {}

    /// A public type.
    @Registerable(by: .name("nested.extension"))
    public struct PublicInExtension: Sendable {
      /// Creates an instance.
      public init() {}
    }
  }

  // swift-format-ignore: NoAccessLevelOnExtensionDeclaration
  fileprivate extension InternalOuter {
    @Registerable
    struct InFileprivateExtension: Sendable {}

    @Registerable @InjectedInitializer
    struct Parcel: Sendable { let plain: PrivateOuter.Plain }
  }

  // swift-format-ignore: NoAccessLevelOnExtensionDeclaration
  private extension InternalOuter {
    struct Middle {
      @Registerable
      final class InPrivateExtension: Sendable { init() {} }
    }
  }

  @Registerable
  private actor PrivateActor { init() {} }

  @Registerable @InjectedInitializer
  private struct PrivateParcel: Sendable { let plain: PrivateOuter.Plain }

  @Suite(.dependencies()) struct NestedTypeTests {
    @Test func typesInPrivateTypesAreInjected() async throws {
      let graph = DependencyGraph.current.child {
        PrivateOuter.Plain.dependencyRegistration
        PrivateOuter.Public.dependencyRegistration
        PrivateOuter.Worker.dependencyRegistration
        PrivateOuter.Box<Int>.dependencyRegistration
        PrivateOuter.Diary.dependencyRegistration
        PrivateOuter.Letter.dependencyRegistration
        PrivateOuter.Parcel.dependencyRegistration
        PrivateOuter.Screen.dependencyRegistration
        PrivateOuter.InExtension.dependencyRegistration
        PrivateOuter.PublicInExtension.dependencyRegistration
      }
      try graph.run {
        let _: PrivateOuter.Public = try DependencyGraph.inject(
          byName: PrivateOuter.Public.dependencyName)
        let _: PrivateOuter.Box<Int> = try DependencyGraph.inject()
        let letter: PrivateOuter.Letter = try DependencyGraph.inject(parameters: "Milk")
        #expect(letter.copy().title == "Milk")
        let _: PrivateOuter.Parcel = try DependencyGraph.inject()
        let _: PrivateOuter.InExtension = try DependencyGraph.inject()
        let _: PrivateOuter.PublicInExtension = try DependencyGraph.inject(
          byName: PrivateOuter.PublicInExtension.dependencyName)
        #expect(try DependencyGraph.inject(byType: (any Journal).self) is PrivateOuter.Diary)
      }
      let screen: PrivateOuter.Screen = try await graph.injectAsync(parameters: "Notes")
      #expect(screen.title == "Notes")
      let worker: PrivateOuter.Worker = try graph.inject(
        byValue: PrivateOuter.Worker.dependencyValue)
      try await graph.end()
      #expect(await !worker.isOpen)
    }

    @Test func typesOfAnyOtherNestingAreInjected() throws {
      let graph = DependencyGraph.current.child {
        PrivateOuter.Plain.dependencyRegistration
        InternalOuter.Public.dependencyRegistration
        InternalOuter.Package.dependencyRegistration
        PublicOuter.Internal.dependencyRegistration
        PublicOuter.Hidden.dependencyRegistration
        InternalOuter.InFileprivateExtension.dependencyRegistration
        InternalOuter.Parcel.dependencyRegistration
        InternalOuter.Middle.InPrivateExtension.dependencyRegistration
        PrivateActor.dependencyRegistration
        PrivateParcel.dependencyRegistration
      }
      let _: InternalOuter.Public = try graph.inject()
      let _: InternalOuter.Package = try graph.inject()
      let _: PublicOuter.Internal = try graph.inject()
      let _: PublicOuter.Hidden = try graph.inject()
      let _: InternalOuter.InFileprivateExtension = try graph.inject()
      let _: InternalOuter.Middle.InPrivateExtension = try graph.inject()
      let _: PrivateActor = try graph.inject()
      try graph.run {
        let _: InternalOuter.Parcel = try DependencyGraph.inject()
        let _: PrivateParcel = try DependencyGraph.inject()
      }
    }

    @Test func privateTypesInOtherTypesAreInjected() throws {
      let choice = try withActive(PrivateOuter.hidden) { try PrivateOuter.choice() }
      #expect(choice == "one")
      try withActive(PrivateOuter.Middle.hidden) { try PrivateOuter.Middle.deep() }
      try withActive(InternalOuter.hidden) { try InternalOuter.inject() }
    }

    @Test func nestedTypesConformToTheProtocol() {
      let types: [any RegisterableDependency.Type] = [
        PrivateOuter.Plain.self, PrivateOuter.InExtension.self, InternalOuter.Public.self,
      ]
      #expect(types.count == 3)
      #expect((InternalOuter.Package.self as Any) is any AutoregisterableDependency.Type)
    }

    @Test func protocolsInPrivateTypesAreForwarded() async {
      let printer: any PrivateOuter.Printing = PrivateOuter.InterceptedPrinting(
        PrivateOuter.Printer(), by: InvocationObserver { _, _ in })
      #expect(await printer.print("Milk") == "Milk")
    }
  }
#endif
