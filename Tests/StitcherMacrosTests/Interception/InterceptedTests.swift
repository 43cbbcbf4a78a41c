#if Macros
  import StitcherMacros
  import Testing

  /// The generated type of `@Intercepted` at run time.
  @Suite struct InterceptedTests {
    private let paper = PaperLedger()
    private let recorder = Recorder()
    private var ledger: any Ledger { InterceptedLedger(paper, by: recorder) }

    @Test func eachMemberIsForwardedAndReported() async throws {
      #expect(ledger.count == 3)
      #expect(try await ledger.balance == 7)
      try ledger.add("Milk", to: nil)
      try ledger.add("Rent", to: 4)
      #expect(try ledger.check(5, in: "May") == 5)
      #expect(try await ledger.sync(force: true) == "true")
      await ledger.close()
      #expect(try await ledger.read(Int.self) == 12)
      #expect(ledger.count([1, 2, 3]) == 6)
      #expect(ledger.page(2) == 2)
      #expect(ledger[8] == "line 8")
      #expect(ledger[type: Int.self, default: 9] == 9)
      #expect(
        recorder.calls == [
          "Ledger.count",
          "await Ledger.balance",
          "Ledger.add(\"Milk\", to: nil)",
          "Ledger.add(\"Rent\", to: Optional(4))",
          "Ledger.check(5, in: \"May\")",
          "await Ledger.sync(force: true)",
          "await Ledger.close()",
          "await Ledger.read(Swift.Int)",
          "Ledger.count([1, 2, 3])",
          "Ledger.page(Optional(2))",
          "Ledger[8]",
          "Ledger[type: Swift.Int, default: 9]",
        ])
      #expect(paper.calls == ["add Milk nil", "add Rent Optional(4)", "close"])
    }

    @Test func closuresAreForwardedAndTheirValuesAreNotReported() async throws {
      var lines: [String] = []
      ledger.each { lines.append($0) }
      await ledger.eachLater { lines.append($0) }
      #expect(throws: LedgerError.self) { try ledger.each { _ in throw LedgerError() } }
      await #expect(throws: LedgerError.self) {
        try await ledger.eachLater { _ in throw LedgerError() }
      }
      #expect(ledger.note("a" + "b", then: nil) == "ab")
      await ledger.append(&lines)
      #expect(lines == ["line", "line", "more"])
      #expect(
        recorder.calls == [
          "Ledger.each((Function))", "await Ledger.eachLater((Function))",
          "Ledger.each((Function))", "await Ledger.eachLater((Function))",
          "Ledger.note((Function), then: nil)",
          "await Ledger.append([\"line\", \"line\"])",
        ])
    }

    @Test func packsAreForwarded() {
      let (number, text) = ledger.zip(1, "a")
      #expect(number == 1)
      #expect(text == "a")
      #expect(recorder.calls == ["Ledger.zip((1, \"a\"))"])
    }

    @Test func conditionalMembersAreForwardedWhereTheyExist() {
      #if DEBUG
        #expect(ledger.onlyInDebugBuilds() == "debug")
        #expect(recorder.calls == ["Ledger.onlyInDebugBuilds()"])
      #else
        #expect(ledger.onlyInReleaseBuilds() == "release")
        #expect(recorder.calls == ["Ledger.onlyInReleaseBuilds()"])
      #endif
    }

    @Test func whatFailsIsTriedAgain() async throws {
      let ledger: any Ledger = InterceptedLedger(
        PaperLedger(failures: 2), by: Retrying(attempts: 3))
      try ledger.add("Milk", to: 1)

      let typed: any Ledger = InterceptedLedger(
        PaperLedger(failures: 3), by: Retrying(attempts: 3))
      #expect(throws: LedgerError(attempt: 1)) { try typed.check(1, in: "") }
      #expect(try typed.check(1, in: "") == 1)

      let asynchronous: any Ledger = InterceptedLedger(
        PaperLedger(failures: 3), by: Retrying(attempts: 3))
      await #expect(throws: LedgerError(attempt: 1)) { try await asynchronous.sync(force: true) }
      #expect(try await asynchronous.sync(force: false) == "false")
    }

    /// An interceptor that fails every member with an untyped error.
    struct Closed: Interceptor, Error {
      func intercept<Value, Failure>(
        _ invocation: Invocation, _ proceed: () throws(Failure) -> Value
      ) throws(Failure) -> Value {
        if let error = self as? Failure { throw error }
        if let value = 42 as? Value { return value }
        return try proceed()
      }

      nonisolated(nonsending) func intercept<Value, Failure>(
        _ invocation: Invocation,
        _ proceed: nonisolated(nonsending) () async throws(Failure) -> Value
      ) async throws(Failure) -> Value {
        if let error = self as? Failure { throw error }
        return try await proceed()
      }
    }

    @Test func anInterceptorMayThrowOrAnswerByItself() async throws {
      let ledger: any Ledger = InterceptedLedger(paper, by: Closed())
      #expect(throws: Closed.self) { try ledger.add("Milk", to: nil) }
      await #expect(throws: Closed.self) { try await ledger.balance }
      #expect(ledger.count == 42)
      #expect(try ledger.check(1, in: "") == 42)
      #expect(try await ledger.sync(force: true) == "true")
      #expect(paper.calls.isEmpty)
    }

    @Test func aWrapperMayBeWrapped() {
      let outer = InterceptedLedger(ledger, by: Closed())
      #expect(outer[1] == "line 1")
      #expect(recorder.calls == ["Ledger[1]"])
    }
  }
#endif
