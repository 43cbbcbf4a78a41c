public import Stitcher

/// A shop of the service, with its differences from other shops.
public struct Tenant: Sendable {
  /// The name of the tenant in requests.
  public let name: String

  /// The tenant's registrations, which override those of the service.
  ///
  /// Dependencies that are not kept, such as `Pricing`, are created from these registrations. Kept
  /// instances of the service are shared by all tenants, and do not use them. If `Pricing` were a
  /// singleton, each tenant would have to register it, too, or use an `isolated` graph, which
  /// creates its own kept instances.
  let overrides: @Sendable () -> DependencyGraphRegistrations

  /// Creates a tenant.
  ///
  /// ```swift
  /// Tenant("zurich") {
  ///   Dependency { Currency.franc }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the tenant in requests.
  ///   - overrides: The registrations of the tenant. Kept instances of the service do not use them.
  public init(
    _ name: String,
    @DependencyGraphBuilder overrides: @escaping @Sendable () -> DependencyGraphRegistrations
  ) {
    self.name = name
    self.overrides = overrides
  }

  /// Creates the graph of the tenant, the parent of its requests' graphs.
  ///
  /// The graph keeps the database, which only the tenant's requests share. The database is opened
  /// asynchronously, and closed at the end of the graph, after the last unit of work.
  func graph(on app: DependencyGraph) -> DependencyGraph {
    app.child(named: name) {
      Dependency { try await Database.open(counts: DependencyGraph.inject()) }
        .scope(.singleton)
        .teardown(within: .seconds(60)) { database in try await database.close() }
      overrides()
    }
  }
}

extension Tenant {
  /// A few shops.
  public static let all = [
    Tenant("vienna") {
      Dependency { SalesTax(permille: 100) }
        .conforms(to: (any TaxRule).self)
    },
    Tenant("zurich") {
      Dependency { Currency.franc }
      Dependency { RaisedPrices(percent: 40) }
        .conforms(to: (any PriceList).self)
      Dependency { SalesTax(permille: 26) }
        .conforms(to: (any TaxRule).self)
    },
    Tenant("boston") {
      Dependency { Currency.dollar }
      Dependency { RaisedPrices(percent: 15) }
        .conforms(to: (any PriceList).self)
    },
  ]
}
