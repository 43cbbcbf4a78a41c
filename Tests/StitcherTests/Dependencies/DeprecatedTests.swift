import Stitcher
import StitcherTesting
import Testing

/// Deprecated spellings still work.
@Suite(.dependencies()) struct DeprecatedTests {
  enum Raw: String { case name = "deprecated-raw" }
  struct Described: CustomStringConvertible { var description = "deprecated-described" }
  enum Both: String, CustomStringConvertible {
    case name = "deprecated-both"
    var description: String { "described" }
  }
  final class Base: Sendable {}

  @available(*, deprecated, message: "It tests what is deprecated.")
  @Test func misspelledLabelsWork() {
    let container = DependencyContainer {
      Dependency(dependecy: { Base() })
      Dependency(conformingTo: (any Sendable).self, dependecy: { 1 })
      Dependency(inheritingFrom: Base.self, dependecy: { "two" })
      Dependency(named: "deprecated-name", dependecy: { (size: Int) in size })
      Dependency(named: Raw.name, dependecy: { 1 })
      Dependency(named: Described(), dependecy: { 1 })
      Dependency(named: Both.name, dependecy: { 1 })
      Dependency(for: 7, dependecy: { 1 })
    }
    #expect(
      container
        == DependencyContainer {
          Dependency(dependency: { Base() })
          Dependency(conformingTo: (any Sendable).self, dependency: { 1 })
          Dependency(inheritingFrom: Base.self, dependency: { "two" })
          Dependency(named: "deprecated-name", dependency: { (size: Int) in size })
          Dependency(named: Raw.name, dependency: { 1 })
          Dependency(named: Described(), dependency: { 1 })
          Dependency(named: "deprecated-both", dependency: { 1 })
          Dependency(for: 7, dependency: { 1 })
        })
    #expect(container.registrar.count == 8)
  }

  @available(*, deprecated, message: "It tests what is deprecated.")
  @Test func optionalCollectionsAndTheFormerTypeWork() throws {
    struct Item: Equatable {}
    struct Holder {
      @Injected var all: [Item]?
      @Injected(collectionType: [Item]?.self) var typed: [Item]?
    }
    let holder = Holder()
    #expect(holder.all == [] && holder.typed == [])
    try withActive(DependencyContainer { Item() }) { () throws in
      #expect(holder.all == [Item()] && holder.typed == [Item()])
    }
    struct Sized: Equatable { let size: Int }
    let sized = Injected<[Sized]?>(collectionType: [Sized]?.self, 3)
    try withActive(DependencyContainer { Dependency { (size: Int) in Sized(size: size) } }) {
      () throws in
      #expect(sized.wrappedValue == [Sized(size: 3)])
    }
    let backtrace: DependencyCycleInstantationBacktrace? = nil
    #expect(type(of: backtrace) == DependencyCycleInstantiationBacktrace?.self)
  }
}
