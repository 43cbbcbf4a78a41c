import Foundation

/// Whether the thread sanitizer is there. It keeps 65,536 calls of a thread, and crashes in chains
/// that are deeper; and it forgets a thread before its last destructors run.
package let hasThreadSanitizer = dlsym(nil, "__tsan_init") != nil

/// Returns a depth or a number, or the smaller one that the thread sanitizer has to do with.
package func bounded(_ full: Int, sanitized: Int) -> Int { hasThreadSanitizer ? sanitized : full }
