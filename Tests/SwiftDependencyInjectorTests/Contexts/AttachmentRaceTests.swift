import StitcherTestSupport
import StitcherTesting
import SwiftDependencyInjector
import Testing

import class Stitcher.DependencyGraph

/// Contexts that are attached to Stitcher's graph and detached while other threads inject.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct AttachmentRaceTests {
  protocol Service: AnyObject, Sendable { var text: String { get } }
  final class Implementation: Service {
    let text: String
    init(_ text: String) { self.text = text }
  }

  @Test func anInjectionFindsOrMissesWhatAContextHas() {
    let isDone = Box(false)
    let graph = DependencyGraph.current
    let writer = Worker(
      graph.bound {
        for round in 0..<2_000 {
          let injector = Injector.build(context: .custom(name: "race \(round % 5)"))
          injector.turnOffLogger()
          let captured = ["alive"]
          injector.register(Service.self) { Implementation(captured[0]) }
          DependencyGraph.attach(injector)
          DependencyGraph.detach(injector)
          injector.destroy()
        }
        isDone.value = true
      })
    let wrong = runThreads(
      2,
      graph.bound { (_: Int) in
        var (wrong, round) = (0, 0)
        while !isDone.value {
          let text =
            switch round % 3 {
            case 0: (try? DependencyGraph.inject() as Service)?.text
            case 1: (try? DependencyGraph.inject() as [Service])?.first?.text
            default: (try? DependencyGraph.inject() as Service?)??.text
            }
          if let text, text != "alive" { wrong += 1 }
          round += 1
        }
        return wrong
      })
    writer.join()
    #expect(wrong == [0, 0])
  }
}
