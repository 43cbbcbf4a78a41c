import Stitcher

// Types that are known only when the program runs.
protocol Repository { associatedtype Model: Sendable }

class Base: @unchecked Sendable {}  // Safe: an example.
final class Sub: Base, @unchecked Sendable {}  // Safe: an example.

struct Bag<Element: Sendable>: Sendable, DependencyContainingCollection {
  let elements: [Element]
  var startIndex: Int { elements.startIndex }
  var endIndex: Int { elements.endIndex }
  subscript(position: Int) -> Element { elements[position] }
  func index(after index: Int) -> Int { index + 1 }
  init() { elements = [] }
  init(_ elements: some Sequence<Element>) { self.elements = Array(elements) }
}

struct Rule: Sendable {}

let app = DependencyContainer { Dependency { Sub() } }

struct Screen {
  @Injected(type: Sub.self) var sub: Base
}

func load<R: Repository>(_ repository: R.Type, kind: Base.Type) throws {
  let model: R.Model = try DependencyGraph.inject()
  let base = try DependencyGraph.inject(byType: kind)
  let rules: Bag<Rule> = try DependencyGraph.inject()
  print(model, base, rules, try DependencyGraph.inject() as Sub)
}
