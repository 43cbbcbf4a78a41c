import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

private protocol Sound: Sendable { var name: String { get } }

// Safe: all of them are constants.
private class Animal: @unchecked Sendable {}
private final class Dog: Animal, Sound, @unchecked Sendable { let name = "dog" }  // Safe: as above.
private final class Cat: Animal, Sound, @unchecked Sendable { let name = "cat" }  // Safe: as above.

private struct Bell: Sound {
  let pitch: Int32
  var name: String { "bell \(pitch)" }
}

/// Factories that return optionals, injected as a protocol to which the wrapped type conforms.
///
/// The cast of one instance must not determine that of the next one.
@Suite(.dependencies()) struct OptionalProductTests {
  @Test func anObjectMayBeFollowedByAnotherOneAndByNil() throws {
    let made = Counter()
    let graph = DependencyGraph.current.isolated {
      Dependency { () -> Animal? in
        made.count()
        return [Dog(), Cat(), nil, Dog()][made.value - 1]
      }.conforms(to: (any Sound).self).scope(.instance)
    }
    #expect(try (graph.inject() as any Sound).name == "dog")
    #expect(try (graph.inject() as any Sound).name == "cat")
    #expect(throws: InjectionError.self) { try (graph.inject() as any Sound).name }
    #expect(try (graph.inject() as any Sound).name == "dog")
  }

  @Test(arguments: [true, false])
  func aValueMayBeFollowedByNil(isDecorated: Bool) throws {
    let made = Counter()
    let graph = DependencyGraph.current.isolated {
      Dependency { () -> Bell? in
        made.count()
        return [Bell(pitch: 1), nil, Bell(pitch: 3)][made.value - 1]
      }.conforms(to: (any Sound).self).scope(.instance)
      if isDecorated { Decorator((any Sound).self) { $0 } }
    }
    #expect(try (graph.inject() as any Sound).name == "bell 1")
    #expect(throws: InjectionError.self) { try (graph.inject() as any Sound).name }
    #expect(try (graph.inject() as any Sound).name == "bell 3")
  }
}
