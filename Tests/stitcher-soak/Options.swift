import Foundation

/// What is said on the command line; see Scripts/soak.sh.
struct Options {
  /// What is run.
  enum Subject: String {
    /// The engine's programs.
    case engine
    /// Stitcher's programs.
    case stitcher
    /// Stitcher's programs that make graphs.
    case graphs
    /// Stitcher's programs of creations, decorations and teardowns.
    case lives
    /// Programs of several threads.
    case threads
    /// Threads that ask for what is not created yet.
    case cold
  }

  /// For how long programs are run.
  var minutes = 20.0

  /// The first seed.
  var seed = UInt64.random(in: 0...UInt64.max / 2)

  /// The number of programs or rounds, instead of a time.
  var count: UInt64?

  /// What is run; all if nil.
  var subject: Subject?

  /// The file that says what is being run, for when the process crashes.
  var journal: String?

  /// Reads arguments; ends the program if they make no sense.
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

  /// Returns what an option says; ends the program if that is nothing.
  private static func check<Value>(_ value: Value?, _ name: String, _ text: String) -> Value {
    guard let value else { fail("\(name) '\(text)'") }
    return value
  }

  /// Ends the program.
  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("error: \(message) (see Scripts/soak.sh --help)\n".utf8))
    exit(2)
  }
}
