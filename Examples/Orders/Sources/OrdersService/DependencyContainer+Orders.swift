public import Stitcher

extension DependencyContainer {
  /// Returns what the service is made of.
  ///
  /// The program adds a ``PaymentGateway`` and a ``LogSink``, a ``Tenant`` its database and what is
  /// different for it, and ``Server`` the request and its `OpenWork`.
  ///
  /// What is `scoped` is made once for each request, since each has a graph. What is not kept, such
  /// as the pricing, injects from the graph of the request, too, and so finds the tenant's prices.
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
