package import OrdersService
internal import Synchronization

/// A request with its expected outcome.
package struct Plan: Sendable {
  /// The request.
  package let request: Request

  /// The expected outcome.
  package let expected: Expectation

  /// The number of suspensions after which the client cancels; `nil` if it waits for the answer.
  let patience: Int?

  /// An expected outcome of a request.
  package enum Expectation: Sendable {
    /// The request gets this answer.
    case success(Response)
    /// The request fails with this error.
    case failure(any Error & Sendable)
    /// The request is cancelled.
    case cancellation
    /// The request is cancelled, or gets this answer first.
    case either(Response)
  }

  /// Plans a request.
  ///
  /// - Parameters:
  ///   - id: The number of the request. Together with the seed, it determines the plan.
  ///   - seed: The seed of the run.
  package init(id: Int, seed: Int) {
    var random = Random(seed: UInt64(truncatingIfNeeded: seed) << 32 ^ UInt64(id))
    let tenant = ["vienna", "zurich", "boston"][random.below(3)]
    let lines = [
      OrderLine(1 + random.below(5), .bread), OrderLine(1 + random.below(3), .cake),
    ]
    let total = Plan.total(of: lines, in: tenant)
    var token = "\(1 + random.below(500))"
    var action = Request.Action.place(lines, card: .good)
    var expected = Expectation.success(.receipt(total))
    var patience: Int?
    switch random.below(100) {
    case 0..<15:
      action = .quote(lines)
      expected = .success(.quote(total))
    case 15..<20:
      action = .place(lines, card: .declined)
      expected = .failure(OrderError.declined)
    case 20..<25:
      // The other lines are taken from the stock first.
      action = .place(lines + [OrderLine(1, .wedding)], card: .good)
      expected = .failure(OrderError.soldOut(.wedding))
    case 25..<28:
      token = "nobody"
      expected = .failure(RequestError.unknownToken(token))
    case 28..<33:
      action = .place(lines, card: .hangsUp)
      expected = .cancellation
    case 33..<40:
      expected = .either(.receipt(total))
      patience = random.below(40)
    default: break
    }
    request = Request(id: id, tenant: tenant, token: token, action: action)
    self.expected = expected
    self.patience = patience
  }

  /// Returns the total of an order, computed without the service.
  private static func total(of lines: [OrderLine], in tenant: String) -> Money {
    let bread = lines[0].count
    let cake = lines[1].count
    switch tenant {
    case "vienna":
      let net = bread * 320 + cake * 1850
      return Money(cents: net + net / 10, currency: .euro)
    case "zurich":
      let net = bread * 448 + cake * 2590
      return Money(cents: net + net * 26 / 1000, currency: .franc)
    default:
      return Money(cents: bread * 368 + cake * 2127, currency: .dollar)
    }
  }
}

/// The plans of a run, shared by several tasks.
final class Plans: Sendable {
  /// The options with the number of plans and the seed.
  private let options: Options

  /// The number of the next plan.
  private let nextID = Atomic(0)

  /// Creates the plans of a run.
  init(_ options: Options) { self.options = options }

  /// Returns the next plan, or `nil` after the last one.
  func next() -> Plan? {
    let id = nextID.add(1, ordering: .relaxed).oldValue
    return id < options.requests ? Plan(id: id, seed: options.seed) : nil
  }
}

/// SplitMix64, a small random number generator with the same results on all platforms.
struct Random {
  /// The state of the generator.
  private var state: UInt64

  /// Starts from a seed.
  init(seed: UInt64) { state = seed }

  /// Returns a number from 0 to one below a limit.
  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
