import Stitcher

protocol Reading: Sendable {}
protocol Writing: Sendable {}
struct File: Reading, Writing {}
struct Clock: Sendable {}

typealias Time = Clock
typealias Both = Reading & Writing
typealias Pair<T> = (T, T)
enum Nested { typealias Hidden = Clock }

let app = DependencyContainer {
  Dependency { Time() }
  Dependency { File() }
    .conforms(to: (any Reading & Writing).self)
  Dependency { (1, 2) as Pair<Int> }
  Dependency { Set([1]) as Set<Int> }
}

func run() throws {
  let clock: Clock = try DependencyGraph.inject()
  let hidden: Nested.Hidden = try DependencyGraph.inject()
  let turned: any Writing & Reading = try DependencyGraph.inject()
  let both: any Both = try DependencyGraph.inject()
  let sendable: any Both & Sendable = try DependencyGraph.inject()
  let pair: (Int, Int) = try DependencyGraph.inject()
  let labels: (x: Int, y: Int) = try DependencyGraph.inject()
  let reading: any Reading = try DependencyGraph.inject()
  print(clock, hidden, turned, both, sendable, pair, labels, reading)
}
