public import Stitcher

/// Answers requests, each in its own graph.
public struct Server: Sendable {
  /// The graphs of the tenants, by their names.
  private let tenants: [String: DependencyGraph]

  /// The counts of the service.
  private let counts: Counts

  /// Creates the graphs of tenants, and opens their databases. If one database cannot be opened,
  /// the others are closed.
  ///
  /// - Parameters:
  ///   - tenants: The tenants of the service.
  ///   - app: The graph with ``DependencyContainer/orders()`` and its dependencies.
  /// - Throws: `InjectionError`.
  public init(tenants: [Tenant], on app: DependencyGraph = .current) async throws {
    counts = try app.inject()
    self.tenants = Dictionary(
      uniqueKeysWithValues: tenants.map { ($0.name, $0.graph(on: app)) })
    do {
      for graph in self.tenants.values { _ = try await graph.injectAsync() as Database }
    } catch {
      try? await shutDown()
      throw error
    }
  }

  /// Answers a request. Its transaction is committed if the call returns, and rolled back if it
  /// throws.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - inspect: Receives the graph of an answered request before the graph ends.
  /// - Throws: `RequestError`, `OrderError`, `CancellationError`, or an internal error.
  public func respond(
    to request: Request, inspecting inspect: (DependencyGraph) -> Void = { _ in }
  ) async throws -> Response {
    guard let tenant = tenants[request.tenant] else {
      throw RequestError.unknownTenant(request.tenant)
    }
    let work = OpenWork(counts: counts)
    let graph = tenant.child(named: "request \(request.id)") {
      Dependency { request }
      Dependency { work }
    }
    do {
      let response = try await graph.run { try await handle(request.action) }
      inspect(graph)
      try work.commit()
      try await graph.end()
      return response
    } catch {
      // A cancelled request is handled here, too: its units are closed before the graph ends. The
      // first error is thrown, and failures of the closing are logged.
      let sink: (any LogSink)? = try? tenant.inject()
      do { try work.rollBack() } catch { sink?.write(["not rolled back: \(error)"]) }
      do { try await graph.end() } catch { sink?.write(["not closed: \(error)"]) }
      throw error
    }
  }

  /// Handles the action in the request's graph.
  private func handle(_ action: Request.Action) async throws -> Response {
    let log: RequestLog = try DependencyGraph.inject()
    let sink: any LogSink = try DependencyGraph.inject()
    defer { sink.write(log.lines) }
    do {
      let response = try await response(to: action)
      log.write("done")
      return response
    } catch {
      // The client gets the error that a factory has thrown, for example that of the session.
      let reason = if case InjectionError.unknown(let cause) = error { cause } else { error }
      log.write("\(reason)")
      throw reason
    }
  }

  /// Computes the answer.
  private func response(to action: Request.Action) async throws -> Response {
    try Task.checkCancellation()
    switch action {
    case .quote(let lines):
      // A quote injects no unit of work, so none is created.
      let pricing: Pricing = try DependencyGraph.inject()
      return .quote(pricing.total(of: lines))
    case .place(let lines, let card):
      let checkout: Checkout = try DependencyGraph.inject()
      return .receipt(try await checkout.place(lines, with: card))
    }
  }

  /// Returns a summary of a tenant's database.
  public func books(of tenant: String) async throws -> Books {
    guard let graph = tenants[tenant] else { throw RequestError.unknownTenant(tenant) }
    let database: Database = try graph.inject()
    let connection = try await database.borrow()
    defer { database.giveBack(connection) }
    return try connection.books(in: graph.inject())
  }

  /// Ends the graphs of all tenants, which closes their databases after the running requests.
  ///
  /// - Throws: The first error. All graphs end, even after a failure.
  public func shutDown() async throws {
    var first: (any Error)?
    for graph in tenants.values {
      do { try await graph.end() } catch { first = first ?? error }
    }
    if let first { throw first }
  }
}
