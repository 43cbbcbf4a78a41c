/// Who sends a request; one for each request.
final class Session: Sendable {
  /// The number of the customer.
  let customer: Int

  /// Counts the instance.
  private let life: Life

  /// Finds out who sends a request.
  ///
  /// - Throws: `RequestError.unknownToken`.
  init(for request: Request, counts: Counts) throws {
    // A larger program looks the token up.
    guard let customer = Int(request.token) else {
      throw RequestError.unknownToken(request.token)
    }
    self.customer = customer
    life = Life(counts)
  }
}
