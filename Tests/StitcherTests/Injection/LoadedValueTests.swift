import Stitcher
import Testing

/// `loadedValue()`: a read that throws instead of stopping the program.
@Suite struct LoadedValueTests {
  final class Service: Sendable {}
  struct Missing: Sendable {}
  final class Outer: Sendable { init(_ missing: Missing) {} }

  struct Holder {
    @Injected var service: Service
    @Injected var missing: Missing
    @Injected var optional: Missing?
    @Injected var array: [Missing]
    @Injected(name: "loaded-value-none") var dictionary: [String: Missing]
    @Injected var outer: Outer?
    @Injected("loaded-value") var parameter: Service

    func load() throws -> Service { try _service.loadedValue() }
    func failures() -> [String] {
      [
        { _ = try _missing.loadedValue() }, { _ = try _outer.loadedValue() },
        { _ = try _parameter.loadedValue() }, { try _parameter.loadIfNeeded() },
      ].map { (load: () throws -> Void) in
        do { try load() } catch let error as InjectionError { return error.summary } catch {}
        return "none"
      }
    }
    func areEmpty() throws -> Bool {
      try _optional.loadedValue() == nil && _array.loadedValue().isEmpty
        && _dictionary.loadedValue().isEmpty
    }
  }

  @Test func itIsKeptOrAnError() throws {
    let container = DependencyContainer {
      Dependency { Service() }.scope(.instance)
      Dependency { Outer(try DependencyGraph.inject()) }
      Dependency(named: "loaded-value") { 1 }
    }
    try withActive(container) {
      let holder = Holder()
      let first = try holder.load()
      #expect(try holder.load() === first)
      #expect(holder.service === first)
      #expect(try holder.areEmpty())
      let missing = "No dependency could be found for Type[Missing]."
      #expect(
        holder.failures() == [
          missing, missing, "No dependency could be found for Type[Service].",
          "No dependency could be found for Type[Service].",
        ])
    }
  }
}
