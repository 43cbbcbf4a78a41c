#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE // For pthread_getattr_np and syscall.
#endif

#include "CStitcherThread.h"

#include <stdio.h>

#if defined(_WIN32)
static STITCHER_THREAD_LOCAL void *stitcher_thread_slot;

void *stitcher_thread_get(void) { return stitcher_thread_slot; }
#else
STITCHER_THREAD_LOCAL void *stitcher_thread_slot;
#endif

void stitcher_print_error(const char *text) { fprintf(stderr, "%s\n", text); }

// The part of a stack that is reserved for the last creation and for the handling of the error. In
// a debug build, a creation with lookups and casts takes up to 13 KiB, regardless of the stack's
// size.
#define STITCHER_STACK_LEAST ((uintptr_t)26 << 10)
#define STITCHER_STACK_MOST ((uintptr_t)256 << 10)

static inline stitcher_stack make_stack(uintptr_t bottom, uintptr_t size) {
  uintptr_t reserve = size / 4;
  if (reserve < STITCHER_STACK_LEAST) { reserve = STITCHER_STACK_LEAST; }
  if (reserve > STITCHER_STACK_MOST) { reserve = STITCHER_STACK_MOST; }
  if (reserve > size / 2) { reserve = size / 2; }
  return (stitcher_stack){bottom, bottom + reserve};
}

#if !defined(_WIN32)
#include <time.h>

uint64_t stitcher_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}
#endif

#if defined(_WIN32)

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

uint64_t stitcher_now(void) {
  LARGE_INTEGER count, frequency;
  QueryPerformanceCounter(&count);
  QueryPerformanceFrequency(&frequency);
  return (uint64_t)((double)count.QuadPart * 1e9 / (double)frequency.QuadPart);
}

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

static DWORD main_thread;

__attribute__((constructor)) static void note_main_thread(void) { main_thread = GetCurrentThreadId(); }

bool stitcher_thread_is_main(void) { return GetCurrentThreadId() == main_thread; }

void stitcher_thread_wait(uint32_t *turns) {
  if (++*turns < 64) { YieldProcessor(); } else { Sleep(*turns < 128 ? 0 : 1); }
}

stitcher_stack stitcher_thread_stack(void) {
  ULONG_PTR low, high;
  GetCurrentThreadStackLimits(&low, &high);
  return make_stack((uintptr_t)low, (uintptr_t)(high - low));
}

#elif defined(__wasm__) && !defined(_REENTRANT)

void stitcher_thread_set(void *record, stitcher_thread_exit on_exit) {
  (void)on_exit; // One thread, which ends with the program.
  stitcher_thread_slot = record;
}

bool stitcher_thread_is_main(void) { return true; }

void stitcher_thread_wait(uint32_t *turns) {
  (void)turns;
  fprintf(stderr, "Stitcher: the only thread waits for another thread.\n");
  __builtin_trap();
}

stitcher_stack stitcher_thread_stack(void) {
  (void)make_stack;
  return (stitcher_stack){0, 0};
}

#else

#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static stitcher_thread_exit exit_function;

static void thread_did_exit(void *record) {
  stitcher_thread_slot = 0;
  __atomic_load_n(&exit_function, __ATOMIC_ACQUIRE)(record);
}

static void make_key(void) { pthread_key_create(&key, thread_did_exit); }

void stitcher_thread_set(void *record, stitcher_thread_exit on_exit) {
  // Every caller passes the same function, so several threads may store it.
  __atomic_store_n(&exit_function, on_exit, __ATOMIC_RELEASE);
  pthread_once(&once, make_key);
  pthread_setspecific(key, record);
  stitcher_thread_slot = record;
}

void stitcher_thread_wait(uint32_t *turns) {
  // If the other thread is running, its read section ends during these turns.
  if (++*turns < 128) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ volatile("yield");
#endif
    return;
  }
  // The other thread is suspended. This thread sleeps, so that the other one runs even if it has a
  // lower priority.
  struct timespec delay = {0, 20000};
  nanosleep(&delay, 0);
}

#if defined(__APPLE__)

bool stitcher_thread_is_main(void) { return pthread_main_np() != 0; }

stitcher_stack stitcher_thread_stack(void) {
  pthread_t self = pthread_self();
  uintptr_t size = (uintptr_t)pthread_get_stacksize_np(self);
  return make_stack((uintptr_t)pthread_get_stackaddr_np(self) - size, size);
}

#elif defined(__linux__)

bool stitcher_thread_is_main(void) {
  // 0 until the thread has asked the kernel, then 1 or -1.
  static __thread signed char answer;
  if (answer == 0) { answer = syscall(SYS_gettid) == (long)getpid() ? 1 : -1; }
  return answer > 0;
}

stitcher_stack stitcher_thread_stack(void) {
  pthread_attr_t attributes;
  void *bottom = 0;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) { return (stitcher_stack){0, 0}; }
  int error = pthread_attr_getstack(&attributes, &bottom, &size);
  pthread_attr_destroy(&attributes);
  if (error != 0) { return (stitcher_stack){0, 0}; }
  return make_stack((uintptr_t)bottom, (uintptr_t)size);
}

#else

static pthread_t main_thread;

__attribute__((constructor)) static void note_main_thread(void) { main_thread = pthread_self(); }

bool stitcher_thread_is_main(void) { return pthread_equal(pthread_self(), main_thread) != 0; }

stitcher_stack stitcher_thread_stack(void) {
  (void)make_stack;
  return (stitcher_stack){0, 0};
}

#endif

#endif

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define STITCHER_THREAD_SANITIZER 1
#endif
#endif

// Android's filter of system calls ends a program that calls `membarrier` before API level 29.
#if defined(__linux__) && !defined(__ANDROID__) && defined(SYS_membarrier) \
    && !defined(STITCHER_THREAD_SANITIZER)

#define STITCHER_MEMBARRIER_EXPEDITED 8
#define STITCHER_MEMBARRIER_REGISTER 16

static pthread_once_t registration = PTHREAD_ONCE_INIT;

static bool membarrier(int command) {
  int saved = errno;
  bool is_done = syscall(SYS_membarrier, command, 0, 0) == 0;
  errno = saved;
  return is_done;
}

static bool is_registered;

static void register_process(void) {
  is_registered = membarrier(STITCHER_MEMBARRIER_REGISTER) && membarrier(STITCHER_MEMBARRIER_EXPEDITED);
}

bool stitcher_barrier_prepare(void) {
  pthread_once(&registration, register_process);
  return !is_registered;
}

void stitcher_barrier_all(void) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (stitcher_barrier_prepare() || membarrier(STITCHER_MEMBARRIER_EXPEDITED)) { return; }
  // A forked process inherits the registration. If a system does not do that, the process registers
  // again here.
  if (membarrier(STITCHER_MEMBARRIER_REGISTER) && membarrier(STITCHER_MEMBARRIER_EXPEDITED)) {
    return;
  }
  // The program has forbidden itself the system call. The store of a reader without a fence becomes
  // visible long before the end of this delay.
  struct timespec delay = {0, 10000000};
  nanosleep(&delay, 0);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#else

bool stitcher_barrier_prepare(void) { return true; }

void stitcher_barrier_all(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

#endif
