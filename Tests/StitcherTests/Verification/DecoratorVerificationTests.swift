import Stitcher
import StitcherTesting
import Testing

private protocol Store: Sendable {}

private struct FileStore: Store {}

private final class Log: Sendable { init() {} }

private struct LoggingStore: Store {
  init(_ inner: any Store, log: Log) {}
}

private struct CachingStore: Store {
  let inner: any Store
  let logs: [Log]
  let mark: Int?
}

private final class Page: Sendable { init(store: any Store) {} }

/// The problems that a verification finds in decorators.
@Suite(.dependencies()) struct DecoratorVerificationTests {
  /// Returns the problems of containers that are active together.
  private func problems(
    @DependencyRegistrarBuilder _ contents: @escaping @Sendable () -> DependenciesRegistrar
  ) -> [VerificationProblem] {
    let error = #expect(throws: VerificationError.self) {
      try DependencyContainer(dependencies: contents).verify(with: [])
    }
    return error?.problems ?? []
  }

  @Test func theOthersOfItsParametersAreInjected() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { FileStore() }.conforms(to: (any Store).self)
      Dependency { Log() }
      Decorator((any Store).self, autowired: LoggingStore.init(_:log:))
      Decorator((any Store).self, autowired: CachingStore.init(inner:logs:mark:))
    }
    let store: any Store = try graph.inject()
    let caching = try #require(store as? CachingStore)
    #expect(caching.inner is LoggingStore)
    #expect(caching.logs.count == 1 && caching.mark == nil)
    #expect(try graph.inject() as FileStore? != nil)
  }

  @Test func whatItNeedsIsProven() throws {
    let container = DependencyContainer {
      Dependency { FileStore() }.conforms(to: (any Store).self)
      Dependency { Log() }
      Dependency(autowired: Page.init)
      Decorator((any Store).self, autowired: LoggingStore.init(_:log:))
      Decorator((any Store).self) { $0 }
    }
    let report = try container.verify(with: [])
    #expect(report.registrations == 3 && report.provenEdges == 2)
    #expect(report.unknown == 2 && report.unknownDecorators == 1)
    #expect(
      "\(report)"
        == "3 registrations: 2 dependencies proven; 2 factories and 1 decorator with unknown dependencies"
    )
  }

  @Test func undeclaredDependenciesAreMissing() throws {
    let found = problems {
      Dependency { FileStore() }.conforms(to: (any Store).self)
      Dependency(autowired: Page.init)
      Decorator((any Store).self, autowired: LoggingStore.init(_:log:))
    }
    try #require(found.map(\.kind) == [.missing])
    #expect(found[0].subject == .type("Store"))
    #expect(
      found[0].text == """
        No dependency is declared for Type[Log], which Type[Store] needs.
        Path: Page → Store → Log
        Type[Store] is decorated at \(found[0].place).
        Declare one, or inject an optional.
        """)
    #expect(found[0].place == "\(#fileID):70")
  }

  @Test func aRegistrationWithoutKnownRequestsIsDecoratedToo() throws {
    let found = problems {
      Dependency { FileStore() }.conforms(to: (any Store).self)
      Decorator((any Store).self, autowired: LoggingStore.init(_:log:))
    }
    #expect(found.map(\.kind) == [.missing])
    // No dependency has the decorator's key here.
    try DependencyContainer {
      Dependency { FileStore() }
      Decorator((any Store).self, autowired: LoggingStore.init(_:log:))
    }.verify(with: [])
  }

  @Test func itMustNotNeedWhatItDecorates() throws {
    let found = problems {
      Dependency { FileStore() }.conforms(to: (any Store).self)
      Dependency(autowired: { (_: any Store) in Log() })
      Decorator((any Store).self, autowired: LoggingStore.init(_:log:))
    }
    try #require(found.map(\.kind) == [.cycle])
    #expect(found[0].path == ["Log", "Store", "Log"].map { .type($0) })
  }

  /// A requester by another key gets the undecorated instance.
  @Test func itMayNeedWhatItDecoratesByAnotherKey() throws {
    let graph = DependencyGraph.current.isolated {
      Dependency { FileStore() }.conforms(to: (any Store).self).scope(.singleton)
      Dependency(autowired: { (_: FileStore) in Log() })
      Decorator((any Store).self, autowired: LoggingStore.init(_:log:))
    }
    try graph.verify()
    #expect(try graph.inject(byType: (any Store).self) is LoggingStore)
  }

  @Test func whatIsKeptAndDecoratedByWhatIsScopedIsACaptive() throws {
    let line: UInt = #line + 1
    let found = problems {
      Dependency { FileStore() }.conforms(to: (any Store).self).scope(.singleton)
      Dependency { Log() }.scope(.scoped)
      Decorator((any Store).self, autowired: LoggingStore.init(_:log:))
    }
    try #require(found.map(\.kind) == [.captive])
    #expect(found[0].path == ["Store", "Log"].map { .type($0) })
    #expect(
      found[0].text == """
        The decorator of Type[Store] is '.singleton' and needs Type[Log], which is '.scoped' and has a shorter lifetime.
        Path: Store → Log
        Type[Store] is decorated at \(#fileID):\(line + 3).
          - Log, parameters (), registered at \(#fileID):\(line + 2)
        Write '.scope(.scoped)' or '.scope(.instance)' on Type[Store], which it decorates; or inject Type[Log] later, where it is used, by a property '@Injected var'.
        """)
    let graph = DependencyGraph.current.isolated {
      Dependency { FileStore() }.conforms(to: (any Store).self).scope(.singleton)
      Dependency { Log() }.scope(.scoped)
      Decorator((any Store).self, autowired: LoggingStore.init(_:log:))
    }
    #expect(throws: InjectionError.self) { try graph.inject() as any Store }
  }

  /// Decorators of the parent and of a child apply to an instance that the parent keeps.
  @Test func eachDecoratorNeedsWhatItsGraphHas() throws {
    let parent = DependencyGraph.current.isolated {
      Dependency { FileStore() }.conforms(to: (any Store).self).scope(.singleton)
      Decorator((any Store).self, autowired: LoggingStore.init(_:log:))
    }
    let child = parent.child { Dependency { Log() } }
    #expect(throws: VerificationError.self) { try child.verify() }
    let plain = DependencyGraph.current.isolated {
      Dependency { FileStore() }.conforms(to: (any Store).self).scope(.singleton)
    }
    let decorating = plain.child {
      Dependency { Log() }
      Decorator((any Store).self, autowired: LoggingStore.init(_:log:))
    }
    #expect(try decorating.verify().provenEdges == 1)
    #expect(try decorating.inject(byType: (any Store).self) is LoggingStore)
  }
}
