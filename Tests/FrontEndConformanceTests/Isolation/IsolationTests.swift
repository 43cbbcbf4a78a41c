import DependencyInjection
import Dispatch
import Foundation
import Stitch
import Stitcher
import StitcherTestSupport
import StitcherTestingSupport
import SwiftDependencyInjector
import Testing

/// In an isolated graph, every front end finds the registrations of the process, with separate
/// instances.
///
/// A graph of the suite replaces the graph of the process, which other tests use.
@Suite(.timeLimit(.minutes(10))) struct IsolationTests {
  let process = DependencyGraph.process.isolated(named: "process")

  @Test(arguments: Spelling.all) func whatIsWrittenStays(spelling: Spelling) {
    let (one, other) = (process.isolated(), process.isolated())
    process.run { spelling.write("process") }
    one.run {
      spelling.write("one")
      #expect(spelling.read().text == "one")
    }
    other.run {
      spelling.write("other")
      #expect(spelling.read().text == "other")
    }
    one.run { #expect(spelling.read().text == "one") }
    process.run { #expect(spelling.read().text == "process") }
  }

  @Test(arguments: Spelling.all) func whatTheProcessHoldsIsSeen(spelling: Spelling) {
    process.run { spelling.write("process") }
    let graph = process.isolated()
    let (label, again) = graph.run { (spelling.read(), spelling.read()) }
    #expect(label.text == "process")
    #expect(label === again)
  }

  @Test(arguments: Spelling.all.filter(\.keepsGraph))
  func instancesAreItsOwn(spelling: Spelling) {
    process.run { spelling.write("process") }
    let (one, other) = (process.isolated(), process.isolated())
    let labels = [process, one, other].map { $0.run { spelling.read() } }
    #expect(Set(labels.map { ObjectIdentifier($0) }).count == 3)
    #expect(labels.map(\.text) == ["process", "process", "process"])
  }

  @Test(arguments: Spelling.all) func aChildUsesWhatItsParentUses(spelling: Spelling) {
    let graph = process.isolated()
    graph.run { spelling.write("isolated") }
    let child = graph.child().child()
    let labels = [graph, child].map { $0.run { spelling.read() } }
    #expect(labels[0] === labels[1])
    child.run { spelling.write("child") }
    graph.run { #expect(spelling.read().text == "child") }
  }

  @Test(arguments: Spelling.all) func nestedGraphsBeginWithTheOuterOne(spelling: Spelling) {
    process.run { spelling.write("process") }
    let outer = process.isolated()
    outer.run { spelling.write("outer") }
    let inner = outer.child().isolated()
    inner.run {
      #expect(spelling.read().text == "outer")
      spelling.write("inner")
      #expect(spelling.read().text == "inner")
    }
    outer.run { #expect(spelling.read().text == "outer") }
    process.run { #expect(spelling.read().text == "process") }
  }

  @Test(arguments: Spelling.all) func tasksFollowAndThreadsDoIfTheyAreBound(spelling: Spelling)
    async throws
  {
    process.runNow { spelling.write("process") }
    let graph = process.isolated()
    await graph.run {
      spelling.write("isolated")
      #expect(await Task { spelling.read().text }.value == "isolated")
      let all = await withTaskGroup(of: String.self) { group in
        for _ in 0..<4 { group.addTask { spelling.read().text } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(all == Array(repeating: "isolated", count: 4))
      let bound = graph.bound { spelling.read().text }
      #expect(await Task.detached { bound() }.value == "isolated")
      let fromQueue = await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: bound()) }
      }
      #expect(fromQueue == "isolated")
      // A closure that is not bound to the graph uses the process's graph.
      let lost = process.bound { spelling.read().text }
      #expect(await Task.detached { lost() }.value == "process")
    }
  }

  @Test(arguments: Spelling.all.filter(\.keepsGraph))
  func propertiesKeepTheGraphInWhichTheyWereMade(spelling: Spelling) async {
    process.runNow { spelling.write("process") }
    let graph = process.isolated()
    let read = graph.runNow {
      spelling.write("isolated")
      return spelling.property()
    }
    #expect(await Task.detached { read().text }.value == "isolated")
    process.runNow { #expect(read().text == "isolated") }
    withExtendedLifetime(graph) {}
  }

  @Test(arguments: Spelling.all)
  func overridesEndWithTheirOperation(spelling: Spelling) async throws {
    process.runNow {
      spelling.write("process")
      DependencyGraph.withOverrides {
        Dependency(named: "override") { 1 }
      } operation: {
        #expect(spelling.read().text == "process")
        spelling.write("override")
        #expect(spelling.read().text == "override")
      }
      #expect(spelling.read().text == "process")
    }
    try await process.run {
      let bound = try await DependencyGraph.withOverrides {
        Dependency(named: "override") { 1 }
      } operation: {
        await Task.yield()
        spelling.write("asynchronous override")
        #expect(await Task { spelling.read().text }.value == "asynchronous override")
        return DependencyGraph.current.bound { spelling.read().text }
      }
      #expect(spelling.read().text == "process")
      withExtendedLifetime(bound) {}
    }
  }

  @Test func oneHundredGraphsDoNotBleed() async {
    let process = process
    process.runNow { for spelling in Spelling.all { spelling.write("process") } }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let graph = process.isolated(named: "\(number)")
          await graph.run {
            for (position, spelling) in Spelling.all.enumerated() {
              if number.isMultiple(of: 2) {
                spelling.write("\(number) \(position)")
              }
              let expected = number.isMultiple(of: 2) ? "\(number) \(position)" : "process"
              await Task.yield()
              #expect(spelling.read().text == expected)
              #expect(await Task { spelling.property()().text }.value == expected)
              let bound = graph.bound { spelling.read().text }
              #expect(await Task.detached { bound() }.value == expected)
            }
          }
        }
      }
    }
    process.runNow {
      for spelling in Spelling.all { #expect(spelling.read().text == "process") }
    }
  }

  @Test func theEndReleasesInstances() async throws {
    let lifetimes = Lifetimes()
    let graph = process.isolated()
    graph.runNow { Self.makeInstances(lifetimes) }
    #expect(lifetimes.living == 3)
    try await graph.end()
    #expect(lifetimes.living == 0)
  }

  // In its own process: the errors of other tests look for types in all isolated graphs, and so
  // retain this graph for a moment.
  @Test func releasedGraphReleasesInstances() async {
    await #expect(processExitsWith: .success) {
      let lifetimes = Lifetimes()
      DependencyGraph.process.isolated().run { IsolationTests.makeInstances(lifetimes) }
      precondition(lifetimes.living == 0, "\(lifetimes.living)")
    }
  }

  /// An object with properties that hold the graph in which it was created.
  final class Holder: Sendable {
    let own: Tracked
    let label = LazyInjected<Label>()
    let store = Inject<Label>()
    let published = Stitch<Label>(\.label)
    init(_ lifetimes: Lifetimes) { own = Tracked(lifetimes) }
  }

  /// Creates an instance in each front end that holds its graph.
  private static func makeInstances(_ lifetimes: Lifetimes) {
    Injector.global.register(Holder.self) { Holder(lifetimes) }
    let _: Holder = Injector.global.get(injectionType: .singleton)
    Container.shared.register { _ in Holder(lifetimes) }
    let _: Holder = Container.shared.resolve()
    Registrant().register(\.holder, dependency: Holder(lifetimes))
  }

  @Test func theFrontEndsAreTheProcessAgainAfterTheOperation() {
    let text = "\(UUID())"
    process.run { Container.shared.register(dependency: Tag<Self>(text: text)) }
    #expect(throws: ResolutionError.self) { try Container.shared.tryResolve(type: Tag<Self>.self) }
  }
}

/// A value for each test, with a type that all front ends use.
private struct Tag<Owner>: Sendable {
  let text: String
}

extension DependencyMap {
  private struct HolderKey: DependencyKey {
    static var dependency: IsolationTests.Holder? { nil }
  }

  /// The registered holder.
  fileprivate var holder: IsolationTests.Holder? {
    get { resolve(key: HolderKey.self) }
    set { register(key: HolderKey.self, dependency: newValue) }
  }
}
