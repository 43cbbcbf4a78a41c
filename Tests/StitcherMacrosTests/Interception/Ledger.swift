#if Macros
  import StitcherMacros
  import StitcherTestSupport

  /// The error of a ledger.
  struct LedgerError: Error, Equatable {
    /// The number of the attempt.
    var attempt = 0
  }

  /// A protocol with all kinds of members that can be forwarded.
  @Intercepted
  protocol Ledger: Sendable {
    typealias Line = String

    var count: Int { get }
    var balance: Int { get async throws }
    func add(_ line: Line, to page: Int?) throws
    func check(_: Int, in for: Line) throws(LedgerError) -> Int
    @discardableResult func sync(force: Bool) async throws(LedgerError) -> Line
    func close() async
    func read<Value: LosslessStringConvertible>(_ type: Value.Type) async throws -> Value?
    func count(_ values: some Sequence<Int>) -> Int
    func each(_ body: (Line) throws -> Void) rethrows
    func eachLater(_ body: (Line) async throws -> Void) async rethrows
    func note(_ text: @autoclosure () -> Line, then done: (@Sendable () -> Void)?) -> Line
    func append(_ page: inout [Line]) async
    func zip<each Value>(_ values: repeat each Value) -> (repeat each Value)
    func page(_ number: Int!) -> Int!
    subscript(line: Int) -> Line { get }
    subscript<Value>(type type: Value.Type, default value: Value) -> Value { get }
    #if DEBUG
      func onlyInDebugBuilds() -> Line
    #else
      func onlyInReleaseBuilds() -> Line
    #endif
  }

  /// A ledger with a number of calls that fail.
  final class PaperLedger: Ledger {
    /// The calls so far, and the number of further calls that fail.
    let state: Box<(calls: [String], failures: Int)>

    init(failures: Int = 0) { state = Box(([], failures)) }

    var calls: [String] { state.change { $0.calls } }
    private func called(_ name: String) { state.change { $0.calls.append(name) } }

    private func attempt() throws(LedgerError) {
      let attempt = state.change { state in
        state.failures -= 1
        return state.failures + 1
      }
      if attempt > 0 { throw LedgerError(attempt: attempt) }
    }

    var count: Int { 3 }
    var balance: Int { get async throws { 7 } }
    func add(_ line: Line, to page: Int?) throws {
      called("add \(line) \(page as Any)")
      try attempt()
    }
    func check(_ number: Int, in for: Line) throws(LedgerError) -> Int {
      try attempt()
      return number
    }
    func sync(force: Bool) async throws(LedgerError) -> Line {
      try attempt()
      return "\(force)"
    }
    func close() async { called("close") }
    func read<Value: LosslessStringConvertible>(_ type: Value.Type) async throws -> Value? {
      Value("12")
    }
    func count(_ values: some Sequence<Int>) -> Int { values.reduce(0, +) }
    func each(_ body: (Line) throws -> Void) rethrows { try body("line") }
    func eachLater(_ body: (Line) async throws -> Void) async rethrows { try await body("line") }
    func note(_ text: @autoclosure () -> Line, then done: (@Sendable () -> Void)?) -> Line {
      text()
    }
    func append(_ page: inout [Line]) async { page.append("more") }
    func zip<each Value>(_ values: repeat each Value) -> (repeat each Value) {
      (repeat each values)
    }
    func page(_ number: Int!) -> Int! { number }
    subscript(line: Int) -> Line { "line \(line)" }
    subscript<Value>(type type: Value.Type, default value: Value) -> Value { value }
    func onlyInDebugBuilds() -> Line { "debug" }
    func onlyInReleaseBuilds() -> Line { "release" }
  }

  /// An interceptor that records the invocations.
  final class Recorder: Interceptor {
    /// The descriptions of calls.
    private let recorded = Box<[String]>([])

    var calls: [String] { recorded.value }

    func intercept<Value, Failure>(
      _ invocation: Invocation, _ proceed: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
      recorded.change { $0.append("\(invocation)") }
      return try proceed()
    }

    nonisolated(nonsending) func intercept<Value, Failure>(
      _ invocation: Invocation,
      _ proceed: nonisolated(nonsending) () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
      recorded.change { $0.append("await \(invocation)") }
      return try await proceed()
    }
  }

  /// An interceptor that repeats failed calls.
  struct Retrying: Interceptor {
    /// The maximum number of attempts.
    let attempts: Int

    func intercept<Value, Failure>(
      _ invocation: Invocation, _ proceed: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
      for _ in 1..<attempts {
        do { return try proceed() } catch {}
      }
      return try proceed()
    }

    nonisolated(nonsending) func intercept<Value, Failure>(
      _ invocation: Invocation,
      _ proceed: nonisolated(nonsending) () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
      for _ in 1..<attempts {
        do { return try await proceed() } catch {}
      }
      return try await proceed()
    }
  }
#endif
