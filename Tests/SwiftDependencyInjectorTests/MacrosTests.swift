#if Macros
  import Observation
  import StitcherTesting
  import SwiftDependencyInjector
  import Testing

  import class Stitcher.DependencyGraph

  protocol Engine: Sendable { var power: Int { get } }
  protocol FuelProtocol: Sendable { var name: String { get } }

  @InjectableDependency(of: Engine.self, InjectableDependencyArgs(FuelProtocol.self, key: "diesel"))
  final class Diesel: Engine, FuelProtocol {
    let power = 90
    let name = "diesel"
    init() {}
  }

  @InjectableDependency(of: InjectableDependencyArgs((any FuelProtocol).self, key: "petrol"))
  struct Petrol: FuelProtocol {
    let name = "petrol"
  }

  @DependenciesInjector(Diesel.self, Petrol.self)
  struct Garage {}

  @InjectedConstructor(
    Engine.self, Dependency(FuelProtocol.self, name: "tank", constrainedTo: "petrol"))
  final class Car {
    @InitParameter let plate: String
    var text: String { "\(plate): \(engine.power), \(tank.name)" }
  }

  @Observable @ObservableInjectedConstructor(Engine.self)
  final class Dashboard {
    var speed = 0
    var power: Int { engine.power }
  }

  private struct Harbor {
    protocol Crane: Sendable { var load: Int { get } }

    @InjectableDependency(of: Harbor.Crane.self)
    struct Tower: Crane {
      let load = 3
    }

    @DependenciesInjector(Harbor.Tower.self)
    fileprivate struct Setup {}

    @InjectedConstructor(Harbor.Crane.self)
    final class Quay {
      @InitParameter let name: String
      var text: String { "\(name): \(crane.load)" }
    }
  }

  @Suite(.dependencies()) struct MacrosTests {
    @Test func typesInPrivateTypesAreRegisteredAndInjected() {
      Harbor.Setup().startInjection()
      #expect(Harbor.Quay(name: "North").text == "North: 3")
    }

    @Test func whatIsGeneratedRegistersAndInjects() {
      Garage().startInjection()
      #expect(Car(plate: "A 1").text == "A 1: 90, petrol")
      #expect(Car(plate: "A 2", tank: Diesel()).text == "A 2: 90, diesel")
      #expect(Dashboard().power == 90)
      #expect((Injector.global.get(constrainedTo: "diesel") as FuelProtocol).name == "diesel")
    }

    @Test func soItDoesInAnIsolatedGraph() {
      let graph = DependencyGraph.process.isolated()
      graph.run {
        Garage().startInjection()
        Injector.global.addOrRegister(FuelProtocol.self, key: "petrol") { Diesel() }
        #expect(Car(plate: "A 3").text == "A 3: 90, diesel")
        #expect(Dashboard().power == 90)
      }
    }
  }
#endif
