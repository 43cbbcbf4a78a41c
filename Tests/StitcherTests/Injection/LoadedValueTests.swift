import Stitcher
import StitcherTesting
import Testing

/// `loadedValue()`: a read that throws instead of stopping the program.
@Suite(.dependencies()) struct LoadedValueTests {
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

  enum Card: String { case gold = "loaded-value-gold" }

  struct CardHolder {
    static let line: UInt = #line + 1
    @Injected(1, Card.gold) var card: Missing

    static let describe: @Sendable (() throws -> Void) -> String = { load in
      do { try load() } catch let error as InjectionError { return error.description } catch {}
      return "none"
    }
    func failures() -> [String] {
      [
        { _ = try _card.loadedValue() }, { try _card.loadIfNeeded() }, { try _card.reload() },
      ].map(Self.describe)
    }
  }

  @Test func anErrorSaysThatANameWasPassedAsAParameter() throws {
    let container = DependencyContainer { Dependency(named: Card.gold) { 1 } }
    try withActive(container) {
      let hint = """
        Injected at \(#fileID):\(CardHolder.line).
        'loaded-value-gold' is passed as a parameter; it is also the name of a dependency, which '@Injected(name: "loaded-value-gold")' injects.
        """
      for failure in CardHolder().failures() {
        #expect(failure.split(separator: "\n")[2...3].joined(separator: "\n") == hint)
      }
    }
  }
}
