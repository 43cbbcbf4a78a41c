#include "CStitcherThread.h"

// What the concurrency runtime offers since Swift 6.2. The standard library compiles calls of it
// into programs: `Task.immediate` asks it whether it may run its operation at once. Without flags
// it never stops the program.
#if defined(__APPLE__)
#define STITCHER_OPTIONAL __attribute__((weak_import))
#else
#define STITCHER_OPTIONAL
#endif
extern bool swift_task_isCurrentExecutorWithFlags(
    uintptr_t identity, uintptr_t implementation, uint64_t flags)
    __attribute__((swiftcall)) STITCHER_OPTIONAL;

bool stitcher_executor_is_current(uintptr_t identity, uintptr_t implementation) {
#if defined(__APPLE__)
  if (!swift_task_isCurrentExecutorWithFlags) { return false; }
#endif
  return swift_task_isCurrentExecutorWithFlags(identity, implementation, 0);
}

// The runtime's own function behind `withUnsafeCurrentTask`.
extern void *swift_task_getCurrent(void) __attribute__((swiftcall));

const void *stitcher_task_current(void) { return swift_task_getCurrent(); }

#if defined(__APPLE__)

bool stitcher_thread_is_on_main_queue(void) { return stitcher_thread_is_main(); }

#elif defined(__ELF__)

// A program without libdispatch has neither.
extern char _dispatch_main_q __attribute__((weak));
extern void *dispatch_get_current_queue(void) __attribute__((weak));

bool stitcher_thread_is_on_main_queue(void) {
  return dispatch_get_current_queue && dispatch_get_current_queue() == (void *)&_dispatch_main_q;
}

#else

bool stitcher_thread_is_on_main_queue(void) { return false; }

#endif
