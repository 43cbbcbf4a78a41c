#if Macros
  import StitcherMacros
  import StitcherTesting
  import StitcherTestSupport
  import Testing

  /// Interceptors in a graph, and their invocations.
  @Suite(.dependencies()) struct InterceptorTests {
    /// A user of the graph's ledger.
    struct Bookkeeper {
      @Injected var ledger: any Ledger

      func book(_ line: String) throws { try ledger.add(line, to: 1) }
    }

    static let recorder = Recorder()

    /// This container is a static constant, since the argument of a macro cannot use declarations
    /// that another macro generates.
    static let intercepted = DependencyContainer {
      Dependency { PaperLedger(failures: 1) }
        .conforms(to: (any Ledger).self)
        .scope(.singleton)
      Decorator((any Ledger).self) { inner in InterceptedLedger(inner, by: recorder) }
      Decorator((any Ledger).self) { inner in InterceptedLedger(inner, by: Retrying(attempts: 2)) }
    }

    @Test(.dependencies { intercepted })
    func aDecoratorPutsInterceptorsAroundWhatIsRegistered() throws {
      try Bookkeeper().book("Milk")
      let paper: PaperLedger = try DependencyGraph.inject()
      #expect(paper.calls == ["add Milk Optional(1)", "add Milk Optional(1)"])
      // The first decorator is the innermost one, so its interceptor sees each attempt.
      #expect(
        Self.recorder.calls == Array(repeating: "Ledger.add(\"Milk\", to: Optional(1))", count: 2))
    }

    @Test func anObserverIsNotifiedOfEachEnd() async throws {
      let told = Box<[String]>([])
      let ledger: any Ledger = InterceptedLedger(
        PaperLedger(failures: 2),
        by: InvocationObserver { invocation, outcome in
          let isPlausible = outcome.duration >= .zero
          let attempt = (outcome.error as? LedgerError)?.attempt ?? 0
          told.change {
            $0.append("\(invocation.name) \(invocation.kind) \(isPlausible) \(attempt)")
          }
        })
      #expect(ledger.count == 3)
      #expect(throws: LedgerError.self) { try ledger.check(1, in: "") }
      await #expect(throws: LedgerError.self) { try await ledger.sync(force: true) }
      #expect(try await ledger.balance == 7)
      #expect(
        told.value == [
          "Ledger.count getter true 0",
          "Ledger.check(_:in:) method true 2",
          "Ledger.sync(force:) method true 1",
          "Ledger.balance getter true 0",
        ])
    }

    @Test func anInvocationSaysWhatIsCalled() throws {
      let invocation = Invocation(
        of: "Ledger", "add(_:to:)", .method,
        [
          .init(label: nil, name: "line", value: "Milk" as Any),
          .init(label: "to", name: "page", value: Int?.none as Any),
          .init(label: "done", name: "done", value: nil),
        ])
      #expect(invocation.description == "Ledger.add(\"Milk\", to: nil, done: (Function))")
      #expect(invocation.name == "Ledger.add(_:to:)")
      #expect(invocation.arguments.map(\.name) == ["line", "page", "done"])
      #expect(invocation.arguments[0].value as? String == "Milk")
      #expect(invocation.arguments[2].value == nil)

      let setter = Invocation(
        of: "Ledger", "subscript(_:)", .setter,
        [
          .init(label: nil, name: "page", value: 3),
          .init(label: nil, name: "newValue", value: "Milk"),
        ])
      #expect(setter.description == "Ledger[3] = \"Milk\"")
      #expect(setter.kind == .setter)
    }
  }
#endif
