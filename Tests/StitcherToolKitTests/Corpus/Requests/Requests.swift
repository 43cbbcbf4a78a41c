import Stitcher

protocol Store<Item>: Sendable { associatedtype Item }
struct Files: Store { typealias Item = Int }
protocol Holder: AnyObject, Sendable {}
final class Holding: Holder {}
struct Box<Content: Sendable>: Sendable {}
enum Scope { struct Inner: Sendable {} }

let app = DependencyContainer {
  Dependency { Files() }
    .conforms(to: (any Store<Int>).self)
  Dependency { Holding() }
    .conforms(to: (any Holder).self)
  Dependency { Box<Int>() }
  Dependency { Scope.Inner() }
  Dependency { { 1 } as @Sendable () -> Int }
  Dependency { "text" }
}

struct Screen {
  @Injected(type: Box<Int>.self) var box: Box<Int>
  @Injected var boxes: [Box<Int>]
  @Injected var few: Set<Int>
  @Injected var other: Box<String>
  @Injected(name: "names") var names: [String]
  @Injected(name: "name") var name: String?
}

struct Generic<Value> {
  @Injected var value: Value
}

func run<Value>(_ type: Value.Type) throws {
  let store: any Store<Int> = try DependencyGraph.inject()
  let holder: any Holder & AnyObject = try DependencyGraph.inject()
  let inner = try DependencyGraph.inject(byType: Scope.Inner.self)
  let function: @Sendable () -> Int = try DependencyGraph.inject()
  let text: String = try DependencyGraph.inject()
  let generic: Box<Int> = try DependencyGraph.inject()
  let value = try DependencyGraph.inject(byType: Value.self)
  let map: [String: Int] = try DependencyGraph.inject()
  let texts: any Store<String> = try DependencyGraph.inject()
  print(store, holder, inner as Any, function(), text, generic, value as Any, map, texts)
}

func local() throws {
  struct Local: Sendable {}
  let local: Local = try DependencyGraph.inject()
  print(local)
}
