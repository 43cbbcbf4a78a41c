#include "StitcherAtomics.h"

#if defined(_WIN32)
static stitcher_word stitcher_process_words[16] __attribute__((aligned(64)));

stitcher_word *stitcher_process_word(uint8_t index) { return &stitcher_process_words[index]; }
#else
stitcher_word stitcher_process_words[16];
#endif

#if defined(__APPLE__)

#include <os/lock.h>

_Static_assert(sizeof(os_unfair_lock) <= sizeof(stitcher_lock), "The lock fits.");

static inline os_unfair_lock_t own(stitcher_lock *lock) { return (os_unfair_lock_t)(void *)lock; }

void stitcher_lock_init(stitcher_lock *lock) { *own(lock) = OS_UNFAIR_LOCK_INIT; }

void stitcher_lock_destroy(stitcher_lock *lock) { (void)lock; }

void stitcher_lock_lock(stitcher_lock *lock) { os_unfair_lock_lock(own(lock)); }

void stitcher_lock_unlock(stitcher_lock *lock) { os_unfair_lock_unlock(own(lock)); }

#elif defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

_Static_assert(sizeof(SRWLOCK) <= sizeof(stitcher_lock), "The lock fits.");

static inline PSRWLOCK own(stitcher_lock *lock) { return (PSRWLOCK)(void *)lock; }

void stitcher_lock_init(stitcher_lock *lock) { InitializeSRWLock(own(lock)); }

void stitcher_lock_destroy(stitcher_lock *lock) { (void)lock; }

void stitcher_lock_lock(stitcher_lock *lock) { AcquireSRWLockExclusive(own(lock)); }

void stitcher_lock_unlock(stitcher_lock *lock) { ReleaseSRWLockExclusive(own(lock)); }

#elif defined(__wasm__) && !defined(_REENTRANT)

#include <stdio.h>

// There is only one thread, so a wait for the lock would never end.

void stitcher_lock_init(stitcher_lock *lock) { lock->bits = 0; }

void stitcher_lock_destroy(stitcher_lock *lock) { (void)lock; }

void stitcher_lock_lock(stitcher_lock *lock) {
  if (lock->bits) {
    fprintf(stderr, "Stitcher: the only thread waits for a lock that it holds.\n");
    __builtin_trap();
  }
  lock->bits = 1;
}

void stitcher_lock_unlock(stitcher_lock *lock) { lock->bits = 0; }

#else

void stitcher_lock_init(stitcher_lock *lock) { pthread_mutex_init(&lock->mutex, 0); }

void stitcher_lock_destroy(stitcher_lock *lock) { pthread_mutex_destroy(&lock->mutex); }

void stitcher_lock_lock(stitcher_lock *lock) { pthread_mutex_lock(&lock->mutex); }

void stitcher_lock_unlock(stitcher_lock *lock) { pthread_mutex_unlock(&lock->mutex); }

#endif
