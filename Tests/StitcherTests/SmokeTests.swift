import Observation
import Stitcher
import Testing

protocol Vehicle: Sendable {}
final class Car: Vehicle, Sendable {}
struct Wheel: Hashable {}
final class Garage: Sendable {
  let size: Int
  init(_ size: Int) { self.size = size }
}
enum Names: String { case car }

@Observable final class Model: @unchecked Sendable {
  var isOn = false
}

final class Holder {
  @Injected var car: Car
  @Injected var maybe: Wheel?
  @Injected var all: [any Vehicle]
  @Injected(name: Names.car) var named: any Vehicle
  @Injected(value: 3) var valued: Car
  @Injected(5) var garage: Garage
  init() {}
}
final class H1 { @Injected var car: Car; init() {} }
final class H2 { @Injected var car: Car?; init() {} }
final class H3 { @Injected var car: [any Vehicle]; init() {} }
final class H4 { @Injected(5) var car: Garage; init() {} }
final class H5 { @Injected() var car: Garage; init() {}
}

@Suite(.serialized) struct SmokeTests {
  @Test func works() async throws {
    let model = Model()
    let container = DependencyContainer {
      Dependency { Car() }.conforms(to: (any Vehicle).self).scope(.singleton)
      Dependency { size in Garage(size) }.scope(.instance)
      Dependency(named: Names.car) { Car() }
      Dependency { Car() }.associated(with: 3)
      if model.isOn { Wheel() }
    }
    await DependencyGraph.activate(container)
    let holder = Holder()
    #expect(holder.car === holder.car)
    #expect(holder.maybe == nil)
    #expect(holder.all.count == 1)
    #expect(holder.named is Car)
    #expect(holder.garage.size == 5)
    let garage: Garage = try DependencyGraph.inject(byType: Garage.self, 7)
    #expect(garage.size == 7)
    _ = holder.valued
    let a: Car = try DependencyGraph.inject()
    let b: Car? = try DependencyGraph.inject()
    let c: [Car] = try DependencyGraph.inject()
    let d: Set<Wheel> = try DependencyGraph.inject()
    let e: Car? = try DependencyGraph.inject(byType: Car?.self)
    #expect(a === b && c.count == 1 && d.isEmpty && e === a)
    var events = DependencyGraph.graphChangedPublisher.makeAsyncIterator()
    model.isOn = true
    _ = await events.next()
    #expect(holder.maybe != nil)
    do {
      let _: Model = try DependencyGraph.inject()
      Issue.record()
    } catch let error as InjectionError { print(String(reflecting: error)) }
    await DependencyGraph.activate(DependencyContainer { 3; "x" })
    DependencyGraph.deactivateAll()
  }
}
