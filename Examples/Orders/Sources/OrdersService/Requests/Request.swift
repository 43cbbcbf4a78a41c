/// What a client wants.
public struct Request: Sendable {
  /// What tells requests apart.
  public var id: Int

  /// The tenant that it is for.
  public var tenant: String

  /// Who sends it.
  public var token: String

  /// What is to be done.
  public var action: Action

  /// The kinds of request.
  public enum Action: Sendable {
    /// What something would cost.
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
  /// What it would cost.
  case quote(Money)
  /// What was charged.
  case receipt(Money)
}

/// Why a request is not answered.
public enum RequestError: Error, Equatable {
  /// There is no such tenant.
  case unknownTenant(String)
  /// Nobody has this token.
  case unknownToken(String)
}
