package import OrdersService
internal import Stitcher

/// What a run has come to.
public struct Report: Sendable {
  /// What was asked for.
  let options: Options

  /// What became of the requests.
  package var outcomes: Outcomes

  /// How long all of them took together.
  let time: Duration

  /// What the databases hold, by tenant.
  package var books: [String: Books]

  /// What was counted in the service, after it was shut down.
  package var counts: Counts.Values

  /// How many requests have written their log.
  package var logs: Int

  /// How many logs have lines of another request.
  package var mixedLogs: Int

  /// What was created before the first request, and how long that took, if it was asked for.
  var start: CreationReport?

  /// A line for each figure.
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

  /// What is not as it has to be; empty if all is well.
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
    // A request has five: log, list of open work, unit of work, session, checkout.
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

  /// The latency that so many percent of the requests do not exceed, in milliseconds.
  private func text(_ sorted: [Duration], _ percent: Int) -> String {
    guard let last = sorted.last else { return "–" }
    let rank = (sorted.count * percent + 99) / 100
    let latency = rank > 0 ? sorted[rank - 1] : last
    let microseconds = Int(latency / .microseconds(1))
    let rest = "\(microseconds % 1000)"
    return "\(microseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest + " ms"
  }
}
