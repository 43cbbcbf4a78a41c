import OrdersLoad
import OrdersService
import Stitcher
import StitcherDrawing
import StitcherTesting
import Testing

@Suite(
  .dependencies {
    DependencyContainer.orders()
    DependencyContainer.simulation()
  }
)
struct LoadTests {
  /// Runs a few requests.
  private func run(seed: Int = 1) async throws -> Report {
    var options = Options()
    options.requests = 500
    options.concurrency = 16
    options.seed = seed
    return try await LoadGenerator(options).run()
  }

  @Test(arguments: 1...4) func nothingIsBroken(seed: Int) async throws {
    let report = try await run(seed: seed)
    #expect(report.problems == [])
    #expect(report.outcomes.succeeded > 0)
    #expect(report.outcomes.failed > 0)
    #expect(report.outcomes.cancelled > 0)
  }

  @Test func theGraphOfARequestIsDescribed() async throws {
    let description = try await ServiceDrawing.description()
    let needs = description.edges.map { "\($0.from) \($0.to)" }
    #expect(needs.contains("OrdersService.Checkout OrdersService.UnitOfWork"))
    #expect(needs.contains("OrdersService.Checkout OrdersService.Pricing"))
    #expect(description.nodes.first { $0.id == "OrdersService.Database" }?.isLive == true)
    #expect(description.nodes.first { $0.id == "OrdersService.Session" }?.scope == "scoped")
    #expect(description.problems.isEmpty)
  }

  @Test func theGraphIsWrittenInEveryLanguage() async throws {
    let description = try await ServiceDrawing.description()
    for format in GraphDescription.Format.allCases {
      let beginning =
        switch format {
        case .html: "<!DOCTYPE html>"
        case .mermaid: "%% Orders: a request\nflowchart"
        case .dot: "digraph \"Orders: a request\" {"
        case .json: "{\n  \"edges\" : ["
        case .svg: "<svg xmlns="
        }
      let text = description.text(as: format)
      #expect(text.hasPrefix(beginning), "\(text.prefix(60))")
      #expect(text.contains("UnitOfWork"))
    }
    let read = try GraphDescription(json: description.text(as: .json))
    #expect(read == description)
  }

  @Test func theCommandIsToldToDescribe() {
    #expect(Options(arguments: ["graph"])?.graph == .mermaid)
    #expect(Options(arguments: ["graph", "--html"])?.graph == .html)
    let options = Options(arguments: ["graph", "--format", "json", "--output", "g.json"])
    #expect(options?.graph == .json && options?.output == "g.json")
    #expect(Options(arguments: ["graph", "--format", "png"]) == nil)
    #expect(Options(arguments: ["graph", "--output"]) == nil)
  }

  @Test func whatIsBrokenIsSaid() async throws {
    let report = try await run()
    let changes: [(String, (inout Report) -> Void)] = [
      ("requests that ended", { $0.outcomes.failed += 1 }),
      ("requests that were timed", { $0.outcomes.latencies.removeLast() }),
      ("units of work closed", { $0.counts.rolledBack -= 1 }),
      ("units of work closed again", { $0.counts.closedAgain = 1 }),
      ("units of work never closed", { $0.counts.abandoned = 1 }),
      ("logs of requests", { $0.logs -= 1 }),
      ("logs with lines of other requests", { $0.mixedLogs = 1 }),
      ("instances alive", { $0.counts.alive = 1 }),
      ("instances alive at a time", { $0.counts.mostAlive = 1000 }),
      ("orders of vienna", { $0.books["vienna"]?.orders += 1 }),
      ("cents of zurich", { $0.books["zurich"]?.cents += 1 }),
      ("pieces of boston", { $0.books["boston"]?.pieces += 1 }),
      ("orders of boston in another currency", { $0.books["boston"]?.foreign = 1 }),
    ]
    for (problem, change) in changes {
      var broken = report
      change(&broken)
      #expect(broken.problems.map { $0.prefix { $0 != ":" } } == [problem[...]])
    }
  }

  @Test func anotherAnswerThanTheRightOneIsASurprise() {
    var outcomes = Outcomes()
    let plan = Plan(id: 0, seed: 1)
    outcomes.add(.success(.quote(Money(cents: -1, currency: .euro))), of: plan, after: .zero)
    #expect(outcomes.surprises.count == 1)
  }

  @Test func plansFollowFromTheSeed() {
    let plans = (0..<50).map { Plan(id: $0, seed: 3) }
    let again = (0..<50).map { Plan(id: $0, seed: 3) }
    #expect("\(plans)" == "\(again)")
    #expect("\(plans)" != "\((0..<50).map { Plan(id: $0, seed: 4) })")
  }

  @Test func latenciesAreRanked() async throws {
    var report = try await run()
    report.outcomes.latencies = (1...200).map { .microseconds($0) }
    #expect(report.lines[4] == "latency          p50 0.100 ms, p99 0.198 ms")
  }
}

@Suite struct OptionsTests {
  @Test func optionsAreRead() {
    var options = Options()
    options.requests = 10
    options.concurrency = 2
    #expect(Options(arguments: ["--requests", "10", "--concurrency", "2"]) == options)
    #expect(Options(arguments: []) == Options())
  }

  @Test(arguments: [["--requests"], ["--requests", "0"], ["--requests", "x"], ["--help", "1"]])
  func wrongOptionsAreRefused(arguments: [String]) {
    #expect(Options(arguments: arguments) == nil)
  }
}
