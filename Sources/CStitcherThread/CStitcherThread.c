#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE // For pthread_getattr_np.
#endif

#include "CStitcherThread.h"

STITCHER_THREAD_LOCAL void *stitcher_thread_slot;

// What is left for those who handle the error: a quarter of a small stack, or this much of a large one.
#define STITCHER_STACK_RESERVE ((uintptr_t)256 << 10)

static inline uintptr_t stack_limit(uintptr_t bottom, uintptr_t size) {
  uintptr_t quarter = size / 4;
  return bottom + (quarter < STITCHER_STACK_RESERVE ? quarter : STITCHER_STACK_RESERVE);
}

#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

static INIT_ONCE once = INIT_ONCE_STATIC_INIT;
static DWORD key;
static stitcher_thread_exit exit_function;

static void NTAPI thread_did_exit(void *record) {
  if (record != 0) {
    stitcher_thread_slot = 0;
    exit_function(record);
  }
}

static BOOL CALLBACK make_key(PINIT_ONCE o, PVOID p, PVOID *c) {
  (void)o; (void)p; (void)c;
  key = FlsAlloc(thread_did_exit);
  return TRUE;
}

void stitcher_thread_set(void *record, stitcher_thread_exit on_exit) {
  exit_function = on_exit;
  InitOnceExecuteOnce(&once, make_key, 0, 0);
  FlsSetValue(key, record);
  stitcher_thread_slot = record;
}

void stitcher_thread_yield(void) { SwitchToThread(); }

uintptr_t stitcher_thread_stack_limit(void) {
  ULONG_PTR low, high;
  GetCurrentThreadStackLimits(&low, &high);
  return stack_limit((uintptr_t)low, (uintptr_t)(high - low));
}

#elif defined(__wasm__) && !defined(_REENTRANT)

void stitcher_thread_set(void *record, stitcher_thread_exit on_exit) {
  (void)on_exit; // One thread, which ends with the program.
  stitcher_thread_slot = record;
}

void stitcher_thread_yield(void) {}

uintptr_t stitcher_thread_stack_limit(void) {
  (void)stack_limit;
  return 0;
}

#else

#include <pthread.h>
#include <sched.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static stitcher_thread_exit exit_function;

static void thread_did_exit(void *record) {
  stitcher_thread_slot = 0;
  __atomic_load_n(&exit_function, __ATOMIC_ACQUIRE)(record);
}

static void make_key(void) { pthread_key_create(&key, thread_did_exit); }

void stitcher_thread_set(void *record, stitcher_thread_exit on_exit) {
  // Every caller passes the same function, so the last write is as good as the first.
  __atomic_store_n(&exit_function, on_exit, __ATOMIC_RELEASE);
  pthread_once(&once, make_key);
  pthread_setspecific(key, record);
  stitcher_thread_slot = record;
}

void stitcher_thread_yield(void) { sched_yield(); }

#if defined(__APPLE__)

bool stitcher_thread_is_main(void) { return pthread_main_np() != 0; }

uintptr_t stitcher_thread_stack_limit(void) {
  pthread_t self = pthread_self();
  uintptr_t size = (uintptr_t)pthread_get_stacksize_np(self);
  return stack_limit((uintptr_t)pthread_get_stackaddr_np(self) - size, size);
}

#elif defined(__linux__)

#include <sys/syscall.h>
#include <unistd.h>

bool stitcher_thread_is_main(void) {
  // 0 until the thread has asked the kernel, then 1 or -1.
  static __thread signed char answer;
  if (answer == 0) { answer = syscall(SYS_gettid) == (long)getpid() ? 1 : -1; }
  return answer > 0;
}

uintptr_t stitcher_thread_stack_limit(void) {
  pthread_attr_t attributes;
  void *bottom = 0;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) { return 0; }
  int error = pthread_attr_getstack(&attributes, &bottom, &size);
  pthread_attr_destroy(&attributes);
  return error == 0 ? stack_limit((uintptr_t)bottom, (uintptr_t)size) : 0;
}

#else

uintptr_t stitcher_thread_stack_limit(void) {
  (void)stack_limit;
  return 0;
}

#endif

#endif
