public import Stitcher

/// A shop that the service works for, and how it differs from the others.
public struct Tenant: Sendable {
  /// What requests call it.
  public let name: String

  /// What it declares in front of what the service does.
  ///
  /// What is not kept, such as `Pricing`, is made with it. What the service keeps is not: that is
  /// one instance for all tenants, made with what the service declares. Were `Pricing` a singleton,
  /// each tenant would have to declare it as well, or have an `isolated` graph, and with it
  /// instances of its own of all that is kept.
  let overrides: @Sendable () -> DependencyGraphContents

  /// Creates a tenant.
  ///
  /// ```swift
  /// Tenant("zurich") {
  ///   Dependency { Currency.franc }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What requests call it.
  ///   - overrides: The dependencies that are its own. What the service keeps does not see them.
  public init(
    _ name: String,
    @DependencyGraphBuilder overrides: @escaping @Sendable () -> DependencyGraphContents
  ) {
    self.name = name
    self.overrides = overrides
  }

  /// Makes the graph of the tenant, in which its requests have theirs.
  ///
  /// The database is kept here: all requests of the tenant have one, and no other tenant has it. It
  /// is opened asynchronously, and closed at the end of the graph, when the last unit of work is
  /// done.
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
