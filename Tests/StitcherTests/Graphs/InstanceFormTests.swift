import Stitcher
import StitcherTestSupport
import Testing

/// Every static form exists on a graph, and acts on it.
@Suite(.timeLimit(.minutes(10))) struct InstanceFormTests {
  final class Note: Hashable, Sendable {
    let text: String
    init(_ text: String) { self.text = text }
    static func == (one: Note, other: Note) -> Bool { one.text == other.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  enum Name: String { case note }

  struct Described: CustomStringConvertible { var description: String { "note" } }

  let graph = DependencyGraph.process.isolated {
    Dependency { Note("type") }.scope(.instance)
    Dependency { (text: String) in Note(text) }.scope(.instance)
    Dependency(named: "note") { Note("name") }.scope(.instance)
    Dependency(named: "note") { (text: String) in Note("name \(text)") }.scope(.instance)
    Dependency(for: 7) { Note("value") }.scope(.instance)
    Dependency(for: 7) { (text: String) in Note("value \(text)") }.scope(.instance)
  }

  @Test func byType() throws {
    let one: Note = try graph.inject()
    let maybe: Note? = try graph.inject()
    let all: [Note] = try graph.inject()
    let set: Set<Note> = try graph.inject()
    #expect([one, maybe!, all[0], set.first!].map(\.text) == ["type", "type", "type", "type"])
    #expect(try graph.inject(byType: Note.self).text == "type")
    #expect(try (graph.inject(byType: Note?.self) as Note?)?.text == "type")
    #expect(try (graph.inject(byType: Note?.self) as Note??)??.text == "type")
    #expect(try graph.inject(byType: [Note].self).count == 1)
    #expect(try graph.inject(byType: Engine.self) as Engine? == nil)
    #expect(throws: InjectionError.missingDependency(.type("Engine"))) {
      try graph.inject(byType: Engine.self) as Engine
    }
    func generic<T>(_ type: T.Type) throws -> T { try graph.inject(byType: type) }
    #expect(try generic(Note?.self)?.text == "type")
    #expect(try generic([Note].self).count == 1)
    #expect(try generic(Engine?.self) == nil)
  }

  @Test func byTypeWithParameters() throws {
    let one: Note = try graph.inject(parameters: "a")
    let maybe: Note? = try graph.inject(parameters: "b")
    let all: [Note] = try graph.inject(parameters: "c")
    #expect([one, maybe!, all[0]].map(\.text) == ["a", "b", "c"])
    #expect(try graph.inject(byType: Note.self, parameters: "d").text == "d")
    #expect(try (graph.inject(byType: Note?.self, parameters: "e") as Note?)?.text == "e")
    #expect(try (graph.inject(byType: Note?.self, parameters: "e") as Note??)??.text == "e")
    #expect(try graph.inject(byType: Note.self, "f").text == "f")
    #expect(try (graph.inject(byType: Note?.self, "g") as Note?)?.text == "g")
    #expect(try (graph.inject(byType: Note?.self, "g") as Note??)??.text == "g")
    #expect(try graph.inject(byType: [Note].self, "h").map(\.text) == ["h"])
    #expect(try graph.inject(byType: Note.self, 5) as Note? == nil)
  }

  @Test func byName() throws {
    #expect(try (graph.inject(byName: "note") as Note).text == "name")
    #expect(try (graph.inject(byName: Name.note) as Note).text == "name")
    #expect(try (graph.inject(byName: Described()) as Note).text == "name")
    #expect(try (graph.inject(byName: "note", parameters: "a") as Note).text == "name a")
    #expect(try (graph.inject(byName: Name.note, parameters: "a") as Note).text == "name a")
    #expect(try (graph.inject(byName: Described(), parameters: "a") as Note).text == "name a")
    #expect(try (graph.inject(byName: "note", "a") as Note).text == "name a")
    #expect(try (graph.inject(byName: Name.note, "a") as Note).text == "name a")
    #expect(try (graph.inject(byName: Described(), "a") as Note).text == "name a")
    #expect(throws: InjectionError.missingDependency(.name("none"))) {
      try graph.inject(byName: "none") as Note
    }
  }

  @Test func byValue() throws {
    #expect(try (graph.inject(byValue: 7) as Note).text == "value")
    #expect(try (graph.inject(byValue: 7, parameters: "a") as Note).text == "value a")
    #expect(try (graph.inject(byValue: 7, "a") as Note).text == "value a")
    #expect(throws: InjectionError.missingDependency(.value(8))) {
      try graph.inject(byValue: 8) as Note
    }
  }

  @Test func staticFormsActOnTheCurrentGraph() throws {
    try graph.run { () throws in
      #expect(try DependencyGraph.inject(byType: Note.self).text == "type")
      #expect(try (DependencyGraph.inject() as Note?)?.text == "type")
      #expect(try DependencyGraph.inject(byType: [Note].self).count == 1)
      #expect(try DependencyGraph.inject(byType: Note.self, parameters: "a").text == "a")
      #expect(try (DependencyGraph.inject(parameters: "a") as Note?)?.text == "a")
      #expect(try DependencyGraph.inject(byType: [Note].self, parameters: "a").count == 1)
      #expect(try (DependencyGraph.inject(byName: "note") as Note).text == "name")
      #expect(try (DependencyGraph.inject(byName: "note", "a") as Note).text == "name a")
      #expect(try (DependencyGraph.inject(byValue: 7) as Note).text == "value")
      #expect(try (DependencyGraph.inject(byValue: 7, "a") as Note).text == "value a")
      DependencyGraph.validate { #expect($0.count == 6) }
      DependencyGraph.releaseUnusedStorage()
      DependencyGraph.deactivateAll()
      DependencyGraph.validate { #expect($0.isEmpty) }
    }
  }

  @Test func validationSeesTheParents() {
    let child = graph.child { 5 }
    child.validate { #expect($0.count == 7) }
    graph.validate { #expect($0.count == 6) }
    child.releaseUnusedStorage()
  }
}
