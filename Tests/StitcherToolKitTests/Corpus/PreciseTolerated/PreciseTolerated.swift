import Stitcher
import Synchronization

struct Maybe: Sendable {}

let lock = Mutex(0)

// Who asks does without it.
func run() throws {
  let one = try? lock.withLock { _ in try DependencyGraph.inject() as Maybe }
  let result = Result { try DependencyGraph.inject() as Maybe }
  let other = try? [1].map { _ in try DependencyGraph.inject() as Maybe }
  print(one as Any, result, other as Any)
}
