import Stitcher
import StitcherTesting
import Testing

@Suite(.dependencies()) struct ParameterTests {
  struct Call: Equatable {
    var texts: [String]
    init(_ values: any Hashable...) { texts = values.map { "\($0)" } }
  }

  let container = DependencyContainer {
    Dependency(named: "parameters") { Call() }
    Dependency(named: "parameters") { (a: Int) in Call(a) }
    Dependency(named: "parameters") { (a: Int, b: String) in Call(a, b) }
    Dependency(named: "parameters") { (a: Int, b: String, c: Bool) in Call(a, b, c) }
    Dependency(named: "parameters") { (a: Int, b: String, c: Bool, d: Double) in Call(a, b, c, d) }
    Dependency(named: "parameters") { (a: Int, b: Int, c: Int, d: Int, e: Int) in
      Call(a, b, c, d, e)
    }
    Dependency(named: "parameters") { (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int) in
      Call(a, b, c, d, e, f)
    }
    Dependency(named: "parameters") { (optional: Int?) in Call("optional") }
  }

  /// Injects by the name.
  private func inject<each Parameter: Hashable>(
    _ parameters: repeat each Parameter
  ) throws -> Call {
    try DependencyGraph.inject(byName: "parameters", parameters: repeat each parameters)
  }

  @Test func theParametersChooseTheFactory() throws {
    try withActive(container) { () throws in
      #expect(try inject() == Call())
      #expect(try inject(1) == Call(1))
      #expect(try inject(1, "x") == Call(1, "x"))
      #expect(try inject(1, "x", true) == Call(1, "x", true))
      #expect(try inject(1, "x", true, 2.5) == Call(1, "x", true, 2.5))
      #expect(try inject(1, 2, 3, 4, 5) == Call(1, 2, 3, 4, 5))
      #expect(try inject(1, 2, 3, 4, 5, 6) == Call(1, 2, 3, 4, 5, 6))
      #expect(try inject(Int?.some(1)) == Call("optional"))
    }
  }

  @Test func nothingIsConverted() throws {
    struct Sized: Equatable { var size: Double }
    let container = DependencyContainer { Dependency { (size: Double) in Sized(size: size) } }
    try withActive(container) { () throws in
      #expect(try DependencyGraph.inject(byType: Sized.self, 1.0) as Sized == Sized(size: 1))
      let wrong = 1
      #expect(throws: InjectionError.self) {
        try DependencyGraph.inject(byType: Sized.self, wrong) as Sized
      }
      #expect(throws: InjectionError.self) {
        try DependencyGraph.inject(byType: Sized.self, Double?.some(1)) as Sized
      }
      #expect(throws: InjectionError.self) {
        try DependencyGraph.inject(byType: Sized.self, AnyHashable(1.0)) as Sized
      }
      #expect(throws: InjectionError.self) { try DependencyGraph.inject() as Sized }
      #expect(throws: InjectionError.self) {
        try DependencyGraph.inject(byType: Sized.self, 1.0, 1.0) as Sized
      }
    }
  }

  @Test func wrongParametersAreAMissingDependency() throws {
    struct Sized: Equatable { var size: Int }
    let container = DependencyContainer { Dependency { (size: Int) in Sized(size: size) } }
    try withActive(container) { () throws in
      let error = try injectionError {
        try DependencyGraph.inject(byType: Sized.self, "1") as Sized
      }
      #expect(error == .missingDependency(.type("Sized")))
      #expect(try DependencyGraph.inject(byType: Sized.self, "1") as Sized? == nil)
      #expect(try DependencyGraph.inject() as [Sized] == [])
      #expect(try DependencyGraph.inject(byType: [Sized].self, 2) == [Sized(size: 2)])
    }
  }

  @Test func parametersMayBeErasedAndOfOwnTypes() throws {
    struct Location: Hashable { var path: String }
    struct Upload: Equatable { var path: String }
    struct Erased: Equatable { var value: AnyHashable }
    let container = DependencyContainer {
      Dependency { (location: Location) in Upload(path: location.path) }
      Dependency { (value: AnyHashable) in Erased(value: value) }
    }
    try withActive(container) { () throws in
      #expect(
        try DependencyGraph.inject(byType: Upload.self, Location(path: "a")) as Upload
          == Upload(path: "a"))
      #expect(
        try DependencyGraph.inject(parameters: AnyHashable(3)) as Erased == Erased(value: 3))
    }
  }

  @Test func aKeptInstanceIsReturnedForEqualParameters() throws {
    final class Kept: Sendable {
      let size: Int
      init(size: Int) { self.size = size }
    }
    let container = DependencyContainer {
      Dependency { size in Kept(size: size) }.scope(.singleton)
    }
    try withActive(container) { () throws in
      let first: Kept = try DependencyGraph.inject(parameters: 1)
      let second: Kept = try DependencyGraph.inject(parameters: 2)
      #expect((first.size, second.size) == (1, 2))
      #expect(try first === DependencyGraph.inject(parameters: 1) as Kept)
    }
  }

  @Test func factoriesOfDifferentParametersKeepTheirOwnInstances() throws {
    final class Kept: Sendable {}
    let container = DependencyContainer {
      Dependency { Kept() }.scope(.singleton)
      Dependency { (_: Int) in Kept() }.scope(.singleton)
      Dependency { (_: String) in Kept() }.scope(.instance)
    }
    try withActive(container) { () throws in
      let none: Kept = try DependencyGraph.inject()
      let one: Kept = try DependencyGraph.inject(parameters: 1)
      let text: Kept = try DependencyGraph.inject(parameters: "")
      let otherText: Kept = try DependencyGraph.inject(parameters: "")
      #expect(none !== one)
      #expect(text !== none && text !== one && text !== otherText)
      #expect(try DependencyGraph.inject() as Kept === none)
      #expect(try DependencyGraph.inject(parameters: 1) as Kept === one)
    }
  }
}
