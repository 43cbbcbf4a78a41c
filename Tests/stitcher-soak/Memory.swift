import Foundation

/// How much memory the process has in use, in mebibytes; nil where that is not known.
struct Memory {
  /// Now.
  let current: Double?

  /// At most so far.
  let peak: Double?

  /// Measures it.
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

  /// Whether the thread sanitizer keeps notes of its own, which grow.
  static let isSanitized = dlsym(nil, "__tsan_init") != nil || dlsym(nil, "__asan_init") != nil
}
