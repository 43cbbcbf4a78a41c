#if Macros
  import StitcherMacros
  import StitcherTesting
  import Testing

  /// The group that the plugin generates for this target.
  @MainActor @Suite(.dependencies()) struct AutoregistrationTests {
    @Test func everyTypeThatCanBeNamedIsRegistered() async throws {
      let container = DependencyContainer { DependencyGroup.autoregisteredDependencies }
      await DependencyGraph.activate(container)
      defer { DependencyGraph.deactivate(container) }
      let storage: any Storage = try DependencyGraph.inject()
      #expect(storage is FileStorage)
      let mailer: Mailing.Mailer = try DependencyGraph.inject(
        byName: Mailing.Mailer.dependencyName, "localhost")
      #expect(mailer.host == "localhost")
      let archive: Archive = try DependencyGraph.inject()
      #expect(archive.storage as? FileStorage === storage as? FileStorage)
      let build: Build = try DependencyGraph.inject()
      #if DEBUG
        #expect(build.name == "debug")
      #else
        #expect(build.name == "release")
      #endif
      let _: `default` = try DependencyGraph.inject()
      let _: Mailing.Queue = try DependencyGraph.inject()
      let _: Window = try DependencyGraph.inject()
      let _: Recent = try DependencyGraph.inject()
      let _: Settings = try DependencyGraph.inject()
      let _: Database = try await DependencyGraph.injectAsync()
      #expect(throws: InjectionError.self) { try DependencyGraph.inject() as Box<Int> }
    }

    @Test func theOrderIsThatOfFilesAndSources() {
      let locators = DependencyGroup.autoregisteredDependencies.dependencies().map {
        "\($0.locator)"
      }
      #expect(
        locators == [
          "Type[Queue]", "Type[Window]", "Type[Recent]", "Type[FileStorage]",
          "Name[autoregistration.mailer]", "Type[Archive]", "Type[Settings]", "Type[Database]",
          "Type[Build]", "Type[default]",
        ])
    }

    @Test func whatIsLeftOutStillCompiles() {
      #expect(hiddenDependencies.dependencies().count == 6)
    }
  }
#endif
