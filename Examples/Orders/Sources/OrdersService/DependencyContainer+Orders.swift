public import Stitcher

extension DependencyContainer {
  /// Returns the registrations of the service.
  ///
  /// The program adds a ``PaymentGateway`` and a ``LogSink``. A ``Tenant`` adds its database and
  /// its overrides, and ``Server`` adds the request and its `OpenWork`.
  ///
  /// A `scoped` registration has one instance for each request, because each request has a graph.
  /// Dependencies that are not kept, such as the pricing, also inject from the graph of the
  /// request, and find the tenant's prices.
  public static func orders() -> DependencyContainer {
    DependencyContainer {
      Dependency { Counts() }
        .scope(.singleton)

      Dependency { Currency.euro }
      Dependency { StandardPrices() }
        .conforms(to: (any PriceList).self)
      Dependency { NoTax() }
        .conforms(to: (any TaxRule).self)

      Dependency {
        try Pricing(
          prices: DependencyGraph.inject(), tax: DependencyGraph.inject(),
          currency: DependencyGraph.inject())
      }

      Dependency {
        try Session(for: DependencyGraph.inject(), counts: DependencyGraph.inject())
      }
      .scope(.scoped)

      Dependency {
        try RequestLog(for: DependencyGraph.inject(), counts: DependencyGraph.inject())
      }
      .scope(.scoped)

      Dependency {
        let open: OpenWork = try DependencyGraph.inject()
        let work = try UnitOfWork(on: DependencyGraph.inject(), counts: DependencyGraph.inject())
        open.add(work)
        return work
      }
      .scope(.scoped)

      Dependency {
        try Checkout(
          work: DependencyGraph.inject(), session: DependencyGraph.inject(),
          pricing: DependencyGraph.inject(), payments: DependencyGraph.inject(),
          log: DependencyGraph.inject(), counts: DependencyGraph.inject())
      }
      .scope(.instance)
    }
  }
}
