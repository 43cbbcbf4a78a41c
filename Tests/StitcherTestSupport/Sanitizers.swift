import Foundation

/// Whether the thread sanitizer is active. It records 65,536 nested calls of a thread and crashes
/// in deeper chains; and it forgets a thread before its last destructors run.
package let hasThreadSanitizer = dlsym(nil, "__tsan_init") != nil

/// Whether the address sanitizer is active. It makes stack frames several times as large. Memory
/// that only the stack of an ended thread referred to is a leak for it.
package let hasAddressSanitizer = dlsym(nil, "__asan_init") != nil

/// Returns a depth or a number, or a smaller one if a sanitizer is active.
package func bounded(_ full: Int, sanitized: Int) -> Int {
  hasThreadSanitizer || hasAddressSanitizer ? sanitized : full
}

/// Returns a number of rounds or objects: the given one in release builds, and an eighth of it in
/// debug builds, which are several times slower.
package func fewerInDebug<Number: BinaryInteger>(_ full: Number) -> Number {
  #if DEBUG
    full / 8
  #else
    full
  #endif
}
