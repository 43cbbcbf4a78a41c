internal import OrdersService
public import Stitcher
public import StitcherInspection

/// Describes what a request is answered with.
public enum ServiceDrawing {
  /// Describes the graph of a request, in which an order was placed: the service, one tenant, and
  /// the request itself.
  ///
  /// - Parameter app: The graph in which the service and its surroundings are declared.
  /// - Throws: What is wrong with the declarations or the database.
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
