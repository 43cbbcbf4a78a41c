import Foundation

/// A thread with a result for which other threads can wait.
package final class Worker<Result: Sendable>: Sendable {
  private let isDone = Gate()
  private let result = Box<Result?>(nil)
  private let body: Box<(@Sendable () -> Result)?>

  /// Starts a thread, which releases the closure before it signals its end.
  package init(stackSize: Int? = nil, _ body: @escaping @Sendable () -> Result) {
    self.body = Box(body)
    let thread = Thread { [self] in
      run()
      isDone.open()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }

  private func run() { result.value = body.take()!() }

  /// Waits for the result. Call it once.
  @discardableResult
  package func join(_ location: StaticString = #fileID, line: UInt = #line) -> Result {
    isDone.wait(location, line: line)
    return result.take()!
  }
}

extension Thread {
  /// Yields the processor to another thread.
  package static func yieldToOthers() { sched_yield() }

  /// Waits until a condition holds.
  ///
  /// After a few turns, the thread sleeps between its checks, so that other threads get the
  /// processor.
  package static func yieldToOthers(until isMet: () -> Bool) {
    var turns = 0
    while !isMet() {
      turns += 1
      if turns < 200 { yieldToOthers() } else { usleep(min(5_000, 10 * UInt32(turns))) }
    }
  }
}

/// Runs a closure on a number of threads that start together; returns the results in order.
@discardableResult
package func runThreads<Result: Sendable>(
  _ count: Int, stackSize: Int? = nil, _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let start = Barrier(count)
  let workers = (0..<count).map { number in
    Worker(stackSize: stackSize) {
      start.wait()
      return body(number)
    }
  }
  return workers.map { $0.join() }
}

/// The stack size of a thread for deep chains: more under a sanitizer, which makes every frame
/// larger.
package let deepStackSize = (hasAddressSanitizer || hasThreadSanitizer ? 64 : 16) << 20

/// Returns the size of a small stack in bytes: more under the address sanitizer, which makes every
/// frame larger.
package func smallStack(_ kibibytes: Int) -> Int {
  (hasAddressSanitizer ? 8 * kibibytes : kibibytes) << 10
}

/// Runs a closure on a new thread; returns when the thread has ended and its thread-specific data
/// was released.
package func runThreadToItsEnd(
  stackSize: Int = 8 << 20, _ body: @escaping @Sendable () -> Void
) {
  let context = Unmanaged.passRetained(Box<(@Sendable () -> Void)?>(body)).toOpaque()
  let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
  pthread_attr_init(attributes)
  pthread_attr_setstacksize(attributes, stackSize)
  defer {
    pthread_attr_destroy(attributes)
    attributes.deallocate()
  }
  #if canImport(Darwin)
    var thread: pthread_t?
    pthread_create(&thread, attributes, { runBody($0) }, context)
    if let thread { pthread_join(thread, nil) }
  #else
    var thread = pthread_t()
    pthread_create(&thread, attributes, { $0.flatMap { runBody($0) } }, context)
    pthread_join(thread, nil)
  #endif
}

/// Runs the closure of a new thread, and releases it.
private func runBody(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  Unmanaged<Box<(@Sendable () -> Void)?>>.fromOpaque(context).takeRetainedValue().take()?()
  return nil
}
