import Foundation
import Stitcher
import StitcherEngine
import StitcherTestSupport
import StitcherTesting
import Testing

/// The events of the graph, with the same code with a publisher library and without.
///
/// Each test runs in a separate process without other events.
@Suite(.timeLimit(.minutes(20)), .dependencies()) struct GraphPublisherTests {
  @Test func aChangeIsOneEventOnTheThreadThatMakesIt() async {
    await #expect(processExitsWith: .success) {
      let threads = Log<ObjectIdentifier>()
      let subscription = DependencyGraph.graphChangedPublisher.sink {
        threads.add(ObjectIdentifier(Thread.current))
      }
      let container = DependencyContainer { Engine() }
      let thread = Worker {
        DependencyGraph.activate(container)
        #expect(threads.entries.count == 1)
        DependencyGraph.deactivate(container)
        #expect(threads.entries.count == 2)
        return ObjectIdentifier(Thread.current)
      }.join()
      #expect(threads.entries == [thread, thread])
      subscription.cancel()
      DependencyGraph.activate(container)
      #expect(threads.entries.count == 2)
    }
  }

  @Test func aSubscriberMayInjectActivateSubscribeAndCancel() async {
    await #expect(processExitsWith: .success) {
      let container = DependencyContainer { Engine() }
      let other = DependencyContainer { 7 }
      let seen = Log<String>()
      let ends = Box<[Cancellation]>([])
      let subscription = DependencyGraph.graphChangedPublisher.sink {
        let number: Int? = try? DependencyGraph.inject()
        seen.add("\((try? DependencyGraph.inject() as Engine) != nil) \(number ?? 0)")
        switch seen.entries.count {
        case 1:
          DependencyGraph.activate(other)
        case 2:
          DependencyGraph.deactivate(container)
        case 3:
          let late = Held(DependencyGraph.graphChangedPublisher.sink { seen.add("late") })
          ends.change { $0.append(Cancellation { late.value.cancel() }) }
        default:
          for end in ends.value { end.cancel() }
        }
      }
      DependencyGraph.activate(container)
      #expect(seen.entries == ["true 0", "true 7", "false 7"], "each change is seen within")
      // The first subscriber cancels the later ones.
      DependencyGraph.deactivateAll()
      #expect(seen.entries == ["true 0", "true 7", "false 7", "false 0"])
      ends.value = []
      subscription.cancel()
    }
  }

  @Test func changesOfAllThreadsAreDeliveredOneAtATime() async {
    await #expect(processExitsWith: .success) {
      let count = Box(0)
      let isInside = Box(false)
      let subscription = DependencyGraph.graphChangedPublisher.sink {
        let wasInside = isInside.change { inside in
          defer { inside = true }
          return inside
        }
        #expect(!wasInside)
        count.change { $0 += 1 }
        isInside.value = false
      }
      runThreads(4) { _ in
        for _ in 0..<100 { DependencyGraph.deactivateAll() }
      }
      #expect(count.value == 400)
      subscription.cancel()
    }
  }

  @Test func theEventsAreASequence() async {
    await #expect(processExitsWith: .success) {
      let values = DependencyGraph.graphChangedPublisher.values
      var library = values.makeAsyncIterator()
      for _ in 1...3 { DependencyGraph.deactivateAll() }
      #expect(await library.next() != nil)
      let task = Task {
        for await _ in DependencyGraph.graphChangedPublisher.values { return false }
        return true
      }
      task.cancel()
      #expect(await task.value)
    }
  }

  #if canImport(Combine) || OpenCombine
    @Test func thePublisherIsOneOfTheLibrary() async {
      await #expect(processExitsWith: .success) {
        var cancellables: Set<AnyCancellable> = []
        let received = Log<Int>()
        let publisher: AnyPublisher<Void, Never> = DependencyGraph.graphChangedPublisher
        publisher.map { 1 }.scan(0, +).sink { received.add($0) }.store(in: &cancellables)
        DependencyGraph.deactivateAll()
        DependencyGraph.deactivateAll()
        #expect(received.entries == [1, 2])
        cancellables = []
        DependencyGraph.deactivateAll()
        #expect(received.entries.count == 2)
      }
    }
  #endif
}
