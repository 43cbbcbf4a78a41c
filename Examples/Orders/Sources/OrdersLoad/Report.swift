package import OrdersService
internal import Stitcher

/// The report of a run.
public struct Report: Sendable {
  /// The options of the run.
  let options: Options

  /// The outcomes of the requests.
  package var outcomes: Outcomes

  /// The duration of the whole run.
  let time: Duration

  /// The contents of the databases, by tenant.
  package var books: [String: Books]

  /// The counts of the service after its shutdown.
  package var counts: Counts.Values

  /// The number of requests that have written their log.
  package var logs: Int

  /// The number of logs with lines of another request.
  package var mixedLogs: Int

  /// The creations before the first request with their durations, if the options ask for them.
  var start: CreationReport?

  /// The lines of the report, one for each figure.
  public var lines: [String] {
    let sorted = outcomes.latencies.sorted()
    let perSecond = Double(outcomes.latencies.count) / (time / .seconds(1))
    return [
      "requests         \(outcomes.latencies.count), \(options.concurrency) at a time",
      "succeeded        \(outcomes.succeeded)",
      "failed           \(outcomes.failed)",
      "cancelled        \(outcomes.cancelled)",
      "latency          p50 \(text(sorted, 50)), p99 \(text(sorted, 99))",
      "throughput       \(Int(perSecond)) requests per second",
      "units of work    \(counts.opened) opened, \(counts.committed) committed, "
        + "\(counts.rolledBack) rolled back",
      "orders           \(books.values.reduce(0) { $0 + $1.orders }) in \(books.count) databases",
      "instances alive  \(counts.alive); \(counts.mostAlive) at most",
    ] + (start.map { ["cold start", "\($0)"] } ?? [])
  }

  /// The failed checks; empty if all checks succeed.
  public var problems: [String] {
    var problems = Array(outcomes.surprises.prefix(10))
    func check(_ what: String, _ value: Int, is expected: Int) {
      if value != expected { problems.append("\(what): \(value), expected \(expected)") }
    }
    let receipts = outcomes.receipts.values.reduce(0) { $0 + $1.orders }
    let ended = outcomes.succeeded + outcomes.failed + outcomes.cancelled
    check("requests that ended", ended, is: options.requests)
    check("requests that were timed", outcomes.latencies.count, is: options.requests)
    check("units of work closed", counts.committed + counts.rolledBack, is: counts.opened)
    check("units of work closed again", counts.closedAgain, is: 0)
    check("units of work never closed", counts.abandoned, is: 0)
    check("units of work committed", counts.committed, is: receipts)
    check("logs of requests", logs, is: options.requests)
    check("logs with lines of other requests", mixedLogs, is: 0)
    check("instances alive", counts.alive, is: 0)
    // A request has five instances: log, list of open work, unit of work, session, checkout.
    let most = 5 * options.concurrency + books.count
    if counts.mostAlive > most {
      problems.append("instances alive at a time: \(counts.mostAlive), expected \(most) at most")
    }
    for (tenant, book) in books.sorted(by: { $0.key < $1.key }) {
      let receipts = outcomes.receipts[tenant] ?? Outcomes.Receipts()
      check("orders of \(tenant)", book.orders, is: receipts.orders)
      check("cents of \(tenant)", book.cents, is: receipts.cents)
      check("pieces of \(tenant)", book.pieces, is: receipts.pieces)
      check("orders of \(tenant) in another currency", book.foreign, is: 0)
    }
    return problems
  }

  /// Returns a percentile of the latencies, in milliseconds.
  private func text(_ sorted: [Duration], _ percent: Int) -> String {
    guard let last = sorted.last else { return "–" }
    let rank = (sorted.count * percent + 99) / 100
    let latency = rank > 0 ? sorted[rank - 1] : last
    let microseconds = Int(latency / .microseconds(1))
    let rest = "\(microseconds % 1000)"
    return "\(microseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest + " ms"
  }
}
