import Foundation
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// The stored value of a property, and its lifetime.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct InjectedStorageTests {
  /// A collection type that a user of the library defines.
  struct Bag<Element>: DependencyContainingCollection {
    var elements: [Element]
    init<S: Sequence>(_ sequence: S) where S.Element == Element { elements = Array(sequence) }
    var startIndex: Int { elements.startIndex }
    var endIndex: Int { elements.endIndex }
    func index(after i: Int) -> Int { i + 1 }
    subscript(position: Int) -> Element { elements[position] }
  }

  @Test func noEmptyCollectionIsKept() throws {
    struct Late: Hashable {}
    struct Holder {
      @Injected var set: Set<Late>
      @Injected var dictionary: [String: Late]
      @Injected var bag: Bag<Late>
    }
    let holder = Holder()
    #expect(holder.set.isEmpty && holder.dictionary.isEmpty && holder.bag.isEmpty)
    let empty = DependencyContainer { Dependency { [String: Late]() } }
    try withActive(empty) { #expect(holder.dictionary.isEmpty) }
    let container = DependencyContainer {
      Late()
      Dependency { ["late": Late()] }
    }
    try withActive(container) { () throws in
      #expect(holder.set.count == 1 && holder.dictionary.count == 1 && holder.bag.count == 1)
    }
    #expect(holder.set.count == 1 && holder.dictionary.count == 1 && holder.bag.count == 1)
  }

  @Test func whatIsMissingUnderANameIsEmptyWhereItCanBe() {
    struct Holder {
      @Injected(name: "storage-none") var set: Set<Int>
      @Injected(name: "storage-none") var array: [Int]
      @Injected(name: "storage-none") var dictionary: [String: Int]
      @Injected(name: "storage-none") var optional: Int?
    }
    let holder = Holder()
    #expect(holder.set == [] && holder.array == [] && holder.dictionary == [:])
    #expect(holder.optional == nil)
  }

  @Test func whatWasInjectedBeforeAReloadIsNotKept() throws {
    final class Service: Sendable {}
    let made = Counter()
    let property = Injected<Service>()
    let container = DependencyContainer {
      Dependency {
        made.count()
        // The reload fails, since the service is being created; but it has dropped the value.
        if made.value == 1 { _ = try? property.reload() }
        return Service()
      }
      .scope(.instance)
    }
    try withActive(container) { () throws in
      let first = property.wrappedValue
      #expect(made.value == 1)
      let second = property.wrappedValue
      #expect(second !== first)
      #expect(property.wrappedValue === second)
      #expect(made.value == 2)
    }
  }

  @Test func aReloadReleasesTheValue() throws {
    final class Service: Sendable {}
    let property = Injected<Service>()
    let container = DependencyContainer { Dependency { Service() }.scope(.instance) }
    try withActive(container) { () throws in
      weak var first: Service?
      first = property.wrappedValue
      #expect(first != nil)
      try property.reload()
      #expect(first == nil)
    }
  }

  @Test(arguments: [true, false])
  func whatThreadsReadForTheFirstTimeIsReleased(isSingleton: Bool) throws {
    let lifetimes = Lifetimes()
    let count = fewerInDebug(4_000)
    do {
      let container = DependencyContainer {
        Dependency { Tracked(lifetimes) }.scope(isSingleton ? .singleton : .instance)
      }
      try withActive(container) {
        let properties = (0..<count).map { _ in Injected<Tracked>() }
        runBoundThreads(4) { number in
          for property in properties {
            #expect(property.wrappedValue.number == 0)
            if number == 0 { try? property.reload() }
          }
        }
      }
    }
    #expect(lifetimes.living == 0)
    // Each property is read, and reloaded once.
    #expect(isSingleton ? lifetimes.inits == 1 : lifetimes.inits >= 2 * count)
  }

  @Test func aSecondAutoreloadChangesNothing() async {
    await #expect(processExitsWith: .success) {
      let made = Counter()
      let container = DependencyContainer {
        Dependency {
          made.count()
          return Thing()
        }
        .scope(.instance)
      }
      DependencyGraph.activate(container) {}
      let property = Injected<Thing>()
      property.autoreload()
      property.autoreload()
      #expect(made.value == 0)
      DependencyGraph.activate(DependencyContainer()) {}
      #expect(made.value == 1)
    }
  }
}
