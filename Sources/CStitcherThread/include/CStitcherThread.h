#ifndef C_STITCHER_THREAD_H
#define C_STITCHER_THREAD_H

#include <stdbool.h>
#include <stdint.h>

/// Called with a thread's pointer when that thread ends.
typedef void (*stitcher_thread_exit)(void *_Nonnull record);

#if defined(__wasm__) && !defined(_REENTRANT)
#define STITCHER_THREAD_LOCAL
#else
#define STITCHER_THREAD_LOCAL __thread
#endif

/// The calling thread's pointer. Defined in CStitcherThread.c; use the accessors below.
extern STITCHER_THREAD_LOCAL void *_Nullable stitcher_thread_slot;

/// Returns the calling thread's pointer, or null if it has none yet. Inlined: the hot path reads it.
static inline void *_Nullable stitcher_thread_get(void) { return stitcher_thread_slot; }

/// Stores the calling thread's pointer and has `on_exit` called with it when the thread ends.
void stitcher_thread_set(void *_Nonnull record, stitcher_thread_exit _Nonnull on_exit);

/// Has the compiler finish here what stands above, retaining a value in particular, before what stands below.
///
/// The optimiser moves a retain behind an atomic store, even a releasing one, since a store cannot release an object. Where the store
/// tells another thread that it may release that object, this has to stand between them. It costs no instruction.
static inline __attribute__((always_inline)) void stitcher_thread_finish_retains(void) {
  __asm__ volatile("" ::: "memory");
}

/// Returns the address below which the calling thread's stack has hardly any room left, or 0 if that is not known.
uintptr_t stitcher_thread_stack_limit(void);

/// Returns an address of the calling function's frame. Stacks grow towards lower addresses.
static inline __attribute__((always_inline)) uintptr_t stitcher_thread_stack_position(void) {
  return (uintptr_t)__builtin_frame_address(0);
}

#if defined(__APPLE__) || defined(__linux__)
/// Whether the calling thread is the main thread.
bool stitcher_thread_is_main(void);
#endif

/// Lets another thread run, while this one waits for a few instructions of that thread.
void stitcher_thread_yield(void);

#endif
