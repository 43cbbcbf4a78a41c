import Stitcher
import StitcherTesting
import Testing

private final class Draft: Sendable {}
private final class EscapingModel: Sendable {
  private let injected = Injected<Draft>()
  var draft: Draft { injected.wrappedValue }
}

/// The state that a view keeps for a property.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct ViewInjectionTests {
  private func graph() -> DependencyGraph {
    DependencyGraph.process.isolated {
      Dependency { Draft() }
      Dependency(named: "kept") { Draft() }.scope(.singleton)
      Dependency { EscapingModel() }
      Dependency(named: "list") { (number: Int) in [number] }
    }
  }

  @Test func itInjectsFromTheGraphOfTheView() throws {
    let graph = graph()
    let kept = ViewInjection(Injected<Draft>(name: "kept"))
    let property = kept.property(in: graph)
    #expect(try property.value === graph.inject(byName: "kept"))
  }

  @Test func theValueIsKeptForEachGraph() {
    let (first, second) = (graph(), graph())
    let kept = ViewInjection(Injected<Draft>())
    let draft = kept.property(in: first).value
    #expect(kept.property(in: first).value === draft)
    #expect(kept.property(in: second).value !== draft)
  }

  @Test func withoutAGraphItInjectsWhereTheViewWasMade() throws {
    let graph = graph()
    let kept = graph.run { ViewInjection(Injected<Draft>(name: "kept")) }
    #expect(try kept.property(in: nil).value === graph.inject(byName: "kept"))
  }

  @Test func allFormsOfThePropertyMove() {
    let graph = graph()
    #expect(ViewInjection(Injected<[Int]>(name: "list", 3)).property(in: graph).value == [3])
    #expect(ViewInjection(Injected<[Draft]>()).property(in: graph).value.count == 1)
    #expect(ViewInjection(Injected<Absent?>()).property(in: graph).value == nil)
  }

  @Test func whatTheGraphCreatesInjectsFromItAnywhere() async throws {
    let graph = DependencyGraph.process.isolated {
      Dependency { Draft() }.scope(.singleton)
      Dependency { EscapingModel() }
    }
    let model = ViewInjection(Injected<EscapingModel>()).property(in: graph).value
    let draft = await Task.detached { model.draft }.value
    #expect(try graph.inject(byType: Draft.self) === draft)
  }

  @Test func viewsInTwoGraphsInjectInParallel() async {
    let wrong = Counter()
    await withTaskGroup(of: Void.self) { group in
      for number in 1...100 {
        group.addTask {
          let graph = DependencyGraph.process.isolated { Dependency(named: "n") { number } }
          for _ in 1...10 {
            let kept = ViewInjection(Injected<Int>(name: "n"))
            if kept.property(in: graph).value != number { wrong.count() }
            await Task.yield()
          }
        }
      }
    }
    #expect(wrong.value == 0)
  }
}

/// A type without a registration.
private struct Absent: Equatable {}
