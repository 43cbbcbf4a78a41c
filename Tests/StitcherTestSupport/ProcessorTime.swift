import Foundation

/// Returns the processor time of a closure on the calling thread, without that of other threads.
package func processorTime(_ body: () -> Void) -> Duration {
  let start = processorTime(CLOCK_THREAD_CPUTIME_ID)
  body()
  return processorTime(CLOCK_THREAD_CPUTIME_ID) - start
}

/// The processor time of the process so far.
package var processTime: Duration { processorTime(CLOCK_PROCESS_CPUTIME_ID) }

/// Reads a clock.
private func processorTime(_ clock: clockid_t) -> Duration {
  var time = timespec()
  clock_gettime(clock, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
