import Dispatch
import Stitcher
import SwiftDependencyInjector
package import Testing

/// Registers the labels of the process, for tests without overrides: once.
private let registered: Void = {
  Injector.global.turnOffLogger(forced: true)
  for spelling in Spelling.all { spelling.write("process") }
}()

/// Checks each front end in all ways in which code runs in a graph: each finds the current test's
/// registrations, and no other code does.
///
/// - Parameter prefix: The prefix of the texts of the test's own labels. If it is `nil`, the test
///   registers nothing, and finds the labels of the process.
package func expectOwnLabels(
  startingWith prefix: String?, sourceLocation: SourceLocation = #_sourceLocation
) async {
  DependencyGraph.process.runNow { registered }
  let graph = DependencyGraph.current
  for spelling in Spelling.all {
    let text = prefix.map(uniqueText)
    if let text { spelling.write(text) }
    let (property, escaped) = (spelling.property(), spelling.property())
    await Task.yield()
    var labels = [spelling.read(), property()]
    for _ in 0..<2 {
      await Task.yield()
      labels.append(await Task { spelling.read() }.value)
      labels.append(await Task { spelling.property()() }.value)
      labels += await read(inGroupOf: 4, spelling)
      let read = graph.bound { spelling.read() }
      labels.append(await Task.detached(operation: { read() }).value)
      labels.append(await onQueue(read))
      let late = spelling.keepsGraph ? escaped : graph.bound { escaped() }
      labels.append(await Task.detached { late() }.value)
      labels.append(await onQueue(late))
    }
    let isRight = labels.allSatisfy { $0 === labels[0] && $0.text == text ?? "process" }
    #expect(isRight, "\(spelling): \(labels.map(\.text))", sourceLocation: sourceLocation)
    let outside = DependencyGraph.process.runNow { spelling.read().text }
    #expect(outside == "process", "\(spelling)", sourceLocation: sourceLocation)
  }
}

/// Returns the labels that the tasks of a group find.
private func read(inGroupOf size: Int, _ spelling: Spelling) async -> [Label] {
  await withTaskGroup(of: Label.self) { group in
    for _ in 0..<size { group.addTask { spelling.read() } }
    return await group.reduce(into: []) { $0.append($1) }
  }
}

/// Runs an operation in a block of a dispatch queue.
private func onQueue(_ operation: @escaping @Sendable () -> Label) async -> Label {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: operation()) }
  }
}

extension DependencyGraph {
  /// Runs a synchronous operation, even in asynchronous code.
  package func runNow<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try run(operation)
  }
}
