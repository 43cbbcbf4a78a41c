public import Stitcher

/// Answers requests, each in a graph of its own.
public struct Server: Sendable {
  /// The graphs of the tenants, by their names.
  private let tenants: [String: DependencyGraph]

  /// What is made and closed.
  private let counts: Counts

  /// Opens the service for tenants, with their databases. If one cannot be opened, those that were
  /// are closed.
  ///
  /// - Parameters:
  ///   - tenants: Who it works for.
  ///   - app: The graph that has ``DependencyContainer/orders()``, and what that asks for.
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

  /// Answers a request. What it has written is kept if this returns, and dropped if it throws.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - inspect: Is given the graph of the request before that ends, if there is an answer.
  /// - Throws: `RequestError`, `OrderError`, `CancellationError`, or what is wrong in the service.
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
      // Who is cancelled comes here as well: what is made is closed before the graph lets go of it.
      // The first error is the one that counts; what does not close is logged.
      let sink: (any LogSink)? = try? tenant.inject()
      do { try work.rollBack() } catch { sink?.write(["not rolled back: \(error)"]) }
      do { try await graph.end() } catch { sink?.write(["not closed: \(error)"]) }
      throw error
    }
  }

  /// Does what is asked for, in the request's graph.
  private func handle(_ action: Request.Action) async throws -> Response {
    let log: RequestLog = try DependencyGraph.inject()
    let sink: any LogSink = try DependencyGraph.inject()
    defer { sink.write(log.lines) }
    do {
      let response = try await response(to: action)
      log.write("done")
      return response
    } catch {
      // What a factory has thrown, such as that of the session, is what the client hears of.
      let reason = if case InjectionError.unknown(let cause) = error { cause } else { error }
      log.write("\(reason)")
      throw reason
    }
  }

  /// Finds out the answer.
  private func response(to action: Request.Action) async throws -> Response {
    try Task.checkCancellation()
    switch action {
    case .quote(let lines):
      // Nothing here asks for a unit of work, so none is made.
      let pricing: Pricing = try DependencyGraph.inject()
      return .quote(pricing.total(of: lines))
    case .place(let lines, let card):
      let checkout: Checkout = try DependencyGraph.inject()
      return .receipt(try await checkout.place(lines, with: card))
    }
  }

  /// Adds up what a tenant's database holds.
  public func books(of tenant: String) async throws -> Books {
    guard let graph = tenants[tenant] else { throw RequestError.unknownTenant(tenant) }
    let database: Database = try graph.inject()
    let connection = try await database.borrow()
    defer { database.giveBack(connection) }
    return try connection.books(in: graph.inject())
  }

  /// Closes the service: the graphs of the tenants end, and with them their databases, when what is
  /// under way is done.
  ///
  /// - Throws: The first error; every tenant's graph ends, whatever fails.
  public func shutDown() async throws {
    var first: (any Error)?
    for graph in tenants.values {
      do { try await graph.end() } catch { first = first ?? error }
    }
    if let first { throw first }
  }
}
