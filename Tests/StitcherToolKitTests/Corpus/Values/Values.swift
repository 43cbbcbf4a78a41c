import Stitcher

enum Region: Hashable { case north, south, east }

enum Key: Hashable {
  case number(Int)
  case plain
}

struct Limit: Hashable {
  var number: Int
  static let small = Limit(number: 1)
  static let little = Limit(number: 1)
}

let app = DependencyContainer {
  Dependency(for: Region.north) { "north" }
  Dependency { "seven" }.associated(with: 7)
  Dependency(for: "text") { "text" }
  Dependency(for: Limit.small) { "small" }
}

func run() throws {
  let texts: [String] = [
    try DependencyGraph.inject(byValue: Region.north),
    try DependencyGraph.inject(byValue: Region.east),
    try DependencyGraph.inject(byValue: 7),
    try DependencyGraph.inject(byValue: 8),
    try DependencyGraph.inject(byValue: "text"),
    try DependencyGraph.inject(byValue: UInt8(7)),
    // Another constant may be equal.
    try DependencyGraph.inject(byValue: Limit.little),
    try DependencyGraph.inject(byValue: Key.plain),
    try DependencyGraph.inject(byValue: true),
  ]
  print(texts)
}
