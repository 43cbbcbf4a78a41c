import Foundation

/// Returns how long a closure keeps the calling thread's processor busy: other threads, and other
/// programs, do not count.
package func processorTime(_ body: () -> Void) -> Duration {
  let start = processorTime(CLOCK_THREAD_CPUTIME_ID)
  body()
  return processorTime(CLOCK_THREAD_CPUTIME_ID) - start
}

/// How long the process has kept processors busy.
package var processTime: Duration { processorTime(CLOCK_PROCESS_CPUTIME_ID) }

/// Reads a clock.
private func processorTime(_ clock: clockid_t) -> Duration {
  var time = timespec()
  clock_gettime(clock, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
