import Foundation
import Stitcher
import StitcherTestSupport
import StitcherTesting
import Testing

@MainActor private final class Screen {
  let number: Int
  init(_ number: Int = 0) {
    MainActor.assertIsolated()
    self.number = number
  }

  func close() { MainActor.assertIsolated() }
}

@globalActor private actor Disk {
  static let shared = Disk()
}

@Disk private final class File {
  let screen: Screen
  init(_ screen: Screen) {
    Disk.assertIsolated()
    self.screen = screen
  }
}

@Suite(.dependencies()) struct ActorCreationTests {
  /// Many tasks and threads inject instances that two actors create.
  @Test func factoriesStayOnTheirActors() async throws {
    try await withWatchdog {
      for _ in 0..<bounded(300, sanitized: 30) {
        let (made, closed) = (Counter(), Counter())
        let graph = DependencyGraph.current.isolated {
          Dependency { @MainActor in
            MainActor.assertIsolated()
            made.count()
            return Screen()
          }.scope(.singleton)
            .teardown { @MainActor screen in
              screen.close()
              closed.count()
            }
          Dependency { @Disk () async throws in
            Disk.assertIsolated()
            let screen: Screen = try await DependencyGraph.injectAsync()
            Disk.assertIsolated()
            made.count()
            return File(screen)
          }.scope(.singleton)
            .teardown { @Disk _ async in
              Disk.assertIsolated()
              await Task.yield()
              Disk.assertIsolated()
              closed.count()
            }
          Dependency { @MainActor (number: Int) in Screen(number) }.scope(.instance)
        }
        let thread = boundWorker {
          do { return try graph.inject() as Screen? } catch { return nil }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
          for number in 0..<8 {
            group.addTask {
              if number % 2 == 0 {
                _ = try await graph.injectAsync() as File
              } else {
                _ = try await graph.injectAsync() as Screen
              }
              let other: Screen = try await graph.injectAsync(parameters: number)
              #expect(other.number == number)
            }
            group.addTask { @MainActor in _ = try graph.inject() as Screen }
          }
          try await group.waitForAll()
        }
        thread.join()
        try await graph.end()
        try #require(made.value == 2)
        try #require(closed.value == 2)
      }
    }
  }

  /// Off the actor, an injection fails if the instance does not exist.
  @Test func aThreadGetsAnErrorAndNoOtherThreadHangs() async throws {
    let made = Counter()
    let graph = DependencyGraph.current.isolated {
      Dependency { @MainActor in
        made.count()
        return Screen()
      }.scope(.singleton)
    }
    let failed = boundWorker {
      do {
        _ = try graph.inject() as Screen
        return false
      } catch InjectionError.isolatedDependency { return true } catch { return false }
    }.join()
    #expect(failed)
    #expect(made.value == 0)
    let screen: Screen = try await graph.injectAsync()
    let found = boundWorker { try? graph.inject() as Screen }.join()
    #expect(found === screen)
  }
}
