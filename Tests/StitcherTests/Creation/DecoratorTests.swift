import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

import class DependencyInjection.Container

private protocol Store: AnyObject, Sendable {
  var path: String { get }
}

private final class FileStore: Store {
  let path: String

  init(_ path: String = "file") { self.path = path }
}

/// A decorator's result.
private final class Wrapping: Store {
  let path: String
  let inner: any Store

  init(_ name: String, _ inner: any Store) {
    path = "\(name)(\(inner.path))"
    self.inner = inner
  }
}

private struct Failure: Error, Equatable {}

@Suite(.dependencies()) struct DecoratorTests {
  /// A container of one store.
  private func stores(_ scope: DependencyScope = .singleton) -> DependencyContainer {
    DependencyContainer {
      Dependency { FileStore() }.conforms(to: (any Store).self).scope(scope)
    }
  }

  /// A container of one decorator.
  private func around(_ name: String) -> DependencyContainer {
    DependencyContainer { Decorator((any Store).self) { Wrapping(name, $0) } }
  }

  @Test func onlyTheNamedKeyIsDecorated() throws {
    DependencyGraph.activate(around("a"))
    DependencyGraph.activate(stores())
    let store: any Store = try DependencyGraph.inject()
    #expect(store.path == "a(file)")
    let plain: FileStore = try DependencyGraph.inject()
    #expect((store as? Wrapping)?.inner === plain)
  }

  @Test func whatIsKeptIsDecoratedOnce() throws {
    let made = Counter()
    let decorator = DependencyContainer {
      Decorator((any Store).self) { inner in
        made.count()
        return Wrapping("a", inner)
      }
    }
    DependencyGraph.activate(stores())
    DependencyGraph.activate(decorator)
    let all = runBoundThreads(8) { _ in try? DependencyGraph.inject() as any Store }
    let first = try #require(all[0])
    #expect(all.allSatisfy { $0 === first })
    #expect(made.value == 1)
  }

  @Test func whatIsNotKeptIsDecoratedEachTime() throws {
    DependencyGraph.activate(stores(.instance))
    DependencyGraph.activate(around("a"))
    let one: any Store = try DependencyGraph.inject()
    let other: any Store = try DependencyGraph.inject()
    #expect(one !== other)
    #expect([one.path, other.path] == ["a(file)", "a(file)"])
  }

  @Test func theFirstIsInnermost() throws {
    DependencyGraph.activate(
      DependencyContainer {
        Decorator((any Store).self) { Wrapping("a", $0) }
        DependencyGroup { Decorator((any Store).self) { Wrapping("b", $0) } }
      })
    DependencyGraph.activate(around("c"))
    DependencyGraph.activate(stores())
    #expect(try (DependencyGraph.inject() as any Store).path == "c(b(a(file)))")
  }

  @Test func aNearerGraphComesOutside() throws {
    let parent = DependencyGraph.current.isolated {
      Decorator((any Store).self) { Wrapping("parent", $0) }
      stores()
    }
    let child = parent.child { Decorator((any Store).self) { Wrapping("child", $0) } }
    let outer: any Store = try child.inject()
    #expect(outer.path == "child(parent(file))")
    let inner: any Store = try parent.inject()
    #expect((outer as? Wrapping)?.inner === inner)
    #expect(try (child.inject() as any Store) === outer)
    #expect(try (parent.child().inject() as any Store) === inner)
  }

  @Test func aParentsDecoratorAppliesToAnOverride() throws {
    let parent = DependencyGraph.current.isolated {
      Decorator((any Store).self) { Wrapping("parent", $0) }
      stores()
    }
    let child = parent.child {
      Dependency { FileStore("other") }.conforms(to: (any Store).self).scope(.singleton)
    }
    #expect(try (child.inject() as any Store).path == "parent(other)")
    #expect(try (parent.inject() as any Store).path == "parent(file)")
  }

  @Test func anIsolatedGraphSpiesOnTheLiveObject() throws {
    DependencyGraph.activate(stores())
    let test = DependencyGraph.current.isolated {
      Decorator((any Store).self) { Wrapping("spy", $0) }
    }
    #expect(try (test.inject() as any Store).path == "spy(file)")
    #expect(try (DependencyGraph.inject() as any Store).path == "file")
  }

  @Test func whatIsScopedIsDecoratedInEachGraph() throws {
    let parent = DependencyGraph.current.isolated {
      Decorator((any Store).self) { Wrapping("a", $0) }
      stores(.scoped)
    }
    let (one, other) = (parent.child(), parent.child())
    let first: any Store = try one.inject()
    #expect(first.path == "a(file)")
    #expect(try (one.inject() as any Store) === first)
    #expect(try (one.inject() as FileStore) === (first as? Wrapping)?.inner)
    #expect(try (other.inject() as any Store) !== first)
  }

  @Test func namesAndValuesAreDecorated() throws {
    enum Name: String { case drafts }
    DependencyGraph.activate(
      DependencyContainer {
        Decorator(named: "notes") { (inner: any Store) in Wrapping("a", inner) }
        Decorator(named: Name.drafts) { (inner: any Store) in Wrapping("b", inner) }
        Decorator(value: 7) { (inner: any Store) in Wrapping("c", inner) }
        Dependency(named: "notes") { FileStore() }
        Dependency(named: Name.drafts) { FileStore() }
        Dependency(for: 7) { FileStore() }
      })
    #expect(try (DependencyGraph.inject(byName: "notes") as any Store).path == "a(file)")
    #expect(try (DependencyGraph.inject(byName: "drafts") as any Store).path == "b(file)")
    #expect(try (DependencyGraph.inject(byValue: 7) as any Store).path == "c(file)")
    #expect(throws: InjectionError.self) {
      _ = try DependencyGraph.inject(byName: "notes") as FileStore
    }
  }

  @Test func parametersArePassedOn() throws {
    DependencyGraph.activate(
      DependencyContainer {
        Decorator((any Store).self) { Wrapping("a", $0) }
        Dependency { (path: String) in FileStore(path) }.conforms(to: (any Store).self)
          .scope(.instance)
      })
    let store: any Store = try DependencyGraph.inject(parameters: "x")
    #expect(store.path == "a(x)")
  }

  @Test func eachOfAllIsDecorated() throws {
    DependencyGraph.activate(
      DependencyContainer {
        Dependency { FileStore("1") }.conforms(to: (any Store).self).id(1)
        Dependency { FileStore("2") }.conforms(to: (any Store).self).id(2)
        Decorator((any Store).self) { Wrapping("a", $0) }
      })
    let all: [any Store] = try DependencyGraph.inject()
    #expect(all.map(\.path) == ["a(1)", "a(2)"])
  }

  @Test func aDecoratorComesAndGoes() throws {
    DependencyGraph.activate(stores())
    let plain: any Store = try DependencyGraph.inject()
    let decorator = around("a")
    DependencyGraph.activate(decorator)
    weak let decorated: (any Store)? = try DependencyGraph.inject()
    #expect(decorated?.path == "a(file)")
    #expect((decorated as? Wrapping)?.inner === plain)
    DependencyGraph.deactivate(decorator)
    #expect(decorated == nil)
    #expect(try (DependencyGraph.inject() as any Store) === plain)
    DependencyGraph.activate(decorator)
    #expect(try (DependencyGraph.inject() as any Store).path == "a(file)")
  }

  @Test func whatIsDecoratedGoesWithWhatItIsAround() throws {
    let parent = DependencyGraph.current.isolated()
    let child = parent.child { Decorator((any Store).self) { Wrapping("a", $0) } }
    let container = stores()
    parent.activate(container)
    weak let decorated: (any Store)? = try child.inject()
    #expect(decorated != nil)
    parent.deactivate(container)
    #expect(decorated == nil)
    #expect(throws: InjectionError.self) { _ = try child.inject() as any Store }
  }

  @Test func aParentsNewDecoratorIsFollowed() throws {
    let parent = DependencyGraph.current.isolated { stores() }
    let child = parent.child { Decorator((any Store).self) { Wrapping("child", $0) } }
    weak let old: (any Store)? = try child.inject()
    #expect(old?.path == "child(file)")
    parent.activate(around("parent"))
    #expect(old == nil)
    #expect(try (child.inject() as any Store).path == "child(parent(file))")
  }

  @Test func aRebuiltContainerKeepsWhatIsDecorated() throws {
    let container = DependencyContainer {
      Dependency { FileStore() }.conforms(to: (any Store).self).scope(.singleton)
      Decorator((any Store).self) { Wrapping("a", $0) }
    }
    DependencyGraph.activate(container)
    let store: any Store = try DependencyGraph.inject()
    container.rebuild()
    #expect(try (DependencyGraph.inject() as any Store) === store)
  }

  @Test func aManagedLifetimeEndsForBoth() throws {
    let source = ChangeSource()
    DependencyGraph.activate(stores(.managed(by: source)))
    DependencyGraph.activate(around("a"))
    let first: any Store = try DependencyGraph.inject()
    source.fire()
    let second: any Store = try DependencyGraph.inject()
    #expect(first !== second)
    #expect((first as? Wrapping)?.inner !== (second as? Wrapping)?.inner)
  }

  @Test func itMayThrowAndInject() throws {
    DependencyGraph.activate(
      DependencyContainer {
        Dependency(named: "name") { "injected" }
        Dependency(named: "fails") { FileStore() }
        Dependency { FileStore() }.conforms(to: (any Store).self)
        Decorator((any Store).self) { inner in
          Wrapping(try DependencyGraph.inject(byName: "name"), inner)
        }
        Decorator(named: "fails") { (_: any Store) in throw Failure() }
      })
    #expect(try (DependencyGraph.inject() as any Store).path == "injected(file)")
    #expect(throws: InjectionError.unknown(Failure())) {
      _ = try DependencyGraph.inject(byName: "fails") as any Store
    }
  }

  @Test func injectingItsOwnKeyIsACycle() throws {
    for scope in [DependencyScope.instance, .singleton] {
      let graph = DependencyGraph.current.isolated {
        stores(scope)
        Decorator((any Store).self) { _ in try DependencyGraph.inject() }
      }
      let error = #expect(throws: InjectionError.self) { _ = try graph.inject() as any Store }
      guard case .cyclicDependencyReference = error else {
        Issue.record("No cycle: \(String(describing: error))")
        return
      }
    }
  }

  @Test func thePathNamesWhatIsDecoratedOnce() throws {
    DependencyGraph.activate(
      DependencyContainer {
        Dependency {
          _ = try DependencyGraph.inject() as Failure
          return FileStore()
        }.conforms(to: (any Store).self)
        Decorator((any Store).self) { Wrapping("a", $0) }
      })
    let error = #expect(throws: InjectionError.self) {
      _ = try DependencyGraph.inject() as any Store
    }
    #expect(error?.description.contains("FileStore → Failure") == true)
    #expect(error?.description.contains("Store → FileStore") == false)
  }

  @Test func anAsynchronousOneIsAwaited() async throws {
    let made = Counter()
    await DependencyGraph.activate(
      DependencyContainer {
        Dependency { FileStore() }.conforms(to: (any Store).self).scope(.singleton)
        Decorator((any Store).self) { inner in
          made.count()
          await Task.yield()
          return Wrapping("a", inner)
        }
        Decorator((any Store).self) { @MainActor inner in
          MainActor.assertIsolated()
          return Wrapping("main", inner)
        }
      })
    let error = #expect(throws: InjectionError.self) {
      _ = try DependencyGraph.inject() as any Store
    }
    guard case .asynchronousDependency = error else {
      Issue.record("Not asynchronous: \(String(describing: error))")
      return
    }
    let store: any Store = try await DependencyGraph.injectAsync()
    #expect(store.path == "main(a(file))")
    #expect(try (DependencyGraph.inject() as any Store) === store)
    #expect(made.value == 1)
  }

  @Test func whatIsMadeAsynchronouslyIsDecorated() async throws {
    await DependencyGraph.activate(
      DependencyContainer {
        Dependency {
          await Task.yield()
          return FileStore()
        }.conforms(to: (any Store).self).scope(.instance)
        Decorator((any Store).self) { Wrapping("a", $0) }
      })
    let store: any Store = try await DependencyGraph.injectAsync()
    #expect(store.path == "a(file)")
  }

  @Test func anActorsDecoratorRunsThere() async throws {
    await DependencyGraph.activate(
      DependencyContainer {
        Dependency { FileStore() }.conforms(to: (any Store).self).scope(.singleton)
        Decorator((any Store).self) { @MainActor inner in
          MainActor.assertIsolated()
          return Wrapping("main", inner)
        }
      })
    let error = #expect(throws: InjectionError.self) {
      _ = try DependencyGraph.inject() as any Store
    }
    guard case .isolatedDependency = error else {
      Issue.record("Not isolated: \(String(describing: error))")
      return
    }
    let store: any Store = try await DependencyGraph.injectAsync()
    #expect(store.path == "main(file)")
  }

  @Test func whatAnotherFrontEndHasRegisteredIsDecorated() throws {
    let container = Container()
    container.register(type: (any Store).self, in: .shared) { _ in FileStore("1") }
    DependencyGraph.attach(container)
    defer { DependencyGraph.detach(container) }
    DependencyGraph.activate(around("a"))
    #expect(try (DependencyGraph.inject() as any Store).path == "a(1)")
    container.register(type: (any Store).self, in: .shared) { _ in FileStore("2") }
    #expect(try (DependencyGraph.inject() as any Store).path == "a(2)")
    #expect((container.resolve() as any Store).path == "2")
  }

  @Test func whatIsEagerIsMade() throws {
    let made = Counter()
    let container = DependencyContainer {
      Dependency(conformingTo: (any Store).self) { () -> FileStore in
        made.count()
        return FileStore()
      }.scope(.singleton).eagerness(.eager)
      Decorator(FileStore.self) { $0 }
    }
    DependencyGraph.activate(container)
    #expect(made.value == 1)
  }

  @Test func aTeardownGetsWhatTheFactoryHasMade() async throws {
    let events = Events()
    let graph = DependencyGraph.current.isolated {
      Dependency { FileStore() }.conforms(to: (any Store).self).scope(.singleton)
        .teardown { events.append($0.path) }
      Decorator((any Store).self) { Wrapping("a", $0) }
    }
    _ = try graph.inject() as any Store
    try await graph.end()
    #expect(events.all == ["file"])
  }
}
