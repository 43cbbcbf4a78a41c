#ifndef STITCHER_ATOMICS_H
#define STITCHER_ATOMICS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define STITCHER_INLINE static inline __attribute__((always_inline))

/// Allocates memory with `malloc`, or stops the program if there is none.
///
/// Swift's functions for raw memory call a slower function. The address is a multiple of the size
/// of two pointers. The memory has to be freed with `stitcher_free`.
STITCHER_INLINE void *_Nonnull stitcher_allocate(intptr_t size) {
  void *memory = __builtin_malloc((__SIZE_TYPE__)size);
  if (!memory) { __builtin_trap(); }
  return memory;
}

/// Frees memory that `stitcher_allocate` has allocated.
STITCHER_INLINE void stitcher_free(void *_Nonnull memory) { __builtin_free(memory); }

/// A word that several threads read and write atomically, with the functions below.
///
/// It has 64 bits on every system, so that counters do not overflow. It has to lie in memory that
/// is allocated for it.
typedef struct {
  uint64_t bits;
} stitcher_word;

/// The atomic words of a thread's record, which fill two cache lines.
typedef struct {
  stitcher_word words[16];
} stitcher_record_words;

// The memory orders of C11, as numbers that Swift can pass. All callers pass constants, so the
// compiler chooses the instruction.
#define STITCHER_RELAXED 0
#define STITCHER_ACQUIRE 2
#define STITCHER_RELEASE 3
#define STITCHER_ACQUIRE_RELEASE 4
#define STITCHER_SEQUENTIAL 5

STITCHER_INLINE _Atomic(uint64_t) *_Nonnull stitcher_atomic(const stitcher_word *_Nonnull word) {
  return (_Atomic(uint64_t) *)&word->bits;
}

/// Atomically loads a word.
STITCHER_INLINE uint64_t stitcher_word_load(const stitcher_word *_Nonnull word, int32_t order) {
  if (order == STITCHER_RELAXED) {
    return atomic_load_explicit(stitcher_atomic(word), memory_order_relaxed);
  }
  if (order == STITCHER_ACQUIRE) {
    return atomic_load_explicit(stitcher_atomic(word), memory_order_acquire);
  }
  return atomic_load_explicit(stitcher_atomic(word), memory_order_seq_cst);
}

/// Atomically stores a value in a word.
STITCHER_INLINE void stitcher_word_store(
    stitcher_word *_Nonnull word, uint64_t value, int32_t order) {
  if (order == STITCHER_RELAXED) {
    atomic_store_explicit(stitcher_atomic(word), value, memory_order_relaxed);
  } else if (order == STITCHER_RELEASE) {
    atomic_store_explicit(stitcher_atomic(word), value, memory_order_release);
  } else {
    atomic_store_explicit(stitcher_atomic(word), value, memory_order_seq_cst);
  }
}

// Read-modify-write operations are rare, so they are always sequentially consistent, except for
// relaxed additions.

/// Replaces a word, and returns its old value.
STITCHER_INLINE uint64_t stitcher_word_exchange(stitcher_word *_Nonnull word, uint64_t value) {
  return atomic_exchange_explicit(stitcher_atomic(word), value, memory_order_seq_cst);
}

/// Replaces a word if it has the expected value, and returns its old value.
STITCHER_INLINE uint64_t stitcher_word_compare_exchange(
    stitcher_word *_Nonnull word, uint64_t expected, uint64_t desired) {
  atomic_compare_exchange_strong_explicit(
      stitcher_atomic(word), &expected, desired, memory_order_seq_cst, memory_order_seq_cst);
  return expected;
}

/// Adds to a word, and returns its old value.
STITCHER_INLINE uint64_t stitcher_word_add(
    stitcher_word *_Nonnull word, uint64_t value, int32_t order) {
  if (order == STITCHER_RELAXED) {
    return atomic_fetch_add_explicit(stitcher_atomic(word), value, memory_order_relaxed);
  }
  return atomic_fetch_add_explicit(stitcher_atomic(word), value, memory_order_seq_cst);
}

/// Sets bits of a word, and returns its old value.
STITCHER_INLINE uint64_t stitcher_word_or(stitcher_word *_Nonnull word, uint64_t bits) {
  return atomic_fetch_or_explicit(stitcher_atomic(word), bits, memory_order_seq_cst);
}

/// Clears the bits of a word that are not in `bits`, and returns its old value.
STITCHER_INLINE uint64_t stitcher_word_and(stitcher_word *_Nonnull word, uint64_t bits) {
  return atomic_fetch_and_explicit(stitcher_atomic(word), bits, memory_order_seq_cst);
}

/// Executes a sequentially consistent fence.
STITCHER_INLINE void stitcher_fence(void) { atomic_thread_fence(memory_order_seq_cst); }

#if defined(_WIN32)
/// Returns a word of the process. A function, since a variable of a DLL has to be imported explicitly.
stitcher_word *_Nonnull stitcher_process_word(uint8_t index);
#else
/// The words of the process, which are zero at first. They are read so often that a lazy global
/// would be too slow. Defined in StitcherAtomics.c; use the function below.
extern stitcher_word stitcher_process_words[16] __attribute__((aligned(64)));

/// Returns a global word.
STITCHER_INLINE stitcher_word *_Nonnull stitcher_process_word(uint8_t index) {
  return &stitcher_process_words[index];
}
#endif

/// The memory of a lock of the system.
#if defined(__APPLE__) || defined(_WIN32) || (defined(__wasm__) && !defined(_REENTRANT))
typedef struct {
  uint64_t bits;
} stitcher_lock;
#else
#include <pthread.h>
typedef struct {
  pthread_mutex_t mutex;
} stitcher_lock;
#endif

/// Initializes a lock.
void stitcher_lock_init(stitcher_lock *_Nonnull lock);

/// Destroys a lock that no thread holds.
void stitcher_lock_destroy(stitcher_lock *_Nonnull lock);

/// Acquires a lock, after waiting for the thread that holds it. The lock is not recursive.
void stitcher_lock_lock(stitcher_lock *_Nonnull lock);

/// Releases a lock.
void stitcher_lock_unlock(stitcher_lock *_Nonnull lock);

#endif
