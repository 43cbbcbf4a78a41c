#ifndef C_BENCHMARK_H
#define C_BENCHMARK_H

#include <stddef.h>
#include <stdint.h>

/// Makes the compiler believe that the address is read, and that memory changes. Costs no instruction.
static inline void benchmark_sink(const void *_Nullable address) {
  __asm__ volatile("" : : "r"(address) : "memory");
}

/// Makes the compiler believe that the number may be any other. Costs no instruction.
static inline intptr_t benchmark_opaque(intptr_t number) {
  __asm__ volatile("" : "+r"(number) : : "memory");
  return number;
}

/// Lets the other hardware thread run while this one waits.
static inline void benchmark_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

/// Whether this build can count allocations.
int benchmark_counts_allocations(void);

/// The number of allocations that the calling thread has made so far.
uint64_t benchmark_allocation_count(void);

/// The bytes that are allocated by the whole process, as the allocator accounts for them; or 0 where it does not say.
uint64_t benchmark_allocated_bytes(void);

#endif
