import Stitcher
import StitcherTesting
import Testing

@Suite(.dependencies()) struct EagernessTests {
  /// Returns the number of instances that an activation of one dependency creates.
  private func created<Trait: DependencyLocatorTrait & SendableMetatype>(
    _ make: @escaping @Sendable (Counter) -> Dependency<Thing, Trait>
  ) -> Int {
    let made = Counter()
    let container = DependencyContainer { make(made) }
    DependencyGraph.activate(container)
    DependencyGraph.deactivate(container)
    return made.value
  }

  /// Creates a thing, and counts it.
  private static func factory(_ made: Counter) -> Thing {
    made.count()
    return Thing()
  }

  @Test func whatIsKeptAndTakesNoParametersIsCreated() {
    let source = ChangeSource()
    #expect(
      created { made in
        Dependency { Self.factory(made) }.scope(.singleton).eagerness(.eager)
      } == 1)
    #expect(
      created { made in
        Dependency { Self.factory(made) }.scope(.managed(by: source)).eagerness(.eager)
      } == 1)
    #expect(created { made in Dependency { Self.factory(made) }.eagerness(.eager) } == 1)
    #expect(
      created { made in
        Dependency(named: "eager-name") { Self.factory(made) }.eagerness(.eager)
      } == 1)
  }

  @Test func theRestIsIgnored() {
    #expect(created { made in Dependency { Self.factory(made) }.scope(.singleton) } == 0)
    #expect(
      created { made in
        Dependency { Self.factory(made) }.scope(.instance).eagerness(.eager)
      } == 0)
    #expect(
      created { made in
        Dependency { (_: Int) in Self.factory(made) }.scope(.singleton).eagerness(.eager)
      } == 0)
    #expect(
      created { made in
        Dependency { Self.factory(made) }.scope(.singleton).eagerness(.eager).eagerness(.lazy)
      } == 0)
  }

  @Test func aValueOfAutomaticScopeIsNotCreated() {
    struct Value {}
    let registrar = DependencyContainer { Dependency { Value() }.eagerness(.eager) }.registrar
    #expect(registrar.map(\.canInstantiateEagerly) == [false])
  }

  @Test func instancesAreCreatedInTheOrderOfDeclaration() {
    struct First {}
    struct Second {}
    struct Third {}
    let order = Record<String>()
    let container = DependencyContainer {
      Dependency {
        order.append("second")
        return Second()
      }
      .scope(.singleton).eagerness(.eager)
      Dependency {
        order.append("first")
        return First()
      }
      .scope(.singleton).eagerness(.eager)
      Dependency {
        order.append("third")
        return Third()
      }
      .scope(.singleton).eagerness(.eager)
    }
    DependencyGraph.activate(container)
    #expect(order.elements == ["second", "first", "third"])
    DependencyGraph.deactivate(container)
  }

  @Test func anEagerFactorySeesItsOwnContainer() throws {
    final class Database: Sendable {}
    final class Recorder: Sendable {
      let database: Database
      init(_ database: Database) { self.database = database }
    }
    let made = Counter()
    let container = DependencyContainer {
      Dependency {
        let recorder = Recorder(try DependencyGraph.inject())
        made.count()
        return recorder
      }
      .scope(.singleton).eagerness(.eager)
      Dependency { Database() }.scope(.singleton)
    }
    DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    #expect(made.value == 1)
    let recorder: Recorder = try DependencyGraph.inject()
    #expect(try DependencyGraph.inject() as Database === recorder.database)
  }

  @Test func anErrorIsLeftToTheInjection() throws {
    struct Broken: Error {}
    final class Fragile: Sendable {}
    let tries = Counter()
    let container = DependencyContainer {
      Dependency { () throws -> Fragile in
        tries.count()
        if tries.value < 3 { throw Broken() }
        return Fragile()
      }
      .scope(.singleton).eagerness(.eager)
    }
    DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    #expect(tries.value == 1)
    let error = try injectionError { try DependencyGraph.inject() as Fragile }
    guard case .unknown(let reason) = error else {
      Issue.record(error)
      return
    }
    #expect(reason is Broken)
    let fragile: Fragile = try DependencyGraph.inject()
    #expect(try DependencyGraph.inject() as Fragile === fragile)
    #expect(tries.value == 3)
  }

  @Test func anotherActivationChecksReleasedInstances() throws {
    final class Eager: Sendable {}
    let source = ChangeSource()
    let made = Counter()
    let container = DependencyContainer {
      Dependency {
        made.count()
        return Eager()
      }
      .scope(.managed(by: source)).eagerness(.eager)
    }
    DependencyGraph.activate(container)
    defer { DependencyGraph.deactivate(container) }
    DependencyGraph.activate(container)
    #expect(made.value == 1, "the instance is there")
    source.fire()
    #expect(made.value == 1)
    DependencyGraph.activate(container)
    #expect(made.value == 2)
  }

  @Test func nothingIsLeftIfTheFactoryDeactivatesItsContainer() throws {
    final class Eager: Sendable {}
    let holder = Record<DependencyContainer>()
    let container = DependencyContainer {
      Dependency {
        holder.elements.first.map(DependencyGraph.deactivate)
        return Eager()
      }
      .scope(.singleton).eagerness(.eager)
    }
    holder.append(container)
    defer { holder.removeAll() }
    DependencyGraph.activate(container)
    #expect(try DependencyGraph.inject() as Eager? == nil)
  }
}
