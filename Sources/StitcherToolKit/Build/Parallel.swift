internal import Dispatch
internal import Foundation
internal import StitcherSyntax

/// Functions that run work on all processors.
enum Parallel {
  /// Transforms elements concurrently, and keeps their order.
  ///
  /// - Parameters:
  ///   - elements: The elements.
  ///   - width: The number of elements at a time.
  ///   - transform: Transforms an element, on any thread.
  /// - Throws: The first error in the order of the elements. All elements are transformed first.
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
