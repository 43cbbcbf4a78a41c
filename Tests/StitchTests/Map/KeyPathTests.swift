import Stitch
import StitcherTestSupport
import StitcherTesting
import Testing

private protocol Greeter: Sendable { var greeting: String { get } }
private struct English: Greeter { let greeting = "hello" }
private struct German: Greeter { let greeting = "hallo" }

extension DependencyMap {
  private struct GreeterKey: DependencyKey {
    static let dependency: any Greeter = English()
  }
  fileprivate var greeter: any Greeter {
    get { resolve(key: GreeterKey.self) }
    set { register(key: GreeterKey.self, dependency: newValue) }
  }

  fileprivate enum ListKey: DependencyKey { static let dependency = [1] }
  fileprivate var list: [Int] {
    get { resolve(key: ListKey.self) }
    set { register(key: ListKey.self, dependency: newValue) }
  }
  fileprivate subscript(position: Int) -> Int {
    get { list[position] }
    set { list[position] = newValue }
  }

  fileprivate enum AdoptedKey: DependencyKey { static let dependency = 0 }
  fileprivate var adopted: Int {
    get { resolve(key: AdoptedKey.self) }
    set { register(key: AdoptedKey.self, dependency: newValue) }
  }
}

private final class Node {
  let number: Int
  var next: Node?
  init(_ number: Int) { self.number = number }
}

private struct Tree { var number = 1, children: [Tree] = [] }

private struct Outer { var inner: Tracked }

extension DependencyMap {
  private enum UnmadeKey<Value>: DependencyKey {
    static var dependency: Value { fatalError("the default was made") }
  }
  fileprivate var unmade: Tracked {
    get { resolve(key: UnmadeKey<Tracked>.self) }
    set { register(key: UnmadeKey<Tracked>.self, dependency: newValue) }
  }
  fileprivate subscript(unmade position: Int) -> Tracked? {
    get { resolve(key: UnmadeKey<Tracked?>.self) }
    set { register(key: UnmadeKey<Tracked?>.self, dependency: newValue) }
  }
  fileprivate var unmadeClosure: () -> Int {
    get { resolve(key: UnmadeKey<() -> Int>.self) }
    set { register(key: UnmadeKey<() -> Int>.self, dependency: newValue) }
  }
  fileprivate var unmadeGreeter: any Greeter {
    get { resolve(key: UnmadeKey<any Greeter>.self) }
    set { register(key: UnmadeKey<any Greeter>.self, dependency: newValue) }
  }

  private enum NodeKey: DependencyKey { static var dependency: Node? { Node(1) } }
  fileprivate var node: Node! {
    get { resolve(key: NodeKey.self) }
    set { register(key: NodeKey.self, dependency: newValue) }
  }
  private enum TreeKey: DependencyKey {
    static var dependency: Tree { Tree(children: [Tree(number: 2), Tree(number: 3)]) }
  }
  fileprivate var tree: Tree {
    get { resolve(key: TreeKey.self) }
    set { register(key: TreeKey.self, dependency: newValue) }
  }

  private enum InnerKey: DependencyKey { static let dependency = Tracked(1) }
  fileprivate var inner: Tracked { resolve(key: InnerKey.self) }
  private enum OuterKey: DependencyKey {
    static var dependency: Outer { Outer(inner: DependencyMap.map.inner) }
  }
  fileprivate var outer: Outer {
    get { resolve(key: OuterKey.self) }
    set { register(key: OuterKey.self, dependency: newValue) }
  }
}

private struct Registrant: DependencyRegistrant {}
private final class Resolver: DependencyResolver {}
private actor Both: DependencyLifecycleScope {
  nonisolated func bump() { register(\.adopted, dependency: resolve(\.adopted) + 1) }
}

/// Key paths of the map.
@Suite(.dependencies()) struct KeyPathTests {
  @Test func registeringAndResolvingAreInStep() {
    #expect(DependencyMap.resolve(\.greeter).greeting == "hello")
    Registrant().register(\.greeter, dependency: German())
    #expect(Resolver().resolve(\.greeter).greeting == "hallo")
    #expect(Resolver.resolve(\.greeter).greeting == "hallo")
    #expect(DependencyMap.resolve(\.greeter) is German)
    #expect(DependencyMap.map[keyPath: \.greeter] is German)
    DependencyMap.map[keyPath: \.greeter] = English()
    #expect(Resolver().resolve(\.greeter) is English)
  }

  @Test func keyAndKeyPathAreInStep() {
    let registrant = Registrant()
    registrant.register(key: DependencyMap.ListKey.self, dependency: [2, 3])
    #expect(DependencyMap.resolve(\.list) == [2, 3])
    registrant.register(\.list, dependency: [4, 5])
    #expect(Resolver().resolve(key: DependencyMap.ListKey.self) == [4, 5])
    // The element of a value, the same through a subscript of the map, and a key path from a
    // variable.
    registrant.register(\.list[0], dependency: 6)
    registrant.register(\.[1], dependency: 7)
    #expect(DependencyMap.resolve(\.list) == [6, 7])
    let keyPath: WritableKeyPath<DependencyMap, Int> = \.[1]
    registrant.register(keyPath, dependency: 8)
    #expect(DependencyMap.resolve(keyPath) == 8)
    #expect(Resolver().resolve(\.list) == [6, 8])
  }

  @Test func aRegistrationBeforeTheFirstReadNeverMakesTheDefault() {
    let resolver = Resolver()
    Registrant().register(\.unmade, dependency: Tracked(1))
    #expect(resolver.resolve(\.unmade).number == 1)
    let keyPath: WritableKeyPath<DependencyMap, Tracked?> = \.[unmade: 0]
    Registrant().register(keyPath, dependency: Tracked(2))
    #expect(DependencyMap.resolve(keyPath)?.number == 2)
    Registrant().register(\.unmadeClosure, dependency: { 3 })
    #expect(DependencyMap.resolve(\.unmadeClosure)() == 3)
    Registrant().register(\.unmadeGreeter, dependency: German())
    #expect(DependencyMap.resolve(\.unmadeGreeter).greeting == "hallo")
  }

  @Test func aPartOfADependencyIsWrittenIntoTheDefault() {
    // The part has the same type as the whole, so only the key path distinguishes them.
    Registrant().register(\.node.next, dependency: Node(2))
    #expect(DependencyMap.resolve(\.node).number == 1)
    #expect(DependencyMap.resolve(\.node.next)?.number == 2)
    Registrant().register(\.tree.children[0], dependency: Tree(number: 4))
    #expect(DependencyMap.resolve(\.tree).number == 1)
    #expect(DependencyMap.resolve(\.tree.children).map(\.number) == [4, 3])
  }

  @Test func whatAWriteRunsIsNoPartOfIt() {
    Registrant().register(\.outer.inner, dependency: Tracked(5))
    #expect(DependencyMap.map.inner.number == 1, "made by the default of the outer one")
    #expect(DependencyMap.resolve(\.outer.inner).number == 5)
  }

  @Test func anyTypeAdoptsTheProtocols() {
    let both = Both()
    both.bump()
    both.bump()
    #expect(Both.resolve(\.adopted) == 2)
  }
}
