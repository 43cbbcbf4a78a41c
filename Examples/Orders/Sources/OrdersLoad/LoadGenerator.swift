internal import OrdersService
public import Stitcher

/// Sends requests to a server in the same program.
public struct LoadGenerator: Sendable {
  /// The numbers of requests and of concurrent requests.
  private let options: Options

  /// The clock for latencies.
  private let clock = ContinuousClock()

  /// Creates a generator.
  public init(_ options: Options) { self.options = options }

  /// Sends all requests, shuts the server down, and returns a report.
  ///
  /// - Parameter app: The graph with the registrations of the service.
  /// - Throws: An error of the registrations or the databases.
  public func run(on app: DependencyGraph = .current) async throws -> Report {
    if options.showsStart { app.recordCreations() }
    let server = try await Server(tenants: Tenant.all, on: app)
    app.stopRecordingCreations()
    let start = clock.now
    let outcomes = await send(to: server)
    let time = start.duration(to: clock.now)
    var books: [String: Books] = [:]
    for tenant in Tenant.all { books[tenant.name] = try await server.books(of: tenant.name) }
    try await server.shutDown()
    let counts: Counts = try app.inject()
    let sink: CountingSink = try app.inject()
    return Report(
      options: options, outcomes: outcomes, time: time, books: books, counts: counts.values,
      logs: sink.logs, mixedLogs: sink.mixed,
      start: options.showsStart ? app.creationReport(slowerThan: .milliseconds(10)) : nil)
  }

  /// Sends all requests, several at a time, each in its own task.
  private func send(to server: Server) async -> Outcomes {
    let plans = Plans(options)
    return await withTaskGroup(of: Outcomes.self) { group in
      for _ in 0..<options.concurrency {
        group.addTask {
          var outcomes = Outcomes()
          while let plan = plans.next() {
            await send(plan, to: server, noting: &outcomes)
          }
          return outcomes
        }
      }
      return await group.reduce(into: Outcomes()) { $0.add($1) }
    }
  }

  /// Sends one request, and records its outcome.
  private func send(_ plan: Plan, to server: Server, noting outcomes: inout Outcomes) async {
    let start = clock.now
    let request = Task { try await server.respond(to: plan.request) }
    if let patience = plan.patience {
      for _ in 0..<patience { await Task.yield() }
      request.cancel()
    }
    let result = await request.result
    outcomes.add(result, of: plan, after: start.duration(to: clock.now))
  }
}
