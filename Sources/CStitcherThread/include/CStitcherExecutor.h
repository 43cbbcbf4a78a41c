#ifndef C_STITCHER_EXECUTOR_H
#define C_STITCHER_EXECUTOR_H

#include <stdbool.h>
#include <stdint.h>

/// Whether the caller runs on a serial executor; false if the runtime cannot tell.
///
/// Swift has this question only in forms that stop the program if the answer is no.
///
/// @param identity The first word of an `UnownedSerialExecutor`.
/// @param implementation The second one.
bool stitcher_executor_is_current(uintptr_t identity, uintptr_t implementation);

#endif
