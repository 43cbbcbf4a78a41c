/// A request of a client.
public struct Request: Sendable {
  /// The number that identifies the request.
  public var id: Int

  /// The name of the tenant.
  public var tenant: String

  /// The token of the sender.
  public var token: String

  /// The action of the request.
  public var action: Action

  /// The kinds of requests.
  public enum Action: Sendable {
    /// A request for a price.
    case quote([OrderLine])
    /// An order.
    case place([OrderLine], card: Card)
  }

  /// Creates a request.
  public init(id: Int, tenant: String, token: String, action: Action) {
    self.id = id
    self.tenant = tenant
    self.token = token
    self.action = action
  }
}

/// The answer to a request that has succeeded.
public enum Response: Equatable, Sendable {
  /// The price of the items.
  case quote(Money)
  /// The charged amount.
  case receipt(Money)
}

/// An error of a request.
public enum RequestError: Error, Equatable {
  /// No tenant has this name.
  case unknownTenant(String)
  /// The token is invalid.
  case unknownToken(String)
}
