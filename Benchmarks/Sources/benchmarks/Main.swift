internal import Foundation
import Stitcher

/// Runs the benchmarks.
@main
enum Main {
  /// Parses the command line, measures, and reports.
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.isHelping { return print(Options.help) }
      if options.isListing {
        return print(Benchmark.all.flatMap(\.ids).joined(separator: "\n"))
      }
      if let folder = options.curves { return try draw(into: folder, options) }
      if let (before, after) = options.compared { return try compare(before, after, options) }
      if options.isCounting { return checkAllocations(options) }
      if options.isComparingSpellings { return checkSpellings(options) }
      try report(measure(options), options)
    } catch let failure as Options.Failure {
      end("error: \(failure.message)")
    } catch {
      end("error: \(error.localizedDescription)")
    }
  }

  /// Measures and draws the selected curves, and reports whether their growth is as expected.
  private static func draw(into folder: String, _ options: Options) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let usual = Containers.usual()
    DependencyGraph.activate(usual)
    var disagreeing: [String] = []
    var table = "| curve | at the least | at the most | said | slope | |\n"
    table += "| --- | --- | --- | --- | --- | --- |\n"
    for curve in Curves.all where options.filter.isEmpty || curve.name.contains(options.filter) {
      note("Measuring \(curve.name)…")
      let set = curve.measure()
      try Plot(set).svg.write(
        toFile: "\(folder)/\(set.name).svg", atomically: true, encoding: .utf8)
      for curve in set.curves {
        table += curve.row(unit: set.unit, size: set.size)
        if !curve.agrees { disagreeing.append(curve.id) }
      }
    }
    print(table, terminator: "")
    if let markdown = options.markdown {
      try table.write(toFile: markdown, atomically: true, encoding: .utf8)
    }
    DependencyGraph.deactivateAll()
    if !disagreeing.isEmpty {
      end("These grow faster than is said: \(disagreeing.joined(separator: ", "))")
    }
  }

  /// Counts allocations, and fails if an operation exceeds its limit.
  private static func checkAllocations(_ options: Options) {
    let results = measure(options)
    var excesses: [String] = []
    for (id, most) in Allocations.thresholds.sorted(by: { $0.key < $1.key })
    where options.filter.isEmpty || id.contains(options.filter) {
      guard let measurement = results.measurements.first(where: { $0.id == id }) else {
        end("error: there is no benchmark '\(id)' any more: take it out of the thresholds")
      }
      guard let count = measurement.allocations else {
        return note("Allocations cannot be counted on this system.")
      }
      let isExceeded = count > most
      print("\(id): \(count.short), at most \(most.short)\(isExceeded ? "  TOO MANY" : "")")
      if isExceeded { excesses.append(id) }
    }
    if !excesses.isEmpty {
      end("More allocations than there may be: \(excesses.joined(separator: ", "))")
    }
  }

  /// Compares the spellings of each family, and fails if one costs too much.
  private static func checkSpellings(_ options: Options) {
    let container = Containers.usual()
    DependencyGraph.activate(container)
    var excesses: [SpellingCheck.Finding] = []
    for family in Family.all where family.spellings.count > 1 {
      let isWanted =
        options.filter.isEmpty || family.spellings.contains { $0.id.contains(options.filter) }
      guard isWanted else { continue }
      let findings = SpellingCheck.findings(in: family)
      print("\(family.name), \(findings[0].nanoseconds.short) ns")
      for finding in findings {
        guard finding.isExceeding || finding.reason != nil || !options.filter.isEmpty else {
          continue
        }
        let verdict =
          finding.isExceeding
          ? finding.reason.map { ", excepted: \($0)" } ?? "  TOO MUCH"
          : finding.reason == nil ? "" : ", needs no exception"
        print("  \(finding.text)\(verdict)")
      }
      excesses += findings.filter(\.isFailing)
    }
    DependencyGraph.deactivateAll()
    if !excesses.isEmpty {
      end(
        "These cost more than \(SpellingCheck.limit.short) times their best sibling:\n  "
          + excesses.map(\.text).joined(separator: "\n  "))
    }
  }

  /// Prints the changes between two runs.
  private static func compare(_ before: String, _ after: String, _ options: Options) throws {
    func results(_ files: String) throws -> Results {
      try Results(
        mediansOf: files.split(separator: ",").map { file in
          try JSONReport.results(of: Data(contentsOf: URL(fileURLWithPath: String(file))))
        })
    }
    let table = Comparison.table(try results(before), try results(after), options.filter)
    print(table.text, terminator: "")
    if let markdown = options.markdown {
      try table.markdown.write(toFile: markdown, atomically: true, encoding: .utf8)
    }
  }

  /// Runs the selected benchmarks.
  private static func measure(_ options: Options) -> Results {
    #if DEBUG
      note("This is a debug build: the figures mean nothing. Build with '-c release'.")
    #endif
    let container = Containers.usual()
    DependencyGraph.activate(container)
    var results = Results()
    results.isCounting = options.isCounting
    let compared = Benchmark.compared(with: options.filter)
    for benchmark in options.isCounting ? Benchmark.counted : Benchmark.all {
      let isBaseline =
        !options.isWithoutBaselines
        && (benchmark.ids[0].hasPrefix("baseline.") || !compared.isDisjoint(with: benchmark.ids))
      let isWanted =
        options.filter.isEmpty || benchmark.ids.contains { $0.contains(options.filter) }
      guard isBaseline || isWanted else { continue }
      note("Measuring \(benchmark.ids.joined(separator: ", "))…")
      benchmark.run(&results)
    }
    DependencyGraph.deactivateAll()
    return results
  }

  /// Prints the table and writes the files.
  private static func report(_ results: Results, _ options: Options) throws {
    let table = Table(results)
    print(table.text, terminator: "")
    if let json = options.json {
      try JSONReport.text(results).write(toFile: json, atomically: true, encoding: .utf8)
    }
    if let markdown = options.markdown {
      try table.markdown.write(toFile: markdown, atomically: true, encoding: .utf8)
    }
  }

  /// Prints the progress to the standard error, separately from the table.
  private static func note(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
  }

  /// Ends the program with an error.
  private static func end(_ message: String) -> Never {
    note(message)
    exit(1)
  }
}
