/// The sender of a request, one instance for each request.
final class Session: Sendable {
  /// The number of the customer.
  let customer: Int

  /// Counts the instance.
  private let life: Life

  /// Determines the sender of a request.
  ///
  /// - Throws: `RequestError.unknownToken`.
  init(for request: Request, counts: Counts) throws {
    // A larger program would look up the token.
    guard let customer = Int(request.token) else {
      throw RequestError.unknownToken(request.token)
    }
    self.customer = customer
    life = Life(counts)
  }
}
