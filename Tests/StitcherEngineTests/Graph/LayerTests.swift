import StitcherEngine
import StitcherTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct LayerTests {
  let near = Registry(isEditable: true)
  let far = Registry(isEditable: true)
  let graph = Graph()

  init() {
    graph.activate(near)
    graph.activate(far, layer: 1)
  }

  @Test func aNearerLayerHidesWhatAFurtherOneHas() throws {
    far.edit { $0.insert(.type(Int.self) { 1 }) }
    #expect(try graph.resolve(Int.self) == 1)
    let override = Registration.type(Int.self, scope: .singleton) { 2 }
    near.edit { $0.insert(override) }
    #expect(try graph.resolve(Int.self) == 2)
    #expect(try graph.resolveAll(Int.self) == [2])
    near.edit { $0.remove(override) }
    #expect(try graph.resolve(Int.self) == 1)
  }

  @Test func onlyTheSameParametersAreHidden() throws {
    far.edit { edit in
      edit.insert(.type(String.self) { "far" })
      edit.insert(.type(String.self) { (number: Int) in "far \(number)" })
    }
    near.edit { $0.insert(.type(String.self) { "near" }) }
    #expect(try graph.resolve(String.self) == "near")
    #expect(try graph.resolve(String.self, arguments: 5) == "far 5")
  }

  @Test func candidatesOfOneLayerAreStillAmbiguous() {
    let other = Registry(isEditable: true)
    graph.activate(other, layer: 1)
    far.edit { $0.insert(.type(Int.self) { 1 }) }
    other.edit { $0.insert(.type(Int.self, scope: .singleton) { 2 }) }
    #expect(failure { try graph.resolve(Int.self) } == .multiple(.type(Int.self), count: 2))
    near.edit { $0.insert(.type(Int.self, isEager: true) { 3 }) }
    #expect((try? graph.resolve(Int.self)) == 3)
  }

  @Test func anInstanceOfAFurtherLayerIsTheSameInEachGraph() throws {
    let own = Graph()
    own.activate(far)
    far.edit { $0.insert(.type(Engine.self, scope: .singleton) { Engine() }) }
    #expect(try graph.resolve(Engine.self) === own.resolve(Engine.self))
  }

  @Test func aFactoryCanTellWhoAsks() throws {
    let asked = Graph()
    let owner = Engine()
    let other = Engine()
    let hasOwner = Registry(isEditable: true)
    asked.activate(hasOwner)
    graph.activate(hasOwner)
    graph.setOwner(owner)
    asked.setOwner(other)
    hasOwner.edit {
      $0.insert(.type(UInt.self) { UInt(bitPattern: Graph.askingOwner) })
    }
    #expect(Graph.askingOwner == nil)
    #expect(try graph.resolve(UInt.self) == UInt(bitPattern: address(of: owner)))
    #expect(try asked.resolve(UInt.self) == UInt(bitPattern: address(of: other)))
  }

  private func address(of object: AnyObject) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(object).toOpaque()
  }
}
