#if Macros
  import StitcherMacros
  import StitcherTesting
  import Testing

  /// Synchronous initializers that throw.
  @Suite(.dependencies()) struct ThrowingInitializerTests {
    struct Rejection: Error, Equatable { let text: String }

    @Registerable(scope: .singleton)
    final class Settings: Sendable {
      init() throws {}
    }

    @Registerable
    struct Port: Sendable {
      let number: Int
      init(number: Int) throws(Rejection) {
        guard number > 0 else { throw Rejection(text: "\(number) is no port") }
        self.number = number
      }
    }

    @Registerable(scope: .instance)
    final class Server: Sendable {
      let settings: Settings
      let name: String

      @InjectedParameters(ignoring: "name")
      init(settings: Settings, name: String) throws(Rejection) {
        guard !name.isEmpty else { throw Rejection(text: "no name") }
        self.settings = settings
        self.name = name
      }
    }

    @MainActor @Registerable
    final class Screen {
      let title: String
      init(title: String) throws {
        if title.isEmpty { throw Rejection(text: "no title") }
        self.title = title
      }
    }

    @Registerable
    struct Template: Sendable {
      let text: String
      init(text: String) { self.text = text }
      init(bytes: [UInt8]) throws { text = "bytes" }
    }

    @Registerable
    struct Draft: Sendable {
      let text: String
      init(text: String) { self.text = text }
      @PreferredInitializer init(pages: Int) throws { text = "\(pages)" }
    }

    /// Returns the text of the error that an injection throws.
    private func failure<Value>(_ inject: () throws -> Value) -> String? {
      do {
        _ = try inject()
        return nil
      } catch { return "\(error)".split(separator: "\n").first.map(String.init) }
    }

    @Test @MainActor func injectionsPassTheErrorOn() throws {
      let graph = DependencyGraph.current.child { @MainActor in
        Settings.dependencyRegistration
        Port.dependencyRegistration
        Server.dependencyRegistration
        Screen.dependencyRegistration
      }
      try graph.run {
        let settings: Settings = try DependencyGraph.inject()
        #expect(try (DependencyGraph.inject(parameters: 80) as Port).number == 80)
        let server: Server = try DependencyGraph.inject(parameters: "www")
        #expect(server.settings === settings && server.name == "www")
        #expect(try Server(name: "www").settings === settings)
        #expect(try (DependencyGraph.inject(parameters: "Notes") as Screen).title == "Notes")

        let port = failure { try DependencyGraph.inject(parameters: 0) as Port }
        #expect(port?.contains(#"Rejection(text: "0 is no port")"#) == true)
        let nameless = failure { try DependencyGraph.inject(parameters: "") as Server }
        #expect(nameless?.contains(#"Rejection(text: "no name")"#) == true)
        let untitled = failure { try DependencyGraph.inject(parameters: "") as Screen }
        #expect(untitled?.contains(#"Rejection(text: "no title")"#) == true)
      }
    }

    @Test func oneThatThrowsIsUsedWhereItIsMarked() throws {
      let graph = DependencyGraph.current.child {
        Template.dependencyRegistration
        Draft.dependencyRegistration
      }
      #expect(try (graph.inject(parameters: "Milk") as Template).text == "Milk")
      #expect(try (graph.inject(parameters: 3) as Draft).text == "3")
    }
  }
#endif
