#ifndef C_STITCHER_THREAD_H
#define C_STITCHER_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "StitcherAtomics.h"

/// Called with a thread's pointer when that thread ends.
typedef void (*stitcher_thread_exit)(void *_Nonnull record);

#if defined(__wasm__) && !defined(_REENTRANT)
#define STITCHER_THREAD_LOCAL
#else
#define STITCHER_THREAD_LOCAL __thread
#endif

#if defined(_WIN32)
/// Returns the calling thread's pointer, or null if it has none yet. A function, since a thread-local
/// variable cannot be read across the border of a DLL.
void *_Nullable stitcher_thread_get(void);
#else
/// The calling thread's pointer. Defined in CStitcherThread.c; use the accessors below.
extern STITCHER_THREAD_LOCAL void *_Nullable stitcher_thread_slot;

/// Returns the calling thread's pointer, or null if it has none yet. Inlined, since every lookup
/// reads it.
static inline void *_Nullable stitcher_thread_get(void) { return stitcher_thread_slot; }
#endif

/// Stores the calling thread's pointer and has `on_exit` called with it when the thread ends.
///
/// A key destructor that runs later may store a pointer again; then `on_exit` is called once more
/// if the system runs another round of destructors. After the last round it is not: see
/// `stitcher_thread_number_if_ending`.
void stitcher_thread_set(void *_Nonnull record, stitcher_thread_exit _Nonnull on_exit);

/// Returns a number that tells later whether the calling thread is gone, if that thread is ending:
/// its `on_exit` has been called before. Returns 0 for every other thread.
uint64_t stitcher_thread_number_if_ending(void);

/// Whether the thread with that number is gone for certain.
bool stitcher_thread_is_gone(uint64_t number);

/// Registers with the system for `stitcher_barrier_all`, once. Returns whether readers need a fence
/// of their own, since the system has no such call.
bool stitcher_barrier_prepare(void);

/// Orders what stands above before what stands below, and, where readers have no fence of their
/// own, has every other thread of the process do the same at some moment during the call.
void stitcher_barrier_all(void);

/// Has the compiler keep what stands above before what stands below. It costs no instruction.
///
/// The optimizer moves a retain behind an atomic store, even a releasing one, since a store cannot
/// release an object. Where the store tells another thread that it may release that object, this
/// has to stand between them.
static inline __attribute__((always_inline)) void stitcher_compiler_barrier(void) {
  __asm__ volatile("" ::: "memory");
}

/// The part of a stack that creations may use: addresses from `limit` up.
typedef struct {
  /// Where the stack begins; addresses below it belong to something else.
  uintptr_t bottom;
  /// The address below which hardly any room is left, or 0 if that is not known.
  uintptr_t limit;
} stitcher_stack;

/// Returns the bounds of the calling thread's stack.
stitcher_stack stitcher_thread_stack(void);

/// Returns an address of the calling function's frame. Stacks grow towards lower addresses.
static inline __attribute__((always_inline)) uintptr_t stitcher_thread_stack_position(void) {
  return (uintptr_t)__builtin_frame_address(0);
}

/// Whether the calling thread is the main thread. On systems that cannot tell, this is the thread
/// that loaded the program's code.
bool stitcher_thread_is_main(void);

/// The position of the word that says whether an isolated graph was ever made.
#define STITCHER_ISOLATION 0

/// Whether an isolated graph was ever made, as far as the calling thread can know.
STITCHER_INLINE bool stitcher_isolation_exists(void) {
  return stitcher_word_load(stitcher_process_word(STITCHER_ISOLATION), STITCHER_RELAXED) != 0;
}

/// Notes that an isolated graph is made.
static inline void stitcher_isolation_begin(void) {
  stitcher_word_store(stitcher_process_word(STITCHER_ISOLATION), 1, STITCHER_SEQUENTIAL);
}

/// Prints a line to the standard error, in one piece.
void stitcher_print_error(const char *_Nonnull text);

/// Returns the metadata of `any P.Type` for that of `any P`: a function of Swift's runtime.
extern const void *_Nonnull swift_getExistentialMetatypeMetadata(const void *_Nonnull existential);

/// Returns the witness table of a type's conformance to a protocol, given the type's metadata and
/// the protocol's descriptor; null if there is no conformance. A function of Swift's runtime, which
/// ignores the isolation of the conformance.
extern const void *_Nullable swift_conformsToProtocol(
    const void *_Nonnull type, const void *_Nonnull protocol);

/// Whether the caller runs on a serial executor, given the two words of an
/// `UnownedSerialExecutor`. False where the system cannot tell.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);

bool stitcher_executor_is_current(uintptr_t identity, uintptr_t implementation);

/// Whether the caller runs on the main queue, whatever put it there: outside of Apple's systems, its
/// blocks may run on any thread, and the concurrency runtime knows of tasks only.
bool stitcher_thread_is_on_main_queue(void);

/// Returns the address of the task that the caller runs in, or null if there is none.
const void *_Nullable stitcher_task_current(void);

/// Returns the address at which the current task finds the value of a task-local, or null if none
/// is bound. A child task finds its parent's; a task that was started with `Task` has a copy.
const void *_Nullable stitcher_task_local_binding(const void *_Nonnull key);

/// Returns a time in nanoseconds that only grows, from some moment on.
uint64_t stitcher_now(void);

/// Waits a moment for a few instructions of another thread, first by spinning, then asleep, so that
/// threads of any priority can run.
///
/// Start with zero in `turns`, which counts the calls. In a program with one thread, which would wait
/// forever, a call stops the program with a message.
void stitcher_thread_wait(uint32_t *_Nonnull turns);

/// Whether the program has Foundation's protocol `LocalizedError`, which is linked weakly on Linux.
bool stitcher_thread_has_localized_errors(void);

/// Whether the program has Observation, which is linked weakly on Linux: if not, nothing in it can
/// be observable.
bool stitcher_thread_has_observation(void);

#endif
