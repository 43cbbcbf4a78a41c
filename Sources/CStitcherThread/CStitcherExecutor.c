#include "CStitcherExecutor.h"

// A part of the runtime's binary interface, which is stable. Older systems do not have it.
__attribute__((swiftcall, weak)) bool swift_task_isCurrentExecutorWithFlags(
    uintptr_t identity, uintptr_t implementation, uint64_t flags);

bool stitcher_executor_is_current(uintptr_t identity, uintptr_t implementation) {
  // No flag: the answer may be no.
  return swift_task_isCurrentExecutorWithFlags
      && swift_task_isCurrentExecutorWithFlags(identity, implementation, 0);
}
