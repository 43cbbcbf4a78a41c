import Stitcher

struct Place: Hashable, Sendable {}

struct File: Sendable {
  init(_ place: Place, _ size: Int) {}
}

struct Note: Sendable {}
final class Draft: Sendable {}

let app = DependencyContainer {
  Dependency { (place: Place, size: Int) in File(place, size) }
  Dependency { Note() }
  Dependency(named: "draft") { (title: String) in Draft() }
}

struct Screen {
  @Injected(Place(), 1) var file: File
  @Injected var none: File
  @Injected(name: "draft", "title") var draft: Draft
  @Injected(name: "draft", 1) var numbered: Draft
}

func run() throws {
  let file: File = try DependencyGraph.inject(parameters: Place(), 1)
  let first: File = try DependencyGraph.inject(byType: File.self, Place(), 1)
  let turned: File = try DependencyGraph.inject(parameters: 1, Place())
  let none: File = try DependencyGraph.inject()
  let note: Note = try DependencyGraph.inject(parameters: 1)
  let draft: Draft = try DependencyGraph.inject(byName: "draft", "title")
  let all: [File] = try DependencyGraph.inject()
  let optional: File? = try DependencyGraph.inject()
  print(file, first, turned, none, note, draft, all, optional as Any)
}
