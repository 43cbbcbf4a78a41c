import Foundation

/// The options of the command line; see Scripts/soak.sh.
struct Options {
  /// The kind of programs to run.
  enum Subject: String {
    /// Programs for the engine.
    case engine
    /// Programs for Stitcher's containers and properties.
    case stitcher
    /// Programs for Stitcher's graphs.
    case graphs
    /// Programs for Stitcher's creations, decorators and teardowns.
    case lives
    /// Programs with several threads.
    case threads
    /// Threads that resolve a dependency before its first creation.
    case cold
  }

  /// The duration of the run.
  var minutes = 20.0

  /// The first seed.
  var seed = UInt64.random(in: 0...UInt64.max / 2)

  /// The number of programs or rounds, instead of a duration.
  var count: UInt64?

  /// The kind of programs to run, or `nil` for all kinds.
  var subject: Subject?

  /// The file that names the current program, in case the process crashes.
  var journal: String?

  /// Parses arguments; ends the program if they are invalid.
  init(_ arguments: ArraySlice<String>) {
    var rest = arguments
    while let name = rest.popFirst() {
      let text = rest.popFirst() ?? ""
      switch name {
      case "--minutes": minutes = Self.check(Double(text), name, text)
      case "--seed": seed = Self.check(UInt64(text), name, text)
      case "--count": count = Self.check(UInt64(text), name, text)
      case "--only": subject = Self.check(Subject(rawValue: text), name, text)
      case "--journal": journal = text
      default: Self.fail("unknown option '\(name)'")
      }
    }
  }

  /// Returns the value of an option; ends the program if the value is `nil`.
  private static func check<Value>(_ value: Value?, _ name: String, _ text: String) -> Value {
    guard let value else { fail("\(name) '\(text)'") }
    return value
  }

  /// Ends the program with a message.
  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("error: \(message) (see Scripts/soak.sh --help)\n".utf8))
    exit(2)
  }
}
