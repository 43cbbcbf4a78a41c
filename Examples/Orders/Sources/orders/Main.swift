internal import Foundation
internal import OrdersLoad
internal import OrdersService
internal import Stitcher
internal import StitcherDrawing

/// A program that sends requests to the service, and fails after a failed check.
@main
enum Main {
  static func main() async throws {
    guard let options = Options(arguments: Array(CommandLine.arguments.dropFirst())) else {
      print(Options.usage)
      exit(2)
    }
    await DependencyGraph.activate(.orders())
    await DependencyGraph.activate(.simulation())
    if let format = options.graph {
      let text = try await ServiceDrawing.description().text(as: format)
      guard let path = options.output else { return print(text, terminator: "") }
      do { try text.write(toFile: path, atomically: true, encoding: .utf8) } catch {
        print("\(path) cannot be written: \(error.localizedDescription)")
        exit(1)
      }
      return
    }
    let report = try await LoadGenerator(options).run()
    for line in report.lines { print(line) }
    for problem in report.problems { print("broken: \(problem)") }
    exit(report.problems.isEmpty ? 0 : 1)
  }
}
