#include "CBenchmark.h"

#if defined(__linux__) && defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

// The executable's definitions take the place of glibc's, which they call. Counting costs one instruction, for every
// row and every baseline alike. Memory is glibc's own, so that its `free` needs no replacement.

static __thread uint64_t allocation_count;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *address, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  allocation_count++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocation_count++;
  return __libc_calloc(count, size);
}

void *realloc(void *address, size_t size) {
  allocation_count++;
  return __libc_realloc(address, size);
}

void *memalign(size_t alignment, size_t size) {
  allocation_count++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocation_count++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  allocation_count++;
  void *address = __libc_memalign(alignment, size);
  if (address == NULL) return ENOMEM;
  *result = address;
  return 0;
}

int benchmark_counts_allocations(void) { return 1; }

uint64_t benchmark_allocation_count(void) { return allocation_count; }

uint64_t benchmark_allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (uint64_t)info.uordblks + (uint64_t)info.hblkhd;
}

#elif defined(__APPLE__)

#include <malloc/malloc.h>

int benchmark_counts_allocations(void) { return 0; }

uint64_t benchmark_allocation_count(void) { return 0; }

uint64_t benchmark_allocated_bytes(void) {
  malloc_statistics_t statistics;
  malloc_zone_statistics(NULL, &statistics);
  return statistics.size_in_use;
}

#else

int benchmark_counts_allocations(void) { return 0; }

uint64_t benchmark_allocation_count(void) { return 0; }

uint64_t benchmark_allocated_bytes(void) { return 0; }

#endif
