#include "CStitcherThread.h"

// Part of the concurrency runtime since Swift 6.2. The standard library compiles calls of this
// function into programs: `Task.immediate` uses it to check whether its operation may run at once.
// Without flags, the function never stops the program.
#if defined(__APPLE__)
#define STITCHER_OPTIONAL __attribute__((weak_import))
#else
#define STITCHER_OPTIONAL
#endif
extern bool swift_task_isCurrentExecutorWithFlags(
    uintptr_t identity, uintptr_t implementation, uint64_t flags)
    __attribute__((swiftcall)) STITCHER_OPTIONAL;

#if defined(__APPLE__)
// The function of older runtimes. Before iOS 18 it never stops the program, either; from then on it
// may.
extern bool swift_task_isCurrentExecutor(uintptr_t identity, uintptr_t implementation)
    __attribute__((swiftcall));
#endif

bool stitcher_executor_is_current(uintptr_t identity, uintptr_t implementation) {
#if defined(__APPLE__)
  if (!swift_task_isCurrentExecutorWithFlags) {
    if (__builtin_available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)) {
      return false;
    }
    return swift_task_isCurrentExecutor(identity, implementation);
  }
#endif
  return swift_task_isCurrentExecutorWithFlags(identity, implementation, 0);
}

// The runtime's implementation of `withUnsafeCurrentTask`.
extern void *swift_task_getCurrent(void) __attribute__((swiftcall));

const void *stitcher_task_current(void) { return swift_task_getCurrent(); }

// The runtime's implementation of `TaskLocal.get()`.
extern void *swift_task_localValueGet(const void *key) __attribute__((swiftcall));

const void *stitcher_task_local_binding(const void *key) { return swift_task_localValueGet(key); }

#if defined(__APPLE__)

bool stitcher_thread_is_on_main_queue(void) { return stitcher_thread_is_main(); }

#elif defined(__ELF__)

// These symbols are null in a program without libdispatch.
extern char _dispatch_main_q __attribute__((weak));
extern void *dispatch_get_specific(const void *key) __attribute__((weak));
extern void dispatch_queue_set_specific(
    void *queue, const void *key, void *context, void (*destructor)(void *)) __attribute__((weak));

// The key that marks the main queue, and whether the mark is set. Queues that target the main queue
// inherit the mark.
static char mark;
static bool is_marked;

bool stitcher_thread_is_on_main_queue(void) {
  if (!dispatch_get_specific || !dispatch_queue_set_specific) { return false; }
  if (!__atomic_load_n(&is_marked, __ATOMIC_ACQUIRE)) {
    // Several threads may set the mark at the same time, since they set the same value.
    dispatch_queue_set_specific(&_dispatch_main_q, &mark, &mark, 0);
    __atomic_store_n(&is_marked, true, __ATOMIC_RELEASE);
  }
  return dispatch_get_specific(&mark) == &mark;
}

#else

bool stitcher_thread_is_on_main_queue(void) { return false; }

#endif

#if defined(__linux__) && !defined(__ANDROID__)

// The descriptor of the protocol `LocalizedError`, or null if nothing in the program uses the
// protocol.
extern const char localized_error __asm__("$s20FoundationEssentials14LocalizedErrorMp")
    __attribute__((weak));

bool stitcher_thread_has_localized_errors(void) { return &localized_error != 0; }

// The descriptor of the protocol `Observable`, or null if nothing in the program uses the protocol.
extern const char observable __asm__("$s11Observation10ObservableMp") __attribute__((weak));

bool stitcher_thread_has_observation(void) { return &observable != 0; }

#else

bool stitcher_thread_has_localized_errors(void) { return true; }

bool stitcher_thread_has_observation(void) { return true; }

#endif
