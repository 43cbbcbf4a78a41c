internal import OrdersService
public import Stitcher

/// Describes the dependencies of a request.
public enum ServiceDrawing {
  /// Describes the graph of a request that has placed an order: the service, one tenant, and the
  /// request.
  ///
  /// - Parameter app: The graph with the registrations of the service.
  /// - Throws: An error of the registrations or the database.
  public static func description(
    on app: DependencyGraph = .current
  ) async throws -> GraphDescription {
    app.recordCreations()
    defer { app.stopRecordingCreations() }
    let server = try await Server(tenants: [Tenant.all[0]], on: app)
    var drawing: GraphDescription?
    let request = Request(
      id: 1, tenant: Tenant.all[0].name, token: "7",
      action: .place([OrderLine(2, .bread)], card: .good))
    _ = try await server.respond(to: request) { graph in
      drawing = graph.description(titled: "Orders: a request")
    }
    try await server.shutDown()
    return drawing ?? app.description(titled: "Orders")
  }
}
