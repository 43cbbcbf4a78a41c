import Foundation

/// The memory that the process uses, in mebibytes; `nil` on systems that do not report it.
struct Memory {
  /// The memory at present.
  let current: Double?

  /// The maximum so far.
  let peak: Double?

  /// Measures the memory.
  init() {
    var values: [String: Double] = [:]
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    for line in status.split(separator: "\n") {
      let words = line.split { $0 == ":" || $0 == " " || $0 == "\t" }
      if words.count > 1, let kibibytes = Double(words[1]) {
        values[String(words[0])] = kibibytes / 1024
      }
    }
    current = values["VmRSS"]
    peak = values["VmHWM"]
  }

  /// Whether a sanitizer is active, which uses a growing amount of memory itself.
  static let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
}
