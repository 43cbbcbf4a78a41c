import Dispatch
import Foundation
import StitcherEngine
import StitcherTestSupport
import Testing

/// Whether the calling thread is the main thread or runs the main queue.
@Suite struct MainQueueTests {
  /// Whether `isMainThread` agrees with Foundation.
  private static var agrees: Bool { MainQueue.isMainThread == Thread.isMainThread }

  @Test func anotherThreadIsNotTheMainThread() {
    let answers = runThreads(2) { _ in
      (Self.agrees, MainQueue.isMainThread, MainQueue.isCurrent, MainQueue.isMainThread)
    }
    for (agrees, isMain, isCurrent, isStillMain) in answers {
      #expect(agrees)
      #expect(!isMain)
      #expect(!isCurrent)
      #expect(!isStillMain)
    }
  }

  @MainActor @Test func theMainActorRunsWhereItIsSaidToRun() {
    #expect(MainQueue.isCurrent)
    #expect(Self.agrees)
  }

  @Test func aQueueThatTargetsTheMainQueueIsTheMainQueue() async {
    let isCurrent = await withCheckedContinuation { continuation in
      DispatchQueue(label: "targets the main queue", target: .main)
        .async { continuation.resume(returning: MainQueue.isCurrent) }
    }
    #expect(isCurrent)
  }

  @Test func anotherQueueIsNotTheMainQueue() async {
    let isCurrent = await withCheckedContinuation { continuation in
      DispatchQueue(label: "another").async { continuation.resume(returning: MainQueue.isCurrent) }
    }
    #expect(!isCurrent)
  }
}
