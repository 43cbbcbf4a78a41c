import Dispatch
import Stitcher
import StitcherTestSupport
package import Testing

/// The texts of the notes that tests have found so far.
private let seen = Box<Set<String>>([])

/// Checks all ways in which code runs in a graph: each finds the current test's own note and no
/// other.
///
/// - Parameters:
///   - prefix: The prefix of the note's text.
///   - isOwn: Whether no other test may find the note.
package func expectOwnNote(
  startingWith prefix: String, isOwn: Bool = true,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let graph = DependencyGraph.current
  let note: Note = try DependencyGraph.inject()
  let text = note.text
  #expect(text.hasPrefix(prefix), sourceLocation: sourceLocation)
  if isOwn {
    let isNew = seen.change { $0.insert(text).inserted }
    #expect(isNew, "another test has seen '\(text)'", sourceLocation: sourceLocation)
  }
  let screens: [Screen] = try (0..<4).map { _ in try DependencyGraph.inject() }
  var notes: [Note] = []
  for _ in 0..<3 {
    await Task.yield()
    notes.append(try DependencyGraph.inject())
    notes.append(try DependencyGraph.inject(byType: Search.self).note)
    notes.append(try await Task { try DependencyGraph.inject() as Note }.value)
    notes.append(try await DependencyGraph.run(inGroupsOf: 4))
    let find: @Sendable () throws -> Note = graph.bound { try DependencyGraph.inject() }
    notes.append(try await Task.detached(operation: { try find() }).value)
    notes.append(try await onQueue(find))
    notes.append(try await onQueue { screens[0].note })
    notes.append(await Task.detached { screens[1].note }.value)
    notes.append(contentsOf: runThreads(1) { _ in screens[2].note })
    notes.append(screens[3].note)
  }
  #expect(notes.allSatisfy { $0 === note }, sourceLocation: sourceLocation)
}

extension DependencyGraph {
  /// Returns the note that all tasks of nested task groups find.
  fileprivate static func run(inGroupsOf size: Int) async throws -> Note {
    try await withThrowingTaskGroup { group in
      for _ in 0..<size {
        group.addTask {
          try await withThrowingTaskGroup { inner in
            inner.addTask { try DependencyGraph.inject() as Note }
            return try await inner.next()
          }
        }
      }
      var notes: [Note] = []
      for try await note in group { notes += note.map { [$0] } ?? [] }
      #expect(notes.count == size && notes.allSatisfy { $0 === notes[0] })
      return notes[0]
    }
  }
}

/// Runs an operation in a block of a dispatch queue.
private func onQueue<Result: Sendable>(
  _ operation: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    DispatchQueue.global().async {
      continuation.resume(with: Swift.Result { try operation() })
    }
  }
}
