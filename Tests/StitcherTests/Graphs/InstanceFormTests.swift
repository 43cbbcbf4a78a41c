import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

/// Every static form has a counterpart on a graph, which uses that graph.
@Suite(.timeLimit(.minutes(10)), .dependencies()) struct InstanceFormTests {
  final class Note: Hashable, Sendable {
    let text: String
    init(_ text: String) { self.text = text }
    static func == (one: Note, other: Note) -> Bool { one.text == other.text }
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  enum Name: String { case note = "instance form" }

  /// A type that is never registered.
  final class Nothing: Sendable {}

  struct Described: CustomStringConvertible { var description: String { "instance form" } }

  let graph = DependencyGraph.process.isolated {
    Dependency { Note("type") }.scope(.instance)
    Dependency { (text: String) in Note(text) }.scope(.instance)
    Dependency(named: "instance form") { Note("name") }.scope(.instance)
    Dependency(named: "instance form") { (text: String) in Note("name \(text)") }.scope(.instance)
    Dependency(for: "form") { Note("value") }.scope(.instance)
    Dependency(for: "form") { (text: String) in Note("value \(text)") }.scope(.instance)
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
    #expect(try graph.inject(byType: Nothing.self) as Nothing? == nil)
    #expect(throws: InjectionError.missingDependency(.type("Nothing"))) {
      try graph.inject(byType: Nothing.self) as Nothing
    }
    func generic<T>(_ type: T.Type) throws -> T { try graph.inject(byType: type) }
    #expect(try generic(Note?.self)?.text == "type")
    #expect(try generic([Note].self).count == 1)
    #expect(try generic(Nothing?.self) == nil)
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
    #expect(try (graph.inject(byName: "instance form") as Note).text == "name")
    #expect(try (graph.inject(byName: Name.note) as Note).text == "name")
    #expect(try (graph.inject(byName: Described()) as Note).text == "name")
    #expect(try (graph.inject(byName: "instance form", parameters: "a") as Note).text == "name a")
    #expect(try (graph.inject(byName: Name.note, parameters: "a") as Note).text == "name a")
    #expect(try (graph.inject(byName: Described(), parameters: "a") as Note).text == "name a")
    #expect(try (graph.inject(byName: "instance form", "a") as Note).text == "name a")
    #expect(try (graph.inject(byName: Name.note, "a") as Note).text == "name a")
    #expect(try (graph.inject(byName: Described(), "a") as Note).text == "name a")
    #expect(throws: InjectionError.missingDependency(.name("no such note"))) {
      try graph.inject(byName: "no such note") as Note
    }
  }

  @Test func byValue() throws {
    #expect(try (graph.inject(byValue: "form") as Note).text == "value")
    #expect(try (graph.inject(byValue: "form", parameters: "a") as Note).text == "value a")
    #expect(try (graph.inject(byValue: "form", "a") as Note).text == "value a")
    #expect(throws: InjectionError.missingDependency(.value("no such value"))) {
      try graph.inject(byValue: "no such value") as Note
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
      #expect(try (DependencyGraph.inject(byName: "instance form") as Note).text == "name")
      #expect(try (DependencyGraph.inject(byName: "instance form", "a") as Note).text == "name a")
      #expect(try (DependencyGraph.inject(byValue: "form") as Note).text == "value")
      #expect(try (DependencyGraph.inject(byValue: "form", "a") as Note).text == "value a")
      DependencyGraph.validate { #expect(notes(in: $0) == 6) }
      DependencyGraph.releaseUnusedStorage()
      DependencyGraph.deactivateAll()
      DependencyGraph.validate { #expect(notes(in: $0) == 0) }
    }
  }

  /// Returns the number of registrations of this test.
  func notes(in registrations: DependencyGraph.DependencyRegistrarProjection) -> Int {
    registrations.matches {
      $0.isLocatedBy(type: Note.self) || $0.isLocatedBy(name: "instance form")
        || $0.isLocatedBy(value: "form")
        || $0.isLocatedBy(name: "instance form of a child")
    }.count
  }

  @Test func validationSeesTheParents() {
    let child = graph.child { Dependency(named: "instance form of a child") { Note("child") } }
    child.validate { #expect(notes(in: $0) == 7) }
    graph.validate { #expect(notes(in: $0) == 6) }
    child.releaseUnusedStorage()
  }
}
