/// The options of the command line.
struct Options {
  /// The filter: only benchmarks with this text in their id run.
  private(set) var filter = ""

  /// The file to which the figures are written as JSON.
  private(set) var json: String?

  /// The file to which the table is written as Markdown.
  private(set) var markdown: String?

  /// The folder into which the curves are drawn; if set, no benchmark runs.
  private(set) var curves: String?

  /// Whether allocations are only counted, and compared with their limits.
  private(set) var isCounting = false

  /// Whether the spellings of each family are compared; if so, no benchmark runs.
  private(set) var isComparingSpellings = false

  /// The files of an earlier and a later run to compare; if set, no benchmark runs.
  private(set) var compared: (before: String, after: String)?

  /// Whether only the filtered benchmarks run, without their references, for profiling.
  private(set) var isWithoutBaselines = false

  /// Whether the ids are listed, without running benchmarks.
  private(set) var isListing = false

  /// Whether the help is printed, without running benchmarks.
  private(set) var isHelping = false

  /// The text of the help.
  static let help = """
    Usage: benchmarks [OPTION]...

      --filter TEXT     runs the benchmarks whose id contains TEXT; the baselines, and what TEXT is
                        compared with, always run
      --json FILE       writes the figures as JSON
      --markdown FILE   writes the table as Markdown
      --allocations     counts the allocations of each operation, and fails where there are more
                        than there may be
      --spellings       compares the spellings of each family that has TEXT in an id, and fails
                        where one costs more than 1.5 times its best sibling
      --compare BEFORE AFTER
                        prints what moved between two files that --json wrote, and measures nothing;
                        of several files, with commas between them, the medians count
      --curves FOLDER   measures the costs as the work grows instead, and draws them into FOLDER
      --no-baselines    leaves out the baselines that the filter does not name, for profiling
      --list            lists the ids
      --help            prints this

    Build it with '-c release'. `compile.900` has a script of its own: Benchmarks/compile-time.sh.
    """

  /// An error in a command line.
  struct Failure: Error {
    /// The message for the user.
    let message: String
  }

  /// Parses arguments, without the name of the command.
  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--filter": filter = try Self.value(of: option, &rest)
      case "--json": json = try Self.value(of: option, &rest)
      case "--markdown": markdown = try Self.value(of: option, &rest)
      case "--curves": curves = try Self.value(of: option, &rest)
      case "--allocations": isCounting = true
      case "--spellings": isComparingSpellings = true
      case "--compare":
        compared = (try Self.value(of: option, &rest), try Self.value(of: option, &rest))
      case "--no-baselines": isWithoutBaselines = true
      case "--list": isListing = true
      case "--help", "-h": isHelping = true
      default: throw Failure(message: "unknown option '\(option)' (see --help)")
      }
    }
  }

  /// Removes the value of an option from the remaining arguments, and returns it.
  private static func value(of option: String, _ rest: inout ArraySlice<String>)
    throws(Failure) -> String
  {
    guard let value = rest.popFirst() else { throw Failure(message: "\(option) needs a value") }
    return value
  }
}
