#ifndef C_STITCHER_THREAD_H
#define C_STITCHER_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "StitcherAtomics.h"

/// A function that is called with a thread's record when the thread ends.
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

/// Stores the address of the calling thread's record. `on_exit` is called with it when the thread
/// ends.
///
/// A destructor of another key may run later and store a record again. Then `on_exit` is called
/// again if the system runs another round of destructors. After the last round it is not called, so
/// the record is never freed.
void stitcher_thread_set(void *_Nonnull record, stitcher_thread_exit _Nonnull on_exit);

/// Registers the process for `stitcher_barrier_all`, once.
///
/// Returns whether readers have to execute a fence of their own, because the system has no such
/// call.
bool stitcher_barrier_prepare(void);

/// Executes a memory barrier on the calling thread and on every other running thread of the
/// process.
///
/// On systems without such a barrier, only the calling thread executes a fence, and readers execute
/// their own.
void stitcher_barrier_all(void);

/// Prevents the compiler from moving memory accesses across this point. It costs no instruction.
///
/// The optimizer moves a retain behind an atomic store, even a releasing one, because a store
/// cannot release an object. If the store allows another thread to release the object, this barrier
/// must come between them.
static inline __attribute__((always_inline)) void stitcher_compiler_barrier(void) {
  __asm__ volatile("" ::: "memory");
}

/// The bounds of a thread's stack. Creations may use the addresses from `limit` up.
typedef struct {
  /// The lowest address of the stack.
  uintptr_t bottom;
  /// The address below which too little room is left, or 0 if the bounds are unknown.
  uintptr_t limit;
} stitcher_stack;

/// Returns the bounds of the calling thread's stack.
stitcher_stack stitcher_thread_stack(void);

/// Returns an address in the calling function's stack frame. Stacks grow towards lower addresses.
static inline __attribute__((always_inline)) uintptr_t stitcher_thread_stack_position(void) {
  return (uintptr_t)__builtin_frame_address(0);
}

/// Whether the calling thread is the main thread. On systems that cannot tell, this is the thread
/// that loaded the program's code.
bool stitcher_thread_is_main(void);

/// The index of the process word that says whether an isolated graph was ever created.
#define STITCHER_ISOLATION 0

/// Whether an isolated graph was ever created, as far as the calling thread can know.
STITCHER_INLINE bool stitcher_isolation_exists(void) {
  return stitcher_word_load(stitcher_process_word(STITCHER_ISOLATION), STITCHER_RELAXED) != 0;
}

/// Sets the process word that says that an isolated graph was created.
static inline void stitcher_isolation_begin(void) {
  stitcher_word_store(stitcher_process_word(STITCHER_ISOLATION), 1, STITCHER_SEQUENTIAL);
}

/// Prints a line to the standard error with a single call.
void stitcher_print_error(const char *_Nonnull text);

/// Returns the metadata of `any P.Type`, given the metadata of `any P`. A function of Swift's
/// runtime.
extern const void *_Nonnull swift_getExistentialMetatypeMetadata(const void *_Nonnull existential);

/// Returns the witness table of a type's conformance to a protocol, or null if there is no
/// conformance.
///
/// The arguments are the type's metadata and the protocol's descriptor. A function of Swift's
/// runtime, which ignores the isolation of the conformance.
extern const void *_Nullable swift_conformsToProtocol(
    const void *_Nonnull type, const void *_Nonnull protocol);

/// Returns the metadata of a value's dynamic type, given the metadata of its declared type.
///
/// If `opens_existentials` is true and the declared type is a protocol type, the result is the type
/// of the value inside the existential. A function of Swift's runtime.
extern const void *_Nonnull swift_getDynamicType(
    const void *_Nonnull value, const void *_Nonnull type, bool opens_existentials);

/// Retains an object and returns its address, or returns null if its deallocation has begun. A
/// function of Swift's runtime.
extern void *_Nullable swift_tryRetain(void *_Nonnull object);

/// Whether the caller runs on a serial executor, given the two words of an `UnownedSerialExecutor`.
///
/// False if the system cannot tell.
bool stitcher_executor_is_current(uintptr_t identity, uintptr_t implementation);

/// Whether the caller runs on the main queue.
///
/// Outside of Apple's systems, blocks of the main queue may run on any thread, and the concurrency
/// runtime knows tasks only.
bool stitcher_thread_is_on_main_queue(void);

/// Returns the address of the current task, or null if the caller does not run in a task.
const void *_Nullable stitcher_task_current(void);

/// Returns the address of a task-local's value in the current task, or null if no value is bound.
///
/// A child task has its parent's address. A task that `Task` has started has a copy at another
/// address.
const void *_Nullable stitcher_task_local_binding(const void *_Nonnull key);

/// Returns the time of a monotonic clock in nanoseconds.
uint64_t stitcher_now(void);

/// Waits a short time for a few instructions of another thread: the first calls spin, later ones
/// sleep.
///
/// Start with zero in `turns`, which counts the calls. In a program with one thread, which would wait
/// forever, a call stops the program with a message.
void stitcher_thread_wait(uint32_t *_Nonnull turns);

/// Whether the program contains Foundation's protocol `LocalizedError`, which is linked weakly on
/// Linux.
bool stitcher_thread_has_localized_errors(void);

/// Whether the program contains Observation, which is linked weakly on Linux.
///
/// Without Observation, no type of the program is observable.
bool stitcher_thread_has_observation(void);

#endif
