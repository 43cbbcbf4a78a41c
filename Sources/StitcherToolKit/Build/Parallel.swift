internal import Dispatch
internal import Foundation
internal import StitcherSyntax

/// Work on all processors.
enum Parallel {
  /// Transforms elements, several at a time, and keeps their order.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - width: How many are worked on at a time.
  ///   - transform: What to do with each, on any thread.
  /// - Throws: The error of the first element that has one; the others are worked on all the same.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], width: Int = ProcessInfo.processInfo.activeProcessorCount,
    _ transform: @Sendable (Element) throws -> Result
  ) throws -> [Result] {
    let next = Guarded(0)
    let results = Guarded<[Int: Swift.Result<Result, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: min(width, elements.count)) { _ in
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < elements.count else { return }
        let result = Swift.Result { try transform(elements[index]) }
        results.withLock { $0[index] = result }
      }
    }
    let all = results.withLock { $0 }
    return try elements.indices.compactMap { try all[$0]?.get() }
  }
}
